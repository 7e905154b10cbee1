import { expect, test } from './fixtures.ts';
import { callsOf, readyToSend } from './joining.ts';
import { beginWith, newMember } from './members.ts';

const editor = 'Text of the agreement';

test('an admin writes, publishes and compares the agreement', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await readyToSend(callsOf(request, await signIn()));
  await page.goto('/dashboard/admin/agreement');
  await expect(page.getByText(/^Agents sign version \d/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Markdown' }).click();
  const text = page.getByLabel(editor);
  await text.press('Control+End');
  await page.keyboard.type('\n\nMediation first, for ');
  await page.getByRole('button', { name: 'Insert {member}' }).click();
  await expect(text).toHaveValue(/Mediation first, for \{member\}$/);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  const preview = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preview as PDF' }).click();
  expect((await preview).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText(/This text is newer/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What changed').fill('Mediation');
  await dialog.getByLabel('Ask members to sign again').selectOption('All members');
  await expectAccessible();
  await dialog.getByRole('button', { name: /^Publish version/ }).click();
  await expect(page.getByText(/which is this text/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAccessibleDescription(
    'This text is published already',
  );

  await page.getByRole('navigation', { name: 'Agreement' }).getByRole('link', { name: 'Versions' }).click();
  await expect(page.locator('ins')).toContainText('Mediation first');
  await expectAccessible();
  await page.getByRole('link', { name: 'Asked to sign again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Asked to sign again' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Signed', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Signed agreements' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Agreement' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name as licensed')).toHaveValue(/ Broker$/);
  await page.getByLabel('Second reminder').fill('2');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Second reminder')).toHaveAccessibleDescription(/after the first/);
  await expectAccessible();
});

test('two admins who write the agreement lose nothing, and publish what they see', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  const call = callsOf(request, await signIn());
  await readyToSend(call);
  await page.goto('/dashboard/admin/agreement');
  await page.getByRole('button', { name: 'Markdown' }).click();
  const field = page.getByLabel(editor);
  const addTheirs = async (words: string) => {
    const { text } = Object(await call('get', '/api/agreements/text'));
    await call('put', '/api/agreements/text', { text: `${words}\n\n${text}` });
  };
  await field.press('Control+End');
  await page.keyboard.type('\n\nMine, typed last.');
  await addTheirs('Theirs, saved first.');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText(/Someone else saved while you were editing/)).toBeVisible();
  await expect(field).toHaveValue(/^Theirs, saved first\.[\s\S]*Mine, typed last\.$/);
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText(/Someone else saved/)).toBeHidden();
  await addTheirs('Theirs, never seen.');
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Publish version/ }).click();
  await expect(page.getByText(/This is their text: read it before you publish/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue(/^Theirs, never seen\./);
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: /^Publish version/ }).click();
  await expect(page.getByText(/which is this text/)).toBeVisible();
});

test('a file that is no agreement is unknown', { tag: '@long' }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/agreement/verify');
  await page.getByLabel('PDF of an agreement').setInputFiles({
    name: 'other.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 other'),
  });
  await expect(page.getByRole('heading', { name: 'Unknown' })).toBeVisible();
  await expectAccessible();
});

test('a member reads and signs, the broker countersigns, and a new version shows what has changed', async ({
  page,
  browser,
  baseURL,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn();
  const call = callsOf(request, token);
  await readyToSend(call);
  const member = await newMember(request, server.dataDir);
  const own = callsOf(request, member.token);
  await own('put', '/api/licenses/me', { number: '01234568', expires: '2099-05-31' });
  const { _id } = Object(await own('get', '/api/auth'));
  const due = '2099-12-31';
  await call('post', '/api/agreements/asks', { who: 'chosen', chosen: [_id], due });

  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const theirs = await context.newPage();
  await beginWith(theirs, member.token);
  await theirs.goto('/dashboard');
  await theirs.getByRole('link', { name: 'Sign your agreement' }).click();
  await expect(theirs.getByRole('heading', { name: /^Sign version \d+ by Dec 31, 2099$/ })).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'The whole agreement' })).toBeVisible();
  const sign = theirs.getByRole('button', { name: 'Sign the agreement' });
  await theirs.getByLabel('Your name as licensed').fill('Somebody Else');
  await sign.click();
  await expect(theirs.getByText('Please agree to sign electronically')).toBeVisible();
  await expect(theirs.getByText('Please check that you agree to be bound by this agreement')).toBeVisible();
  for (const box of await theirs.getByRole('checkbox').all()) await box.check();
  await sign.click();
  await expect(theirs.getByText(`Type your name as on your license: ${member.name}`)).toBeVisible();
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await theirs.getByLabel('Your name as licensed').fill(member.name);
  await sign.click();
  await expect(
    theirs.getByText('Signed. The agreement takes effect once our broker signs, too.'),
  ).toBeVisible();
  await expect(theirs.getByText(/^Version \d+: waiting/)).toBeVisible();

  await page.goto('/dashboard/admin/agreement/signed');
  await page.getByRole('button', { name: `Countersign the agreement of ${member.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Countersign' }).click();
  await expect(page.getByRole('button', { name: `End the agreement of ${member.name}` })).toBeVisible();
  await expectAccessible();
  await theirs.reload();
  await expect(theirs.getByText(/^Version \d+: in force/)).toBeVisible();
  const download = theirs.waitForEvent('download');
  await theirs.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  const { text } = Object(await call('get', '/api/agreements/text'));
  await call('put', '/api/agreements/text', { text: `${text}\n\nMembers answer within a day.` });
  await call('post', '/api/agreements/versions', {
    note: 'Answers within a day',
    ask: { who: 'chosen', chosen: [_id], due },
  });
  await theirs.goto('/dashboard');
  await theirs.getByRole('link', { name: 'Sign the new version of your agreement' }).click();
  await expect(
    theirs.getByText(/^Answers within a day\. What you signed before stays in force/),
  ).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'What has changed' })).toBeVisible();
  await expect(theirs.locator('ins')).toContainText('Members answer within a day.');

  // It changes while they read: what they typed stays, but for the yes.
  await theirs.getByLabel('Your name as licensed').fill(member.name);
  for (const box of await theirs.getByRole('checkbox').all()) await box.check();
  await call('put', '/api/agreements/text', { text: `${text}\n\nMembers answer within an hour.` });
  await call('post', '/api/agreements/versions', { note: 'Within an hour', ask: null });
  await sign.click();
  const changed = 'The agreement has changed. Please read it again before you sign';
  await expect(theirs.getByText(changed)).toBeVisible();
  await expect(theirs.locator('ins')).toContainText('Members answer within an hour.');
  await expect(theirs.getByLabel('Your name as licensed')).toHaveValue(member.name);
  await expect(theirs.getByLabel('I have read this agreement')).not.toBeChecked();
  await context.close();
  // Other tests of the worker expect no license that waits to be checked.
  const deletion = await request.delete(`/api/users/${_id}`, { headers: { 'x-auth-token': token } });
  expect(deletion.ok()).toBe(true);
});

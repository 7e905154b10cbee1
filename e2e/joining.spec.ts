import { admin, expect, said, test } from './fixtures.ts';
import { apply, callsOf, newLead, readyToSend } from './joining.ts';
import { mailedCode, mailedLink } from './mails.ts';
import { beginWith, changeData, newMember } from './members.ts';

// Both sides of the whole way, step by step.
test.slow();

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('from the invitation to the countersignature', async ({
    page,
    browser,
    baseURL,
    request,
    server,
    signIn,
    expectAccessible,
  }) => {
    const token = await signIn();
    await readyToSend(callsOf(request, token));
    const { name, email } = await newLead(request);

    await page.goto(`/dashboard/leads?q=${email}`);
    await page.getByRole('link', { name }).first().click();
    // The list has a field of that name, too.
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByLabel('Stage', { exact: true }).selectOption('Appointment');
    await page.getByRole('main').getByRole('button', { name: 'Send agreement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('With individual terms').check();
    await dialog.getByLabel('Transaction coordinator ($)').fill('400');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Send agreement' }).click();
    await expect(page.getByLabel('Stage', { exact: true })).toHaveValue('agreement-sent');
    await expect(page.getByText(/The link works until/)).toBeVisible();
    await page.goto('/dashboard/applications');
    await page.getByRole('link', { name }).click();
    const missing = 'license, current brokerage, contact details, E&O claims, who is paid';
    await expect(page.getByText(`Not filled in yet: ${missing}.`)).toBeVisible();

    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
    const applicant = await context.newPage();
    await applicant.goto(await mailedLink(server.dataDir, email, 'Apply to join'));
    await applicant.getByRole('link', { name: 'Start', exact: true }).click();
    await apply(applicant, name);
    await expect(applicant.getByText('$400').first()).toBeVisible();
    await applicant.getByLabel('Your name as licensed').fill(name);
    await applicant.getByLabel(/^I agree to sign this agreement electronically/).check();
    await applicant.getByLabel(/^I have read this agreement/).check();
    await applicant.getByRole('button', { name: 'Email me a code' }).click();
    await applicant.getByLabel('Code from your email').fill(await mailedCode(server.dataDir, email));
    await applicant.getByRole('button', { name: 'Sign the agreement' }).click();
    await expect(applicant.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ana');
    // The contact form later sends where the visit began, which must not include the secret part of this link.
    expect(await applicant.evaluate(() => sessionStorage.visit)).toMatch(/^\/join /);

    await page.goto('/dashboard/applications');
    await expect(page.getByRole('link', { name })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('status').getByText('New', { exact: true })).toBeVisible();
    // From here on, only the keyboard is used.
    await page.getByLabel('As expected').press('Space');
    await page.getByRole('button', { name: 'Save license check' }).press('Enter');
    await expect(said(page, 'License check saved')).toBeVisible();
    await expect(page.getByText(/ by Administrator$/).first()).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Ask a question' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Question').fill('Which MLS do you use?');
    await page.getByRole('button', { name: 'Send question' }).press('Enter');
    await expect(page.getByRole('status').getByText('Question asked', { exact: true })).toBeVisible();
    await applicant.reload();
    await applicant.getByLabel('Your answer').fill('CRMLS');
    await applicant.getByRole('button', { name: 'Send answer' }).click();
    await expect(applicant.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ana');
    await page.reload();
    await expect(page.getByText('CRMLS').first()).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByRole('button', { name: 'Countersign' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Countersign' }).press('Enter');
    await expect(page.getByRole('status').getByText('Joined', { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible();
    await page.setViewportSize({ width: 1440, height: 900 });

    await applicant.reload();
    await expect(applicant.getByRole('heading', { level: 1 })).toHaveText(/^Welcome to .*, Ana$/);
    const download = applicant.waitForEvent('download');
    await applicant.getByRole('link', { name: 'Download the copy with both signatures' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await context.close();

    await page.getByRole('link', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Check off: W-9 received' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Check off' }).click();
    await expect(page.getByRole('button', { name: 'Uncheck: W-9 received' })).toBeVisible();
    await expectAccessible();
  });
});

test('an admin sees on their own application why another admin decides', async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const { token } = await (await request.post('/api/auth', { data: admin })).json();
  const call = callsOf(request, token);
  await readyToSend(call);
  const { email } = await newLead(request);
  const [lead] = Object(await call('get', `/api/leads?search=${email}`));
  const { _id } = Object(await call('post', `/api/joining/leads/${lead._id}/invitation`));
  const own = await newMember(request, server.dataDir, 'Olga Own');
  changeData(server.dataDir, 'update users set admin = 1 where email = ?', own.email);
  const answers = JSON.stringify({ name: 'Olga Own', license: '01234567' });
  const signed = "update applications set state = 'signed', email = ?, answers = ? where id = ?";
  changeData(server.dataDir, signed, own.email, answers, _id);
  await beginWith(page, own.token);
  await page.goto(`/dashboard/applications/${_id}`);
  const why = 'This agreement is your own. Another admin has to work on it.';
  await expect(page.getByText(why)).toBeVisible();
  await page.getByLabel('As expected').check();
  for (const name of ['Approve', 'Save license check']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(why);
  }
  await expect(page.getByRole('button', { name: 'Decline', exact: true })).toBeEnabled();
  await expectAccessible();
  changeData(server.dataDir, 'update users set admin = 0 where email = ?', own.email);
});

test('a license that changes after the office has checked it has to be checked again', async ({
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
  const { name, email } = await newLead(request);
  const [lead] = Object(await call('get', `/api/leads?search=${email}`));
  const { _id } = Object(await call('post', `/api/joining/leads/${lead._id}/invitation`));
  const link = await mailedLink(server.dataDir, email, 'Apply to join');
  const context = await browser.newContext({ baseURL });
  const applicant = await context.newPage();
  await applicant.goto(`${link}/license`);
  await apply(applicant, name);

  // The office looks up the number that stands there now.
  const office = `/dashboard/applications/${_id}`;
  await page.goto(office);
  await page.getByLabel('As expected').check();
  await page.getByRole('button', { name: 'Save license check' }).click();
  await expect(said(page, 'License check saved')).toBeVisible();

  await applicant.goto(`${link}/license`);
  await applicant.getByLabel('DRE license number').fill('07654321');
  await applicant.getByRole('button', { name: 'Save and continue' }).click();
  await expect(applicant.getByRole('heading', { level: 1, name: 'Your agreement' })).toBeVisible();
  await applicant.getByLabel('Your name as licensed').fill(name);
  await applicant.getByLabel(/^I agree to sign this agreement electronically/).check();
  await applicant.getByLabel(/^I have read this agreement/).check();
  await applicant.getByRole('button', { name: 'Email me a code' }).click();
  await applicant.getByLabel('Code from your email').fill(await mailedCode(server.dataDir, email));
  await applicant.getByRole('button', { name: 'Sign the agreement' }).click();
  await expect(applicant.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ana');
  await context.close();

  await page.reload();
  const [was, is] = [`${name}, 01234567, expires May 31, 2099`, `${name}, 07654321, expires May 31, 2099`];
  await expect(page.getByText(`Checked for ${was}, changed since to ${is}: check again`)).toBeVisible();
  await expect(page.getByText(`${was} → ${is}`)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Approve' }).click();
  const refused = `The license was checked for ${was}. Now ${is}: check it again first`;
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible();
  await expect(page.getByLabel('As expected')).not.toBeChecked();
  await page.getByLabel('As expected').check();
  await page.getByRole('button', { name: 'Save license check' }).click();
  await expect(page.getByText(/changed since to/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Countersign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Countersign' }).click();
  await expect(page.getByRole('status').getByText('Joined', { exact: true })).toBeVisible();
  const licenses = Object(await call('get', '/api/licenses'));
  expect(licenses).toContainEqual(
    expect.objectContaining({
      user: expect.objectContaining({ name }),
      number: '07654321',
      verified: expect.objectContaining({ by: 'Administrator' }),
    }),
  );
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`on a phone ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test('an applicant applies, is interrupted, signs and withdraws', async ({
      page,
      request,
      server,
      baseURL,
      browser,
      expectAccessible,
    }) => {
      const login = await request.post('/api/auth', {
        data: { email: 'admin@example.com', password: 'a password for tests' },
      });
      const call = callsOf(request, (await login.json()).token);
      await readyToSend(call);
      const { name, email } = await newLead(request);
      const [lead] = Object(await call('get', `/api/leads?search=${email}`));
      await call('post', `/api/joining/leads/${lead._id}/invitation`);
      const link = await mailedLink(server.dataDir, email, 'Apply to join');
      const look = async () => {
        if (!javaScriptEnabled) return;
        await expectAccessible();
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      };

      await page.goto(link);
      await look();
      await page.getByRole('link', { name: 'Start', exact: true }).focus();
      await page.keyboard.press('Enter');
      await apply(page, name, look);

      // Another device finds everything again.
      const context = await browser.newContext({ baseURL, javaScriptEnabled });
      const other = await context.newPage();
      await other.goto(link);
      await other.getByRole('link', { name: 'Your license' }).click();
      await expect(other.getByLabel('Name as licensed')).toHaveValue(name);
      await context.close();

      await page.getByRole('button', { name: 'Email me a code' }).click();
      await expect(page.getByText('Please agree to sign electronically')).toBeVisible();
      await look();
      await page.getByLabel('Your name as licensed').fill(name);
      await page.getByLabel(/^I agree to sign this agreement electronically/).check();
      await page.getByLabel(/^I have read this agreement/).check();
      await page.getByRole('button', { name: 'Email me a code' }).click();
      const code = await mailedCode(server.dataDir, email);
      // A tab that the phone had put away.
      await page.goto(page.url());
      await expect(page.getByLabel('Your name as licensed')).toHaveValue(name);
      const field = page.getByLabel('Code from your email');
      await field.fill(code === '111111' ? '222222' : '111111');
      await page.keyboard.press('Enter');
      await expect(page.getByText('The code is wrong or has expired.')).toBeVisible();
      await expect(page.getByLabel('Your name as licensed')).toHaveValue(name);
      await field.fill(code);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ana');
      await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
      await look();

      await page.getByRole('link', { name: 'withdraw your application' }).click();
      await page.getByLabel('Why not?').fill('I stay where I am');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await expect(page.getByText('Check the box to close your application')).toBeVisible();
      await expect(page.getByLabel('Why not?')).toHaveValue('I stay where I am');
      await page.getByLabel('Withdraw my application').check();
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us');
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us');
      await look();
    });
  });
}

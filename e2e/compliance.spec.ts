import { giveLicense } from './closings.ts';
import { expect, moveTo, test } from './fixtures.ts';
import { changeData, newMember } from './members.ts';

test('the desk names who must not work, and a certificate is handed in', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/compliance');
  await test.step('the desk names who must not work without a click, at 1440 and 390 px', async () => {
    const stopped = page.getByRole('list', { name: 'Must not work', exact: true });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height });
        await expect(stopped.getByText('No broker affiliation in the public record')).toBeInViewport();
        await expect(page.getByRole('button', { name: /^Due this week/ })).toContainText('3');
        const apart = await page.getByRole('list', { name: /^Findings of/ }).evaluateAll((lists) =>
          lists
            .flatMap((list) => [...list.children])
            .filter((finding) => {
              const [mark, words] = [...(finding.firstElementChild?.children ?? [])].map((part) =>
                part.getBoundingClientRect(),
              );
              return !mark || !words || mark.right > words.left || mark.bottom <= words.top;
            })
            .map((finding) => finding.textContent),
        );
        expect(apart).toEqual([]);
        await expectAccessible({ dark: width === 1440 });
      });
    await page.getByRole('button', { name: /^Due this week/ }).click();
    await expect(stopped).toBeHidden();
    await expect(page.getByText(/^Notice of leaving due/)).toBeVisible();
  });
  await test.step('a certificate is handed in with a photo, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await moveTo(page, '/dashboard/license');
    await page.getByLabel('Course').fill('Fair housing');
    await page.getByLabel('Provider').fill('Acme School');
    await page.getByLabel('Completed on').fill('2026-01-02');
    await page.getByLabel('Hours', { exact: true }).fill('2,5');
    const photo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.getByLabel('PDF or photo (optional)').setInputFiles({
      name: 'certificate.png',
      mimeType: 'image/png',
      buffer: photo,
    });
    await page.getByRole('button', { name: 'Submit certificate' }).click();
    await expect(page.getByText('Hours must be a number, such as 2.5')).toBeVisible();
    await page.getByLabel('Hours', { exact: true }).fill('2.5');
    await page.getByRole('button', { name: 'Submit certificate' }).click();
    const list = page.getByRole('list', { name: 'What you submitted' });
    await expect(list).toContainText('Fair housing');
    await expect(list.getByRole('button', { name: 'Open file' })).toBeVisible();
    await expectAccessible();
  });
});

test('licenses are checked, and the desk names those of several accounts', async ({
  page,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn();
  await page.goto('/dashboard/admin/compliance/checks');
  await test.step('a license is checked, and its look stands in the file', async () => {
    await expect(page.getByRole('link', { name: /^Open the public record/ })).toHaveAttribute(
      'target',
      '_blank',
    );
    await page.getByLabel('Originally issued').fill('2024-02-29');
    await page.getByLabel('Expires on').fill('2099-01-31');
    await expectAccessible();
    await page.getByRole('button', { name: 'Save what the record shows' }).click();
    await expect(page.getByText('All licenses are checked.')).toBeVisible();
    await moveTo(page, '/dashboard/admin/licenses');
    await expect(page).toHaveURL(/compliance\/licenses$/);
    await page.getByRole('link', { name: /^Lupe/ }).click();
    await expect(page.getByRole('article', { name: 'Public record: first look' })).toContainText(
      'Jan 31, 2099',
    );
    await expectAccessible();
    await page.getByRole('button', { name: 'Add to the file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What').selectOption('Note');
    await dialog.getByLabel('Note').fill('Spoke to her');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(
      page.getByRole('article', { name: 'Note' }).filter({ hasText: 'Spoke to her' }),
    ).toBeVisible();
  });
  await test.step('a license that is as expected is noted by one key', async () => {
    const member = await newMember(request, server.dataDir);
    giveLicense(server.dataDir, member, '01776601');
    const headers = { 'x-auth-token': token };
    const own = await request.get('/api/auth', { headers: { 'x-auth-token': member.token } });
    const path = `/api/compliance/members/${(await own.json())._id}`;
    const seen = {
      type: 'salesperson',
      issued: '2024-02-29',
      expires: '2099-01-31',
      status: 'licensed',
      affiliation: 'ours',
      broker: '',
    };
    const data = { asExpected: false, remark: '', seen };
    const looked = await request.post(`${path}/check`, { headers, data });
    expect(looked.ok(), await looked.text()).toBe(true);
    // As the job finds it once a month has passed.
    changeData(
      server.dataDir,
      `insert into member_file_findings (id, file_id, kind, rank, shown_on, due_on, wrong_on, subject_id, detail)
       select ?, file.id, 'unverified', 51, '2020-01-02', '2020-01-02', '2020-01-02', null, ''
       from member_files file join users on users.id = file.user_id where users.email = ?`,
      crypto.randomUUID(),
      member.email,
    );
    await moveTo(page, '/dashboard/admin/compliance/checks');
    await expect(page.getByRole('heading', { name: member.name })).toBeVisible();
    await expect(page.getByRole('button', { name: 'As expected' })).toHaveAttribute('aria-keyshortcuts', 'x');
    await page.keyboard.press('x');
    await expect(page.getByRole('heading', { name: member.name })).toBeHidden();
    const { entries } = await (await request.get(path, { headers })).json();
    const checks = entries.filter(({ details }: { details: { kind: string } }) => details.kind === 'check');
    expect(checks).toMatchObject([{ details: { asExpected: true } }, { details: { asExpected: false } }]);
  });
  await test.step('the desk names the accounts that have one license number', async () => {
    const first = await newMember(request, server.dataDir);
    const second = await newMember(request, server.dataDir);
    for (const member of [first, second]) giveLicense(server.dataDir, member, '01777777');
    await moveTo(page, '/dashboard/admin/compliance');
    await page.getByText(/license numbers? (is|are) on several accounts$/).click();
    const shared = page.getByRole('listitem').filter({ hasText: '01777777: ' });
    await expect(shared).toContainText(first.name);
    await expectAccessible();
    await shared.getByRole('link', { name: second.name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(second.name);
  });
});

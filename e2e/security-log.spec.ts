import { button, expect, test } from './fixtures.ts';
import { beginWith, newMember } from './members.ts';

test('admins see who signed in and who failed to, at 1440 and 390 px, and narrow it to one account', {
  tag: '@long',
}, async ({ page, request, signIn, server, expectAccessibleAt }) => {
  const member = await newMember(request, server.dataDir);
  await request.post('/api/auth', { data: { email: member.email, password: 'not the right one' } });
  await signIn();
  await page.goto('/dashboard/admin/security');
  const row = page.getByRole('row').filter({ hasText: member.name }).filter({ hasText: 'Sign-in failed' });
  await expect(async () => {
    await page.reload();
    await page.getByText(/^Loading/).waitFor({ state: 'detached' });
    await expect(row).toHaveCount(1);
  }).toPass();
  await expect(row).toContainText('127.0.0.1');
  await expectAccessibleAt(1440, 390);
  await row.getByRole('link', { name: member.name }).click();
  const everyone = page.getByRole('button', { name: `Only ${member.name}: show everyone` });
  await button(page, 'Filters').click();
  for (const width of [390, 1440])
    await test.step(`narrowed at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expect(everyone).toBeVisible();
      await page.getByLabel('To day').fill('2020-01-31');
      await expect(page.getByText('No entries match this filter.')).toBeVisible();
      await page.getByLabel('To day').fill('');
      await expect(row).toBeVisible();
      await page.getByLabel('Event').selectOption({ label: 'Forbidden' });
      await expect(page.getByText('No entries match this filter.')).toBeVisible();
      await page.getByLabel('Event').selectOption({ index: 0 });
      await expect(row).toBeVisible();
    });
});

test('members see what happened to their own account in its settings', { tag: '@long' }, async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const member = await newMember(request, server.dataDir);
  await request.post('/api/auth', { data: { email: member.email, password: 'not the right one' } });
  await beginWith(page, member.token);
  const events = page.getByRole('list', { name: 'Security log' }).getByRole('listitem');
  await page.goto('/dashboard/account-settings');
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Security log' }).waitFor();
      await page.getByText(/Loading your security log/).waitFor({ state: 'detached' });
      return events.allInnerTexts();
    })
    .toEqual([expect.stringContaining('Sign-in failed'), expect.stringContaining('Password set')]);
  await expectAccessible();
  await page.route('**/api/auth/security-log*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText("We couldn't load your security log. Try again.")).toBeVisible();
});

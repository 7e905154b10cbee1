import { expect, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';

test('a template is edited; a new member ticks the steps on the dashboard', async ({
  page,
  signIn,
  server,
  browser,
  expectAccessible,
}) => {
  const token = await signIn();
  await page.goto('/dashboard/admin/onboarding/templates');
  await expect(page.getByRole('heading', { level: 1, name: 'Onboarding templates' })).toBeVisible();
  const title = page.getByRole('group', { name: 'Step 1', exact: true }).getByLabel('Title');
  await expect(title).toHaveValue(/\(sample\)$/);
  await title.fill('');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(title).toHaveAccessibleDescription('Title is required');
  await title.fill('Transfer your license');
  const about = page.getByRole('group', { name: 'Step 5', exact: true }).getByLabel('About (optional)');
  await expect(about).toHaveValue('w9');
  await about.selectOption('Payout details received');
  await about.selectOption('W-9 received');
  await expectAccessible();
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Template saved' })).toBeVisible();

  const email = `joins-${Date.now()}@example.com`;
  const headers = { 'x-auth-token': token };
  await page.request.post('/api/users', { headers, data: { name: 'Jo Joins', email } });
  const link = new URL(await mailedLink(server.dataDir, email));
  const data = { token: link.hash.slice(1), password: 'brand new and long', adult: true };
  const accepted = await page.request.post('/api/auth/set-password', { data });
  const theirs = (await accepted.json()).token;
  const context = await browser.newContext({ baseURL: server.url });
  const member = await context.newPage();
  await member.addInitScript((value) => localStorage.setItem('token', value), theirs);
  await member.goto('/dashboard');
  const steps = member.getByRole('list', { name: 'Joining steps' });
  await steps.getByRole('button', { name: 'Done: Transfer your license' }).click();
  await expect(member.getByText(/^1 of \d steps done$/)).toBeVisible();
  await context.close();

  await page.goto('/dashboard/admin/onboarding?q=Jo+Joins');
  await expect(page.getByRole('row', { name: 'Jo Joins' })).toContainText(/1 of \d/);
  await expectAccessible();

  await page.getByRole('link', { name: 'Jo Joins' }).first().click();
  const w9 = page.getByRole('listitem').filter({ hasText: 'W-9' });
  await expect(w9).toContainText('Done also checks off “W-9 received” for Jo Joins.');
  await expectAccessible();
  await w9.getByRole('button', { name: /^Done: / }).click();
  await expect(w9).toContainText(/Done on .* by /);
  await page.getByRole('link', { name: 'Compliance file' }).click();
  await expect(page.getByRole('button', { name: 'Uncheck: W-9 received' })).toBeVisible();
});

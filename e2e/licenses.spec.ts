import { expect, test } from './fixtures.ts';

test('a member enters a license; an admin verifies it', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn();
  await page.goto('/dashboard/account-settings');
  const number = page.getByLabel('DRE license number');
  await number.fill('1234');
  await page.getByLabel('Expires on').fill('2099-01-31');
  await page.getByRole('button', { name: 'Save license' }).click();
  await expect(number).toHaveAccessibleDescription(/License must be 8 digits/);
  await expect(page.getByLabel('Expires on')).toHaveValue('2099-01-31');
  await number.fill('07654321');
  await page.getByRole('button', { name: 'Save license' }).click();
  await expect(page.getByText('Jan 31, 2099. Not verified yet.')).toBeVisible();

  await page.goto('/dashboard/admin/licenses');
  await page.waitForURL('/dashboard/admin/compliance/licenses');
  await page.getByLabel('Rows per page').selectOption('All');
  await expect(page.getByRole('heading', { level: 1, name: 'Licenses' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'DRE #07654321' });
  await expect(row.getByRole('link', { name: /DRE #07654321/ })).toHaveAttribute(
    'href',
    'https://www2.dre.ca.gov/PublicASP/pplinfo.asp?License_id=07654321',
  );
  await expectAccessible();
  await row.getByRole('button', { name: /^Edit the license of/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel("Verified in the state's public record").check();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} by /);

  // The member changes it while the office has its form open.
  await row.getByRole('button', { name: /^Edit the license of/ }).click();
  const data = { number: '07654323', expires: '2099-01-31' };
  const headers = { 'x-auth-token': token };
  expect((await request.put('/api/licenses/me', { headers, data })).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^The license has changed since you opened it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'DRE #07654323' })).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import { office } from './closings.ts';
import { expect, test } from './fixtures.ts';

// All of a year is added up, so no other test may pay anything here.
test.use({ settings: { BROKERAGE_NAME: 'Reported Realty' } });

test('reports are read by month, a sum leads to its closing, and the report is printed and saved', {
  tag: '@long',
}, async ({ page, request, server, signIn, expectAccessible, expectAccessibleAt }) => {
  const { adminToken, agent } = await office(request, server.dataDir);
  const email = agent.email;
  const csv = [
    'reference,agent,property,kind,price,gross,fees,kept,paid',
    `R-1,${email},1 Report Way,residential,500000,12500,600,11900,2024-01-15`,
    `R-2,${email},2 Report Way,lease,3000,3000,300,2650,2024-02-20`,
  ].join('\n');
  const headers = { 'x-auth-token': adminToken };
  const imported = await request.post('/api/closings/import', { headers, data: { csv, apply: true } });
  expect(imported.ok(), await imported.text()).toBe(true);
  await signIn();
  await page.goto('/dashboard/admin/closings');
  await page.getByRole('navigation', { name: 'Closings' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Income' })).toBeFocused();
  await page.getByLabel('Period').selectOption('Chosen days');
  await page.getByLabel('From', { exact: true }).fill('2030-01-01');
  await page.getByLabel('To', { exact: true }).fill('2030-12-31');
  await expect(page.getByText('Nothing was paid in this period.')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2031-01-01');
  await expect(page.getByText('The first day must not be after the last.')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2024-01-01');
  await page.getByLabel('To', { exact: true }).fill('2024-12-31');
  const months = page.getByRole('table', { name: 'Income by month and kind' });
  await expect(months.getByRole('row', { name: 'All months' })).toContainText('$950');
  await expect(page.getByRole('table', { name: 'Income by kind' })).toContainText('Other dues');
  await expectAccessible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('income-2024-01-01-2024-12-31.csv');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(months).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await months.getByRole('row', { name: 'February 2024' }).getByRole('link', { name: '$300' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sources: Leases' })).toBeFocused();
  await expectAccessible();
  await page.getByRole('link', { name: '2 Report Way' }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin\/closings\/[0-9a-f-]{36}/);
  await page.goto('/dashboard/admin/closings/reports?period=days&from=2024-01-01&to=2024-12-31');
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Production' }).click();
  const agents = page.getByRole('table', { name: 'Production by agent' });
  await expect(agents.getByRole('row', { name: agent.name })).toContainText('$14,550');
  await agents.getByRole('button', { name: 'Kept' }).press('Enter');
  await expect(page).toHaveURL(/sort=-kept/);
  await expectAccessible();
  const reports = page.getByRole('navigation', { name: 'Reports' });
  await reports.getByRole('link', { name: 'Deductions' }).click();
  await expect(page.getByRole('table', { name: 'Deductions by month and kind' })).toContainText('$50');
  await reports.getByRole('link', { name: 'Promise' }).click();
  await expect(page.getByText('No closing with a complete package was paid in this period.')).toBeVisible();
  await reports.getByRole('link', { name: 'QuickBooks' }).click();
  await expect(page.getByText('2 entries of these days are not exported yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Name the accounts' }).press('Enter');
  await page.route('**/api/bookkeeping/journal/accounts', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  // Below fields that are higher than the window.
  await expect(page.getByRole('dialog').getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.unroute('**/api/bookkeeping/journal/accounts');
  await page.getByLabel('Money received by the brokerage').fill('Checking:');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write an account as Parent:Account')).toBeVisible();
  await expect(page.getByLabel('Money received by the brokerage')).toBeFocused();
  await page.getByLabel('Money received by the brokerage').fill('Checking:Main');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Make an export' }).press('Enter');
  await expect(page.getByText('Everything of these days is exported.')).toBeVisible();
  const journal = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download export 1' }).press('Enter');
  const path = await (await journal).path();
  expect(await readFile(path, 'utf8')).toContain('"1","01/15/2024","Checking:Main","600.00",""');
  await expectAccessible();
  await reports.getByRole('link', { name: 'Income' }).click();
  await expect(months).toContainText('$600');
  await expectAccessibleAt(390);
  await page.route('**/api/bookkeeping/income?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText("We couldn't load the income.")).toBeVisible();
});

import { office, property } from './closings.ts';
import { expect, test } from './fixtures.ts';
import { beginWith } from './members.ts';

const path = '/dashboard/admin/closings/1099';

test('the payees of a year say who needs a form and whose W-9 is missing, as a list, file and print', async ({
  page,
  browser,
  baseURL,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { adminToken, agent } = await office(request, server.dataDir);
  const [paid, small] = [property(), property()];
  const csv = [
    'reference,agent,property,kind,price,gross,fees,kept,paid',
    `P-${Date.now()},${agent.email},"${paid}",residential,500000,12500,600,11900,2024-03-15`,
    `S-${Date.now()},${agent.email},"${small}",residential,100000,800,300,500,2023-03-15`,
  ].join('\n');
  const added = await request.post('/api/closings/import', {
    headers: { 'x-auth-token': adminToken },
    data: { csv, apply: true },
  });
  expect(await added.json()).toMatchObject({ added: 2 });
  await signIn();
  // As if it was the autumn of the year of that payment.
  await page.clock.setFixedTime('2024-11-15T20:00:00Z');
  await page.goto('/dashboard/admin/closings');
  await page.getByRole('navigation', { name: 'Closings' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: '1099-NEC' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '1099-NEC' })).toBeFocused();
  await expect(page.getByText('A form is needed from $600 on')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Without a W-9' })).toContainText(`${agent.name} $11,900`);
  await page.getByLabel('Search payees').fill(agent.name);
  const row = page.getByRole('table', { name: 'Payees' }).getByRole('row', { name: agent.name });
  await expect(row).toContainText('$11,900');
  await expect(row).toContainText('Missing');
  await expect(row).toContainText('Yes');
  await expectAccessible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('payees-2024.csv');
  await page.getByRole('button', { name: 'Filters' }).press('Enter');
  await page.getByLabel('Needs a form').selectOption('No: corporation');
  await expect(page.getByText('No payees match.')).toBeVisible();
  await page.getByLabel('Year').selectOption('2023');
  await page.getByLabel('Needs a form').selectOption('No: below the threshold');
  await expect(row).toContainText('$500');
  await expect(page.getByRole('list', { name: 'Without a W-9' })).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(row).toBeVisible();
  await page.emulateMedia({ media: null, colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('table', { name: 'Payees' })).toContainText('$500');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible();

  const own = await browser.newContext(baseURL ? { baseURL } : {});
  const member = await own.newPage();
  await beginWith(member, agent.token);
  await member.goto('/dashboard/my-closings/year/2024');
  const counts = member.getByRole('table', { name: 'For the 1099-NEC' });
  await expect(counts.getByRole('row', { name: 'Paid to you' })).toContainText(/Counted.*\$11,900/);
  await expect(counts.getByRole('row', { name: 'Fees of the brokerage' })).toContainText(
    /Not counted.*\$600/,
  );
  await member.goto(path);
  await expect(member.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await own.close();
});

test('a year without payments is empty, one that does not load offers another try, and a later year asks for its threshold', {
  tag: '@long',
}, async ({ page, signIn, expectAccessible }) => {
  await signIn();
  await page.goto(`${path}?year=2019`);
  await expect(page.getByText('No one was paid in this year.')).toBeVisible();
  await page.route('**/api/payees/2031?*', (route) => route.abort());
  await page.goto(`${path}?year=2031`);
  await expect(page.getByText("We couldn't load the payees.")).toBeVisible();
  await page.unroute('**/api/payees/2031?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The threshold of 2031 is not entered yet')).toBeVisible();
  await page.getByRole('button', { name: 'Enter the threshold' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Threshold of 2031' });
  await dialog.getByLabel('Threshold').fill('2,300,00');
  await dialog.getByLabel('Source').fill('Notice of the IRS');
  await dialog.getByLabel('Source').press('Enter');
  await expect(dialog.getByText("We can't read this amount")).toBeVisible();
  await expect(dialog.getByLabel('Threshold')).toBeFocused();
  await expectAccessible();
  await dialog.getByLabel('Threshold').fill('2,300');
  await dialog.getByLabel('Threshold').press('Enter');
  await expect(page.getByText('A form is needed from $2,300 on (Notice of the IRS).')).toBeVisible();
});

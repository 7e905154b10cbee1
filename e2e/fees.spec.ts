import { officeDay } from '../src/shared/dates.ts';
import { button, expect, said, test } from './fixtures.ts';

const figures = {
  'Transaction fee': '8831',
  'E&O insurance': '8832',
  'The upper tier starts at': '8833000',
  'Upper tier, percent of commission': '7.31',
  'Upper tier, fee per step': '8835',
  'Upper tier, step of the sales price': '88340',
  'Lease, flat': '8836',
  'Lease, percent of commission': '7.32',
  'Referral, flat': '8837',
  'Referral, percent of commission': '7.33',
  'Transaction coordinator': '8838',
  'Short sale processing': '8839',
  'Annual fee': '8840',
};
const former = /\$(475|125|100|500|795|150|399)(?![\d,])/;

test('an admin publishes other figures for all fees, and no page shows a former one', async ({
  page,
  browser,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/site');
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Fees' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeFocused();
  const preview = page.frameLocator('iframe[title="Preview of the fees on the landing page"]');
  await expect(preview.getByRole('heading', { name: 'Every fee, on one page' })).toBeInViewport();
  await expect(button(page, 'Publish version 2')).toBeDisabled();

  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Upper tier, step of the sales price').fill('0');
  await expect(
    page.getByText('Upper tier, step of the sales price must be from $1,000 to $1,000,000'),
  ).toBeVisible();
  await expectAccessible();
  for (const [label, text] of Object.entries(figures)) await field(label).fill(text);
  await field('In force from').fill('');
  await button(page, 'Publish version 2').click();
  await expect(page.getByText('Choose a day')).toBeVisible();
  await field('In force from').fill(officeDay(new Date().toISOString()));
  await expect(page.getByRole('list', { name: 'What changes' }).getByRole('listitem')).toHaveCount(13);
  await expect(preview.getByText('$8,831 + $8,832 E&O').first()).toBeVisible();
  await expect(preview.locator('mark').first()).toBeAttached();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await button(page, 'Publish version 2').click();
  await button(page, 'Publish').click();
  await expect(said(page, 'Version 2 is in force')).toBeVisible();
  await expect(page.getByText('Version 2, in force')).toBeVisible();

  // As a visitor: the page Login sends who is signed in to the dashboard.
  const visitor = await browser.newContext(baseURL ? { baseURL } : {});
  const site = await visitor.newPage();
  for (const path of ['/', '/contact', '/login', '/?price=900000&rate=3#calculator', '/articles']) {
    await site.goto(path);
    expect(await site.locator('body').textContent(), path).not.toMatch(former);
  }
  await site.goto('/?price=900000#calculator');
  await expect(site.getByText('Our fees have changed since this link was made')).toBeVisible();
  const calculator = site.getByRole('form', { name: 'Commission calculator' });
  await expect(calculator.getByText('12 × $17,663')).toBeVisible();
  await calculator.getByLabel('Sale price').fill('700000');
  await expect(site).toHaveURL(/fees=2/);
  await site.reload();
  await expect(calculator.getByText('12 × $17,663')).toBeVisible();
  await expect(site.getByText('Our fees have changed since this link was made')).toBeHidden();
  await site.goto('/?utm_source=newsletter#calculator');
  await calculator.getByLabel('Sale price').click();
  await expect(site.locator('[data-island="calculator"]')).toHaveAttribute('data-ready', '');
  await expect(site.getByText('Our fees have changed since this link was made')).toBeHidden();
  await visitor.close();

  // Back to the former figures makes a new version.
  await field('Annual fee').fill('77');
  await page.getByRole('button', { name: 'Use the figures of version 1' }).click();
  await button(page, 'Use them').click();
  await expect(field('Transaction fee')).toHaveValue('475');
  await button(page, 'Publish version 3').click();
  await button(page, 'Publish').click();
  await expect(page.getByText('Version 3, in force')).toBeVisible();
});

test('the preview of fees is made after a pause in typing, not for each key', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/fees/preview')) asked.push(request.postData() ?? '');
  });
  await signIn();
  await page.goto('/dashboard/admin/site/fees');
  const preview = page.frameLocator('iframe[title="Preview of the fees on the landing page"]');
  await expect(preview.getByRole('heading', { name: 'Every fee, on one page' })).toBeInViewport();
  const before = asked.length;
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const field = page.getByLabel('Transaction fee', { exact: true });
  for (const text of ['8', '88', '883', '8831']) await field.fill(text);
  await expect(page.getByRole('list', { name: 'What changes' }).getByText('$8,831')).toBeVisible();
  expect(asked).toHaveLength(before);
  await page.clock.runFor(400);
  await page.clock.resume();
  await expect(preview.getByText('$8,831 + $').first()).toBeVisible();
  expect(asked).toHaveLength(before + 1);
});

test('an admin schedules fees and withdraws them; who publishes over another is told', async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  await page.goto('/dashboard/admin/site/fees');
  await page.getByLabel('E&O insurance', { exact: true }).fill('140');
  const headers = { 'x-auth-token': token };
  const { versions } = await (await request.get('/api/fees/versions', { headers })).json();
  const { version: _, ...present } = versions[0].schedule;
  const year = new Date().getFullYear() + 1;
  const starts = `${year}-12-31`;
  const data = { figures: { ...present, sale: 480_00 }, starts };
  expect((await request.post('/api/fees/versions', { headers, data })).status()).toBe(200);
  await page.getByRole('button', { name: /^Publish version/ }).click();
  await button(page, 'Publish').click();
  await expect(page.getByText('Another admin changed the fees since you opened this page.')).toBeVisible();
  await button(page, 'Show theirs').click();
  await expect(page.getByText(`is scheduled for Dec 31, ${year}`)).toBeVisible();
  await page.getByRole('button', { name: /^Withdraw version/ }).click();
  await button(page, 'Withdraw').click();
  await expect(page.getByText(/^Version \d+ is withdrawn$/).first()).toBeVisible();
  await expect(page.getByText(`is scheduled for Dec 31, ${year}`)).toBeHidden();
});

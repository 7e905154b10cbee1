import { expect, test } from './fixtures.ts';

test('insights are reached by the drawer, each figure leads to its list, each plot has a table', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
  await request.get('/', { headers });
  const data = { firstName: 'Ines', lastName: 'Sight', phone: '555-0142', email: 'ines@example.com' };
  await request.post('/api/contact', { data, headers });
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: 'New leads' })).toContainText(
    /28 days before: \d/,
  );
  await page.getByRole('link', { name: 'Insights', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeFocused();
  const funnel = page.getByRole('table', { name: 'Funnel' });
  await expect(funnel.getByRole('row', { name: 'New' })).toContainText('100%');
  await expect(page.getByRole('table', { name: 'Leads by week and source' }).getByRole('row')).toHaveCount(
    14,
  );
  await expect(page.getByRole('table', { name: 'First response' })).toContainText('No response yet');
  await expectAccessible();
  await page.getByLabel('Period').selectOption('90 days');
  await expect(page).toHaveURL('/dashboard/insights?days=90');
  await expect(page.getByRole('listitem').filter({ hasText: 'New leads' })).toContainText(
    /90 days before: \d/,
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible();
  await page.getByRole('link', { name: 'Waiting for a reply' }).click();
  await expect(page).toHaveURL('/dashboard/leads/today');
});

import { admin, expect, test } from './fixtures.ts';

test('a list is checked, invited in the background, and what failed comes as a file', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const key = Date.now();
  const csv = [
    'Agent;Mail;Role',
    `Ana Ruiz;ana-${key}@example.com;Closings`,
    `Bo Diaz;bo-${key}@example.com`,
    `Bo Diaz;BO-${key}@example.com`,
    `Known;${admin.email}`,
    'Nobody;nowhere',
  ].join('\r\n');
  await page.goto('/dashboard/admin');
  await page.getByRole('link', { name: 'Invite many' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invite many' })).toBeFocused();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'agents.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv, 'utf8'),
  });
  await expect(page.getByRole('heading', { level: 2, name: '5 rows' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'New: 2' })).toHaveText(
    'New: 2 · Member: 1 · Invited: 0 · Duplicate: 1 · Error: 1',
  );
  await expect(page.getByLabel('Email address')).toHaveValue('1');
  await expect(page.getByRole('row', { name: 'Nobody' })).toContainText('Please include a valid email');
  await expect(page.getByRole('row', { name: 'Nobody' })).not.toContainText('Member');
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('2');
  await expect(page.getByRole('row', { name: 'Ana Ruiz' })).toContainText('Closings');
  await expectAccessible();
  await page.getByRole('button', { name: 'Invite 2, skip 3' }).click();
  await expect(page.getByText('All accounts created: 2')).toBeVisible();
  await expectAccessible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rows not invited (CSV)' }).click();
  expect((await saving).suggestedFilename()).toBe('not-invited.csv');
  await page.goto(`/dashboard/admin?q=ana-${key}`);
  await expect(page.getByRole('row', { name: 'Ana Ruiz' })).toContainText('Invited');
});

test('a list can be pasted, and stays when it cannot be checked', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/invite');
  const list = page.getByLabel('Or paste the list');
  await list.fill('Ann,ann-pasted@example.com');
  await page.route('**/api/users/bulk/preview', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('unreachable').or(page.getByText('reach'))).toBeVisible();
  await expect(list).toHaveValue('Ann,ann-pasted@example.com');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByRole('button', { name: 'Invite 1, skip 0' })).toBeVisible();
});

import type { APIRequestContext } from '@playwright/test';
import { office } from './closings.ts';
import { expect, test } from './fixtures.ts';
import { beginWith } from './members.ts';

test('dues are added, their payments noted by keyboard, and their member sees them', async ({
  page,
  browser,
  baseURL,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { agent, adminToken } = await office(request, server.dataDir);
  await owe(request, { agent, adminToken }, 'Lockbox');
  await signIn();
  await page.goto('/dashboard/admin/dues');
  await page.getByRole('button', { name: 'Add a due' }).click();
  await page.getByLabel('Member').fill(agent.name);
  await page.getByRole('list', { name: 'Members found' }).getByRole('button').first().click();
  await page.getByLabel('Label').fill('Lost sign');
  await page.getByLabel('Amount').fill('60');
  await page.getByLabel('Reason').fill('Left at the house');
  await page.getByRole('button', { name: 'Add due' }).click();
  await expect(page.getByRole('table', { name: 'Dues' })).toContainText('Lost sign');
  await expectAccessible();
  const own = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  const member = await own.newPage();
  await beginWith(member, agent.token);
  await member.goto('/dashboard/my-closings/dues');
  await expect(member.getByText('You owe $155.')).toBeVisible();
  await page.getByRole('link', { name: 'Note payments' }).click();
  const method = page.getByLabel(`How ${agent.name} paid Lost sign`);
  await page.getByLabel('Search by member or due').fill(agent.name);
  await expect(page.getByRole('table', { name: 'Open dues' }).getByRole('row')).toHaveCount(3);
  await page.getByLabel(`How ${agent.name} paid Lockbox`).focus();
  await page.keyboard.type('Check 11');
  await page.keyboard.press('Enter');
  await expect(method).toBeFocused();
  await page.keyboard.type('Check 12');
  // A typed method stays while other rows are looked for.
  await page.getByLabel('Search by member or due').fill('No such due');
  await expect(page.getByText('No open due matches.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Note 2 payments' })).toBeEnabled();
  await expect(page.getByText('Together $155')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Note 2 payments' }).press('Enter');
  await expect(page.getByText('2 payments noted')).toBeVisible();
  await member.reload();
  await expect(member.getByRole('table', { name: 'My dues' })).toContainText('Check 12');
  await own.close();
});

test('the dues of a member are for everyone on a phone, also in the dark', async ({
  page,
  request,
  server,
  expectAccessibleAt,
}) => {
  const scene = await office(request, server.dataDir);
  await owe(request, scene, 'Lockbox');
  await beginWith(page, scene.agent.token);
  await page.goto('/dashboard/my-closings/dues');
  await expect(page.getByText('You owe $95.')).toBeVisible();
  await expectAccessibleAt(390);
});

/** Adds an overdue one of $95. */
async function owe(
  request: APIRequestContext,
  { agent, adminToken }: Awaited<ReturnType<typeof office>>,
  label: string,
): Promise<void> {
  const { _id } = await (await request.get('/api/auth', { headers: { 'x-auth-token': agent.token } })).json();
  const added = await request.post('/api/dues', {
    headers: { 'x-auth-token': adminToken },
    data: { member: _id, label, amount: 95_00, reason: 'Not returned', due: '2026-01-05' },
  });
  expect(added.ok(), await added.text()).toBe(true);
}

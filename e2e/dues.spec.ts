import { office } from './closings.ts';
import { expect, test } from './fixtures.ts';
import { beginWith } from './members.ts';

test('a due is added, its payment noted by keyboard, and its member sees it', async ({
  page,
  browser,
  baseURL,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { agent } = await office(request, server.dataDir);
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
  await expect(member.getByText('You owe $60.')).toBeVisible();
  await page.getByRole('link', { name: 'Note payments' }).click();
  const method = page.getByLabel(`How ${agent.name} paid Lost sign`);
  await page.getByLabel('Search by member or due').fill(agent.name);
  await expect(page.getByRole('table', { name: 'Open dues' }).getByRole('row')).toHaveCount(2);
  await method.fill('Check 12');
  // A typed method stays while other rows are looked for.
  await page.getByLabel('Search by member or due').fill('No such due');
  await expect(page.getByText('No open due matches.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Note 1 payment' })).toBeEnabled();
  await expectAccessible();
  await page.getByRole('button', { name: 'Note 1 payment' }).press('Enter');
  await expect(page.getByText('1 payment noted')).toBeVisible();
  await member.reload();
  await expect(member.getByRole('table', { name: 'My dues' })).toContainText('Check 12');
  await own.close();
});

import { expect, test } from './fixtures.ts';
import { newMember } from './members.ts';

test('someone leaves by one dialog, which shows what is open and keeps what was typed', async ({
  page,
  request,
  server,
  signIn,
  expectAccessibleAt,
}) => {
  const member = await newMember(request, server.dataDir);
  await signIn();
  await page.goto('/dashboard/admin');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(member.email);
  await page.getByRole('button', { name: `Actions for ${member.name}` }).click();
  await page.getByRole('menuitem', { name: "They're leaving" }).click();
  const dialog = page.getByRole('dialog', { name: `${member.name} is leaving` });
  await test.step('what is open stands first', async () => {
    const open = dialog.getByRole('region', { name: 'Still open' });
    await expect(open).toContainText('2 pages to read');
    await expect(open).toContainText('None');
  });
  await test.step('a refusal keeps the reason', async () => {
    await dialog.getByLabel('Reason').fill('Moves to Nevada');
    await dialog.getByRole('button', { name: 'Note that they have left' }).click();
    await expect(dialog.getByText('Leaving date must be a date')).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toHaveValue('Moves to Nevada');
    await expectAccessibleAt(390, 1440);
  });
  await test.step('a day to come is noted by the keyboard', async () => {
    const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Last day').fill(later);
    await expect(dialog.getByRole('list', { name: 'What happens' })).toContainText(
      'their account is suspended on',
    );
    await dialog.getByRole('button', { name: 'Note that they leave' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Leaves', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Notice of leaving due/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: "They're leaving" })).toBeHidden();
  });
  await test.step('withdrawing the day calls it off, and says so first', async () => {
    await page
      .getByRole('article', { name: 'Leaving', exact: true })
      .getByRole('button', { name: 'Withdraw' })
      .first()
      .click();
    const withdrawal = page.getByRole('dialog', { name: 'Withdraw this entry?' });
    await expect(withdrawal).toContainText('that is called off');
    await withdrawal.getByLabel('Reason').fill('They stay');
    await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByRole('button', { name: "They're leaving" })).toBeVisible();
  });
});

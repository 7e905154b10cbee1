import { expect, test } from './fixtures.ts';

// A server of its own: the other tests need the samples.
test.use({ settings: { BROKERAGE_NAME: 'Emptied Homes' } });

test('sample content is removed from the page System, once confirmed', { tag: '@long' }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/system');
  const remove = page.getByRole('button', { name: 'Remove sample content' });
  await remove.click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove all sample content?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await remove.click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sample content removed' })).toBeVisible();
  await expect(remove).toHaveCount(0);
  for (const [address, empty] of [
    ['/dashboard/leads', 'No leads yet'],
    ['/dashboard/view-articles', 'No articles yet'],
    ['/members', 'No members yet'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(empty)).toBeVisible();
  }
});

import { expect, test } from './fixtures.ts';
import { callsOf, readyToSend } from './joining.ts';

const editor = 'Text of the agreement';

test('an admin writes, publishes and compares the agreement', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await readyToSend(callsOf(request, await signIn()));
  await page.goto('/dashboard/admin/agreement');
  await expect(page.getByText(/^Agents sign version \d/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Markdown' }).click();
  const text = page.getByLabel(editor);
  await text.press('Control+End');
  await page.keyboard.type('\n\nMediation first, for ');
  await page.getByRole('button', { name: 'Insert {member}' }).click();
  await expect(text).toHaveValue(/Mediation first, for \{member\}$/);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  const preview = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preview as PDF' }).click();
  expect((await preview).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByText(/This text is newer/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What changed').fill('Mediation');
  await dialog.getByLabel('Ask members to sign again').selectOption('All members');
  await expectAccessible();
  await dialog.getByRole('button', { name: /^Publish version/ }).click();
  await expect(page.getByText(/which is this text/)).toBeVisible();

  await page.getByRole('navigation', { name: 'Agreement' }).getByRole('link', { name: 'Versions' }).click();
  await expect(page.locator('ins')).toContainText('Mediation first');
  await expectAccessible();
  await page.getByRole('link', { name: 'Asked to sign again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Asked to sign again' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Signed', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Signed agreements' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Agreement' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name as licensed')).toHaveValue(/ Broker$/);
  await page.getByLabel('Second reminder').fill('2');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Second reminder')).toHaveAccessibleDescription(/after the first/);
  await expectAccessible();
});

test('a file that is no agreement is unknown', async ({ page, signIn, expectAccessible }) => {
  await signIn();
  await page.goto('/dashboard/admin/agreement/verify');
  await page.getByLabel('PDF of an agreement').setInputFiles({
    ...{ name: 'other.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 other') },
  });
  await expect(page.getByRole('heading', { name: 'Unknown' })).toBeVisible();
  await expectAccessible();
});

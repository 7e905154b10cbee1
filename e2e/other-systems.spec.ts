import { openGroup } from './drawer.ts';
import { admin, doNotWaitForLoading, expect, test } from './fixtures.ts';
import { changeData } from './members.ts';

test('an admin adds a webhook, sees its secret once, turns it off and deletes it', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  const name = `CRM ${Date.now()}`;
  await signIn();
  await page.goto('/dashboard');
  await openGroup(page, 'System');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('URL').fill('https://127.0.0.1/hook');
  await dialog.getByLabel('A lead joined').check();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('URL is not public')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await dialog.getByLabel('URL').fill('https://hooks.example.com/leads');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: "I've saved it" }).click();
  await expect(page.getByRole('row', { name })).toContainText('New lead, A lead joined');
  await page.getByRole('link', { name: `Open ${name}` }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();
  await expect(page.getByRole('row', { name })).toBeHidden();
});

test('an old session is asked who it is before it sees the webhooks, and is not asked again', async ({
  page,
  signIn,
  server,
  expectAccessible,
}) => {
  await signIn();
  changeData(
    server.dataDir,
    'update sessions set created_at = ? where user_id = (select id from users where email = ?)',
    new Date(Date.now() - 16 * 60_000).toISOString(),
    admin.email,
  );
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  // The list is loading as long as it is open.
  await doNotWaitForLoading(page);
  await page.goto('/dashboard/admin/webhooks');
  await expect(dialog).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(page.getByText("We couldn't load the webhooks.")).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('an admin makes an API token, which works until it is revoked', async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  const name = `CRM ${Date.now()}`;
  await signIn();
  await page.goto('/dashboard');
  await openGroup(page, 'System');
  await page.getByRole('link', { name: 'API tokens' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeFocused();
  await page.getByRole('button', { name: 'Add token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Choose at least one scope')).toBeVisible();
  await dialog.getByLabel('Read leads').check();
  await dialog.getByRole('button', { name: 'Add' }).click();
  const shown = dialog.getByText(/^hq_/);
  await expect(shown).toBeVisible();
  const headers = { 'x-auth-token': (await shown.textContent()) ?? '' };
  await dialog.getByRole('button', { name: "I've saved it" }).click();
  await expect(page.getByRole('row', { name })).toContainText('Never');
  await expectAccessible();
  expect((await request.get('/api/leads', { headers })).status()).toBe(200);
  expect((await request.get('/api/users', { headers })).status()).toBe(403);
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  // While the dialog is open, nothing behind it has a role.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('row', { name })).toBeHidden();
  expect((await request.get('/api/leads', { headers })).status()).toBe(401);
});

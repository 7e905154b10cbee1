import { openGroup } from './drawer.ts';
import { expect, test } from './fixtures.ts';

test('the page System is reached by the drawer and says in words how the server is doing', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard');
  await openGroup(page, 'System');
  await page.getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeFocused();
  await expect(page.getByText("Email isn't set up. Messages wait until SMTP_URL is set.")).toBeVisible();
  await expect(page.getByText('SQLite, embedded')).toBeVisible();
  await expect(page.getByText(/^No backups: BACKUP_DIR is not set\./)).toBeVisible();
  await expect(page.getByText('Not made: BACKUP_DIR is not set')).toBeVisible();
  await expect(page.getByText(/^\d+\.\d+\.\d+, on Node 24/)).toBeVisible();
  await expectAccessible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible();
});

test('the page System shows a failure and tries again', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn();
  let fails = true;
  await page.route('**/api/system', (route) =>
    fails ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto('/dashboard/admin/system');
  await expect(page.getByText(/^We couldn't load the system status/)).toBeVisible({
    timeout: 15_000,
  });
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('SQLite, embedded')).toBeVisible();
});

import { setUpApp, storeCodes } from './authenticator-app.ts';
import { expect, test } from './fixtures.ts';

test.use({ settings: { SECOND_FACTOR: 'admins' } });

test('who must have a second factor sees nothing else before it is set up', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/admin');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Set up two-step verification');
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible();
  await setUpApp(page);
  await storeCodes(page);
  await expect(heading).toHaveText('Users');
});

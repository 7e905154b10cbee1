import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

test('an office that is older than its server offers to reload, and what was typed is there again', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.route('**/api/auth', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-build': '9999-01-01T00:00:00.000Z/newer' };
    await route.fulfill({ response, headers });
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/dashboard/add-testimonial');
  const notice = page.getByText('A new version is ready.');
  await expect(notice).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByLabel('Name').fill('Dana Example');
  await expectAccessible();

  await page.unroute('**/api/auth');
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Dana Example');
  await expect(notice).toBeHidden();
});

test('a page of another build gets its files from this server', async ({ request, server }) => {
  expect((await request.get('/assets/Other-12345678.js')).status()).toBe(404);
  await writeFile(join(server.dataDir, 'assets/Other-12345678.js'), 'export {}');
  await expect.poll(async () => (await request.get('/assets/Other-12345678.js')).status()).toBe(200);
});

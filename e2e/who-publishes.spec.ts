import { button, expect, said, test } from './fixtures.ts';
import { beginWith, newMember } from './members.ts';

test('an admin chooses who publishes articles, and a member is offered no way to write', async ({
  page,
  browser,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { token } = await newMember(request, server.dataDir);
  await signIn();
  await page.goto('/dashboard/admin/site');
  await page.getByRole('link', { name: 'Who can publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Who can publish' })).toBeFocused();
  const articles = page.getByRole('group', { name: 'Articles' });
  await expect(page.getByText("Until you save, the server's setting CONTENT_EDITORS decides.")).toBeVisible();
  await expect(articles.getByLabel('Every member')).toBeChecked();
  await expectAccessible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await articles.getByLabel('Only people with the right Content').check();
  await button(page, 'Save settings').click();
  await expect(said(page, 'Settings saved')).toBeVisible();
  await page.reload();
  await expect(articles.getByLabel('Only people with the right Content')).toBeChecked();

  const context = await browser.newContext();
  const members = await context.newPage();
  await beginWith(members, token);
  await members.goto(`${server.url}/dashboard`);
  await expect(members.getByRole('link', { name: 'Add testimonial' })).toBeVisible();
  await expect(members.getByRole('link', { name: /Add article|Write an article/ })).toHaveCount(0);
  await context.close();

  await articles.getByLabel('Every member').check();
  await button(page, 'Save settings').click();
  await expect(articles.getByLabel('Every member')).toBeChecked();
});

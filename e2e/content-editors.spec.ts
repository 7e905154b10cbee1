import { expect, test } from './fixtures.ts';
import { beginWith, newMember } from './members.ts';

test.use({ settings: { CONTENT_EDITORS: 'admins' } });

test.describe('where only admins edit content, a member', () => {
  test.beforeEach(async ({ page, request, server }) => {
    await beginWith(page, (await newMember(request, server.dataDir)).token);
  });

  test('is offered no way to write', { tag: '@long' }, async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'View testimonials' })).toBeVisible();
    await expect(
      page.getByRole('link', { name: /Add (article|a? ?testimonial)|Write an article/ }),
    ).toHaveCount(0);
  });

  test('reads the published articles and the testimonials', { tag: '@long' }, async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/dashboard/view-articles');
    const articles = page.getByRole('table', { name: 'Articles' });
    await expect(articles.getByRole('link', { name: /^View / })).toHaveCount(5);
    await expect(articles.getByRole('columnheader', { name: 'State' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^(Edit|Add) / })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
    await expectAccessible();

    await page.getByRole('link', { name: 'View testimonials' }).click();
    const testimonials = page.getByRole('table', { name: 'Testimonials' });
    await expect(testimonials.getByRole('row')).toHaveCount(6);
    await expect(page.getByRole('link', { name: /^(Edit|Add) / })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Delete|Move) / })).toHaveCount(0);
    await expectAccessible();
  });

  test('finds no page to write at', { tag: '@long' }, async ({ page, request }) => {
    const [{ _id: article }] = await (await request.get('/api/articles')).json();
    const [{ _id: testimonial }] = await (await request.get('/api/testimonials')).json();
    for (const address of [
      '/dashboard/add-article',
      `/dashboard/edit-article/${article}`,
      `/dashboard/preview-article/${article}`,
      `/dashboard/article-versions/${article}`,
      '/dashboard/add-testimonial',
      `/dashboard/edit-testimonial/${testimonial}`,
      '/dashboard/handbook',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Page Not Found' }), address).toBeVisible();
    }
  });
});

test('where only admins edit content, an admin does', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/view-articles');
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(5);
  await page.getByRole('main').getByRole('link', { name: 'Add article' }).click();
  await expect(page).toHaveURL('/dashboard/add-article');
  await expect(page.getByLabel('Title')).toBeVisible();
});

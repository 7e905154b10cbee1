import { expect, test } from './fixtures.ts';

test.describe('the description of the API', () => {
  test('leads from the contents to a call, and shows what it answers', async ({ page }) => {
    await page.goto('/api/docs');
    await page
      .getByRole('navigation', { name: 'Calls of the API' })
      .getByRole('link', { name: 'Articles' })
      .click();
    await expect(page.getByRole('heading', { name: 'Articles', exact: true })).toBeInViewport();
    const call = page.getByRole('article', { name: 'POST /api/articles', exact: true });
    await expect(call.getByRole('term').filter({ hasText: 'title' })).toContainText('required');
    await call.getByText('Answer of').click();
    await expect(call.getByText('slug: text')).toBeVisible();
  });

  test('is accessible with calls open', { tag: '@long' }, async ({ page, expectAccessible }) => {
    await page.goto('/api/docs');
    await page.evaluate(() => {
      // Calls are alike, and all of them would keep axe busy for half a minute: the first of each group, all opened.
      for (const call of document.querySelectorAll('article ~ article')) call.remove();
      for (const more of document.querySelectorAll('article details')) more.setAttribute('open', '');
    });
    await expectAccessible();
  });

  test('fits the narrowest screen, without script', { tag: '@long' }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    });
    const page = await context.newPage();
    await page.goto(`${baseURL}/api/docs#post-articles`);
    const call = page.getByRole('article', { name: 'POST /api/articles', exact: true });
    await expect(call).toBeInViewport();
    await call.getByText('Example of').click();
    await expect(call.getByText('curl -X POST')).toBeVisible();
    const width = await call.evaluate((element) => element.ownerDocument.documentElement.scrollWidth);
    expect(width).toBe(320);
    await context.close();
  });
});

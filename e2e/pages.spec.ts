import { expect, test } from './fixtures.ts';

const pages = [
  { path: '/', title: /Homequest/ },
  { path: '/articles', title: 'Articles · Homequest' },
  { path: '/contact', title: 'Contact us · Homequest' },
  { path: '/login', title: 'Sign in · Homequest' },
  { path: '/reset-password', title: 'Reset your password · Homequest' },
  { path: '/privacy-and-gdpr-policy', title: 'Privacy and GDPR policy · Homequest' },
  { path: '/policies', title: 'Policies · Homequest' },
  { path: '/accessibility', title: 'Accessibility · Homequest' },
  { path: '/nowhere', title: 'Page not found · Homequest' },
];

test('every page has its title, one h1 and nothing wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const { path, title } of pages) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test('the footer leads to the privacy policy, which says how to reach the office', async ({ page }) => {
  await page.goto('/articles');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /privacy/i })
    .click();
  await expect(page).toHaveURL('/privacy-and-gdpr-policy');
  await expect(page.getByText('Last updated 04-02-2020')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'office@example.com' })).toHaveAttribute(
    'href',
    'mailto:office@example.com',
  );
});

test('a page that is not there says so and leads on', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Articles' }).click();
  await expect(page).toHaveURL('/articles');
});

test('the footer of a short page is at the bottom of the window', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goto('/nowhere');
  const box = await page.getByRole('contentinfo').boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(1400);
});

test('map and feed are XML that a browser can read', { tag: '@long' }, async ({ page, server }) => {
  await page.goto('/articles');
  const read = (path: string) =>
    page.evaluate(async (address) => {
      const text = await (await fetch(address)).text();
      const document = new DOMParser().parseFromString(text, 'text/xml');
      return {
        errors: document.querySelectorAll('parsererror').length,
        addresses: [...document.querySelectorAll('loc, item > link')].map((element) => element.textContent),
      };
    }, path);
  const [map, feed] = [await read('/sitemap.xml'), await read('/rss.xml')];
  expect(map.errors + feed.errors).toBe(0);
  expect(map.addresses).toContain(`${server.url}/privacy-and-gdpr-policy`);
  expect(map.addresses).toEqual(expect.arrayContaining(feed.addresses));
  expect(feed.addresses.length).toBeGreaterThan(0);
});

test('what the head points at is there', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/articles');
  const addresses = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"], link[rel="alternate"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect(addresses).toHaveLength(4);
  for (const address of [...addresses, picture ?? ''])
    expect((await request.get(address)).status()).toBe(200);
});

test('policy and not-found page are accessible at 1440 and 390 px', { tag: '@long' }, async ({
  page,
  expectAccessibleAt,
}) => {
  for (const path of ['/privacy-and-gdpr-policy', '/accessibility', '/nowhere'])
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleAt(1440, 390);
    });
});

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const bar = (page: Page) => page.getByRole('banner');
const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const menu = (page: Page) => bar(page).locator('summary');

const labels = [
  'Home',
  'Why Join',
  'Our Team',
  'Fee Structure',
  'Testimonials',
  'Articles',
  'Contact',
  'Login',
];
const transparent = 'rgba(0, 0, 0, 0)';
const white = 'rgb(255, 255, 255)';

test.describe('for visitors', () => {
  test('is transparent until the page is scrolled more than 40 px, then white', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/');
    await expect(links(page)).toHaveText(labels);
    await expect(bar(page)).toHaveCSS('background-color', transparent);
    await page.evaluate(() => scrollTo({ top: 40, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(40);
    await expect(bar(page)).toHaveCSS('background-color', transparent);
    await page.evaluate(() => scrollTo({ top: 41, behavior: 'instant' }));
    await expect(bar(page)).toHaveCSS('background-color', white);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(bar(page)).toHaveCSS('background-color', transparent);
  });

  test('goes to each section, from the page itself and from another one, where it is white from the start', async ({
    page,
  }) => {
    for (const [from, label, heading] of [
      ['/', 'Why Join', 'Built around what you take home'],
      ['/', 'Our Team', 'Independent, not alone'],
      ['/articles', 'Fee Structure', 'Every fee, on one page'],
      ['/articles', 'Testimonials', 'Agents who made the switch'],
    ] as const) {
      await page.goto(from);
      if (from === '/articles') {
        await expect(bar(page)).toHaveCSS('background-color', white);
        await expect(links(page).filter({ hasText: 'Articles' })).toHaveAttribute('aria-current', 'page');
      }
      await links(page).filter({ hasText: label }).click();
      await expect(page).toHaveURL(`/#${label.toLowerCase().replace(' ', '-')}`);
      await expect(page.getByRole('heading', { name: heading })).toBeInViewport();
      await expect(links(page).filter({ hasText: label })).toHaveAttribute('aria-current', 'location');
    }
    await links(page).filter({ hasText: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  });

  test('keeps section headings and focused links clear of the bar', { tag: '@long' }, async ({ page }) => {
    await page.goto('/#fee-structure');
    const top = () =>
      page.locator('#fee-structure').evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThanOrEqual(64);
    await page.reload();
    await expect.poll(top).toBeGreaterThanOrEqual(64);
  });

  test('has an accessible menu on a phone that closes on Escape, outside and on a choice', {
    tag: '@long',
  }, async ({ page, expectAccessible }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expect(links(page)).toHaveCount(0);
    await menu(page).click();
    await expect(links(page)).toHaveText(labels);
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(links(page)).toHaveCount(0);
    await expect(menu(page)).toBeFocused();
    await menu(page).click();
    await page.mouse.click(200, 820);
    await expect(links(page)).toHaveCount(0);
    await menu(page).click();
    await links(page).filter({ hasText: 'Our Team' }).click();
    await expect(links(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Independent, not alone' })).toBeInViewport();
  });

  test('works without JavaScript', async ({ browser, baseURL }) => {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport });
    const page = await context.newPage();
    await page.goto('/articles');
    await menu(page).click();
    await links(page).filter({ hasText: 'Fee Structure' }).click();
    await expect(page.getByRole('heading', { name: 'Every fee, on one page' })).toBeInViewport();
    await context.close();
  });
});

test.describe('for members', () => {
  const account = (page: Page) => page.getByRole('navigation', { name: 'Account' });

  test('is the account menu at 390 and 1440 px', async ({ page, signIn, expectAccessible }) => {
    for (const width of [390, 1440])
      await test.step(`at ${width} px`, async () => {
        const token = await signIn();
        await page.setViewportSize({ width, height: 844 });
        await page.goto('/');
        // This tab remembers having signed out, so it needs the token again.
        await page.evaluate((value) => localStorage.setItem('token', value), token);
        await page.reload();
        await account(page).getByRole('button').click();
        await expect(account(page).getByRole('link')).toHaveText(['Dashboard', 'Admin', 'Settings']);
        await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
        await expectAccessible({ dark: width === 390 });
        await page.keyboard.press('Escape');
        await expect(account(page).getByRole('link')).toHaveCount(0);
        await expect(account(page).getByRole('button')).toBeFocused();
        await account(page).getByRole('button').click();
        await page.mouse.click(20, 700);
        await expect(account(page).getByRole('link')).toHaveCount(0);
        await account(page).getByRole('button').click();
        await account(page).getByRole('button', { name: 'Logout' }).click();
        await expect(menu(page).or(links(page).first()).first()).toBeVisible();
        expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      });
  });

  test('has no Admin for those who are none', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await page.route('**/api/auth', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), admin: false } });
    });
    await page.goto('/');
    await account(page).getByRole('button').click();
    await expect(account(page).getByRole('link')).toHaveText(['Dashboard', 'Settings']);
  });

  test('is hidden while auth is loading, at its full height', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/auth', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/articles');
    const heights = () => bar(page).evaluate((element) => element.clientHeight);
    await expect(links(page)).toHaveCount(0);
    await expect(account(page)).toHaveCount(0);
    const loading = await heights();
    resolve();
    await expect(account(page)).toBeVisible();
    expect(await heights()).toBe(loading);
  });
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { button, expect, said, test } from './fixtures.ts';

test.use({ settings: { BROKERAGE_NAME: 'Harbor Realty' } });

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const save = async (page: Page) => {
  // The words of an earlier save may still be shown.
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/site/settings'),
  );
  await button(page, 'Save').click();
  expect((await answer).status()).toBe(200);
  await expect(said(page, 'Site saved')).toBeVisible();
};

test('an admin changes name, hero, team, questions and announcement, looks before saving, and restores', async ({
  page,
  context,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Site', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Site' })).toBeFocused();
  await expect(page.getByText('No changes yet')).toBeVisible();
  await expectAccessible();
  await page.getByLabel('Name', { exact: true }).fill('Sunset Homes');
  await page.getByLabel('DRE license, 8 digits').fill('123');
  await tab(page, 'Landing page');
  await page.getByLabel('Heading').fill('Your commission is yours.');
  await tab(page, 'Team');
  await button(page, 'Add person').click();
  await page.getByLabel('Name', { exact: true }).last().fill('Bea Broker');
  await page.getByLabel('Role').fill('Broker');
  await page.getByLabel('About').fill('She answers. She calls back.');
  await expectAccessible();
  await tab(page, 'Questions');
  await button(page, 'Add question').click();
  await page.getByLabel('Question', { exact: true }).fill('When am I paid?');
  await page.getByLabel('Answer').fill('Within a day.');
  await tab(page, 'Announcement');
  await page.getByLabel('Show a bar above every public page').check();
  await page.getByLabel('Text').fill('Open house on Friday');
  await page.getByLabel('Link (optional)', { exact: true }).fill('/articles');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible();
  await page.setViewportSize({ width: 1280, height: 800 });

  // The first field with an error is shown, in its tab, with what was typed.
  await button(page, 'Save').click();
  await expect(page.getByLabel('DRE license, 8 digits')).toBeFocused();
  await page.getByLabel('DRE license, 8 digits').fill('07654321');

  await button(page, 'Preview').click();
  const preview = page.frameLocator('iframe[title="Preview of the landing page"]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Your commission is yours.');
  await expect(preview.locator('body')).toHaveCSS('display', 'flex');
  await page.keyboard.press('Escape');
  const site = await context.newPage();
  await site.goto('/');
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Keep the whole commission.');

  await save(page);
  await site.goto('/');
  await expect(site).toHaveTitle('Sunset Homes: keep 100% of your commission');
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Your commission is yours.');
  await expect(site.getByRole('list', { name: 'People' })).toContainText('Bea Broker');
  await site.getByText('When am I paid?').click();
  await expect(site.getByText('Within a day.')).toBeVisible();
  await expect(site.getByRole('link', { name: 'Open house on Friday' })).toHaveAttribute('href', '/articles');

  await tab(page, 'Team');
  await button(page, 'Remove person 1').click();
  await save(page);
  await site.reload();
  await expect(site.getByRole('list', { name: 'People' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Restore the version of / }).click();
  await button(page, 'Restore').click();
  await expect(said(page, 'Version restored')).toBeVisible();
  await tab(page, 'Team');
  await expect(page.getByLabel('Role')).toHaveValue('Broker');
  await site.reload();
  await expect(site.getByRole('list', { name: 'People' })).toContainText('Bea Broker');
  await site.close();
});

test('a logo keeps its transparency, and changes that another admin has saved are taken over', {
  tag: '@long',
}, async ({ page, request, signIn }) => {
  const token = await signIn();
  await page.goto('/dashboard/admin/site');
  await page.locator('input[type=file]').first().setInputFiles('src/web/public/apple-touch-icon.png');
  await expect(page.getByRole('img', { name: /^Logo of / })).toBeVisible();
  const headers = { 'x-auth-token': token };
  const { settings } = await (await request.get('/api/site/settings', { headers })).json();
  const data = { ...settings, hero: { ...settings.hero, heading: 'By another' } };
  expect((await request.put('/api/site/settings', { headers, data })).status()).toBe(200);
  await button(page, 'Save').click();
  const outcome = page.getByText('Another admin saved since you opened this page.');
  await expect(outcome).toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(outcome).toBeInViewport();
  await save(page);
  await page.goto('/contact');
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/images\/[\w-]+\/96\.png$/);
  const saved = (await (await request.get('/api/site/settings', { headers })).json()).settings;
  expect([saved.hero.heading, typeof saved.brokerage.logo_id]).toEqual(['By another', 'string']);
});

test('pictures of the team are loaded when they come near, and without JavaScript', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  browser,
  baseURL,
}) => {
  const headers = { 'x-auth-token': await signIn() };
  const { settings } = await (await request.get('/api/site/settings', { headers })).json();
  const buffer = readFileSync('src/web/public/apple-touch-icon.png');
  const multipart = { image: { name: 'photo.png', mimeType: 'image/png', buffer } };
  const { id } = await (await request.post('/api/site/team/image', { headers, multipart })).json();
  const person = { role: 'Broker', license: '', about: '', hidden: false };
  const team = [
    { ...person, name: 'Bea Broker', image_id: id },
    { ...person, name: 'Cal Coordinator', image_id: null },
  ];
  await request.put('/api/site/settings', { headers, data: { ...settings, team } });

  const portraits: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes(id)) portraits.push(sent.url());
  });
  await page.setViewportSize({ width: 1280, height: 1100 });
  await page.goto('/', { waitUntil: 'networkidle' });
  const people = page.getByRole('list', { name: 'People' });
  const below = await people.evaluate((list) => list.getBoundingClientRect().top - innerHeight);
  // Near enough for Chromium's own lazy loading, and not yet for the page's.
  expect(below > 200 && below < 1250).toBe(true);
  expect(portraits).toEqual([]);
  await people.scrollIntoViewIfNeeded();
  await expect(people.locator('img')).toHaveJSProperty('complete', true);
  await expect(people.locator('img')).toHaveJSProperty('naturalWidth', 96);
  expect(portraits).toHaveLength(1);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const plain = await context.newPage();
  const loaded = plain.waitForResponse((answer) => answer.url().includes(id));
  await plain.goto('/');
  await plain.getByRole('list', { name: 'People' }).scrollIntoViewIfNeeded();
  await loaded;
  await context.close();
  await request.put('/api/site/settings', { headers, data: settings });
});

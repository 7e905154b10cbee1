import type { APIRequestContext, Page } from '@playwright/test';
import { hostileMarkdown } from '../test/hostile-markdown.ts';
import { admin, expect, test } from './fixtures.ts';

const sample = {
  title: 'What a flat fee really costs per closing',
  slug: 'what-a-flat-fee-really-costs-per-closing',
};

interface Published {
  _id: string;
  title: string;
  slug: string;
}

interface Editor {
  publish(given: { title: string; text?: string }): Promise<Published>;
  patch(id: string, change: object): Promise<void>;
  remove(id: string): Promise<void>;
}

async function editor(request: APIRequestContext): Promise<Editor> {
  const { token } = await (await request.post('/api/auth', { data: admin })).json();
  const headers = { 'x-auth-token': token };
  return {
    async publish(given) {
      const rest = {
        url: 'https://www.dre.ca.gov/',
        snippet: `About ${given.title}.`,
        text: 'A **flat** fee.',
      };
      const response = await request.post('/api/articles', { headers, data: { ...rest, ...given } });
      expect(response.ok()).toBe(true);
      return response.json();
    },
    async patch(id, data) {
      expect((await request.patch(`/api/articles/${id}`, { headers, data })).ok()).toBe(true);
    },
    async remove(id) {
      expect((await request.delete(`/api/articles/${id}`, { headers })).ok()).toBe(true);
    },
  };
}

async function scriptsOf(page: Page, path: string): Promise<{ addresses: string[]; bytes: number }> {
  const scripts: { url: string; size: Promise<number> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    expect(response.headers()['content-encoding']).toBe('br');
    const size = response.finished().then(() => response.request().sizes());
    scripts.push({ url: response.url(), size: size.then(({ responseBodySize }) => responseBodySize) });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(scripts.map(({ size }) => size));
  return { addresses: scripts.map(({ url }) => url), bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

test('an article opens from the list and from an old address, and hostile texts stay texts', async ({
  page,
  request,
}) => {
  const byTitle = await (await editor(request)).publish({ title: 'By its title' });
  await test.step('from the list to an article and back', async () => {
    const { title, slug } = await (await editor(request)).publish({ title: 'Out and back' });
    await page.goto('/articles');
    await expect(page).toHaveTitle('Articles · Homequest');
    await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible();
    await page.getByRole('link', { name: `Read More about ${title}` }).click();
    await expect(page).toHaveURL(`/articles/${slug}`);
    await expect(page).toHaveTitle(`${title} · Homequest`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(/^\d{4}\/\d\d\/\d\d · 1 min read$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Source' })).toHaveAttribute(
      'href',
      'https://www.dre.ca.gov/',
    );
    await page.getByRole('link', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/articles');
  });
  await test.step('the title of an entry opens the article too, and the keyboard does', async () => {
    const { title, slug } = byTitle;
    await page.getByRole('link', { name: title, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/articles/${slug}`);
  });
  await test.step('an old address leads to the new one', async () => {
    const { publish, patch } = await editor(request);
    const { _id, slug } = await publish({ title: 'Moving house' });
    await page.goto(`/articles/${slug}`);
    await patch(_id, { slug: 'moved-house' });
    await page.goto(`/articles/${slug}`);
    await expect(page).toHaveURL('/articles/moved-house');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moving house');
  });
  await test.step('hostile texts stay texts', async () => {
    const { publish } = await editor(request);
    const { slug } = await publish({ title: 'Hostile', text: hostileMarkdown.join('\n\n') });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`/articles/${slug}`, { waitUntil: 'networkidle' });
    const found = await page.locator('.prose').evaluate((prose) => {
      const all = [...prose.querySelectorAll('*')];
      return {
        elements: all.filter(({ tagName }) =>
          /^(script|style|iframe|svg|math|form|input|object|base|meta)$/i.test(tagName),
        ),
        handlers: all.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))),
        links: [...prose.querySelectorAll('a[href]')].map((link) =>
          link instanceof HTMLAnchorElement ? link.protocol : '',
        ),
        pictures: [...prose.querySelectorAll('img')].map(({ src }) => new URL(src).pathname),
      };
    });
    expect(dialogs).toEqual([]);
    expect(found.elements).toEqual([]);
    expect(found.handlers).toEqual([]);
    expect(found.links.filter((protocol) => !/^(https?|mailto):$/.test(protocol))).toEqual([]);
    expect(found.pictures.filter((path) => !path.startsWith('/images/'))).toEqual([]);
  });
});

test('older and newer pages', { tag: '@long' }, async ({ page, request }) => {
  const { publish, remove } = await editor(request);
  const published: Published[] = [];
  for (let number = 1; number <= 13; number++) published.push(await publish({ title: `Paged ${number}` }));
  await page.goto('/articles');
  await expect(page.getByRole('article')).toHaveCount(12);
  await expect(page.getByRole('link', { name: 'Newer articles' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Older articles' }).click();
  await expect(page).toHaveURL('/articles?page=2');
  await expect(page).toHaveTitle('Articles, page 2 · Homequest');
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Paged 1', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Newer articles' }).click();
  await expect(page).toHaveURL('/articles');
  for (const { _id } of published) await remove(_id);
});

test('an article and the way to it need no script', async ({ browser, server, request }) => {
  const text = '## A rule\n\n| Price | Kept |\n|---|---:|\n| $450,000 | $10,650 |';
  const { title } = await (await editor(request)).publish({ title: 'Without script', text });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/articles');
  await page.getByRole('link', { name: `Read More about ${title}` }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'A rule' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '$10,650' })).toBeVisible();
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/articles');
  await context.close();
});

test('an article costs its visitor at most 3 KB of script and no framework', async ({ page }) => {
  const { addresses, bytes } = await scriptsOf(page, `/articles/${sample.slug}`);
  expect(addresses.filter((address) => address.includes('/assets/loader-'))).toHaveLength(1);
  expect(bytes).toBeGreaterThan(200);
  expect(bytes).toBeLessThanOrEqual(3 * 1024);
});

test('lines are comfortable to read, and nothing is wider than the window', { tag: '@long' }, async ({
  page,
}) => {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/articles/${sample.slug}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const characters = await page
      .locator('.prose > p')
      .first()
      .evaluate((paragraph) => {
        const probe = document.createElement('span');
        probe.style.width = '1ch';
        probe.style.display = 'inline-block';
        paragraph.append(probe);
        const [whole, one] = [paragraph.getBoundingClientRect().width, probe.getBoundingClientRect().width];
        probe.remove();
        return whole / one;
      });
    expect(characters).toBeLessThanOrEqual(66);
  }
});

test('the title moves from the list into the article', { tag: '@long' }, async ({ page }) => {
  await page.goto('/articles');
  const nameOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).viewTransitionName);
  const name = await nameOf('.article-title');
  expect(name).toMatch(/^article-[0-9a-f-]{36}$/);
  await page
    .getByRole('link', { name: /^Read More/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'Go Back' })).toBeVisible();
  expect(await nameOf('h1')).toBe(name);
});

test('a page whose link is hovered is prefetched', { tag: '@long' }, async ({ page, request }) => {
  const { title, slug } = await (await editor(request)).publish({ title: 'Fetched ahead' });
  const devtools = await page.context().newCDPSession(page);
  const ready: string[] = [];
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') ready.push(new URL(prefetchUrl).pathname);
  });
  await devtools.send('Preload.enable');
  await page.goto('/articles');
  await page.getByRole('link', { name: title, exact: true }).hover();
  await expect.poll(() => ready).toContain(`/articles/${slug}`);
});

test('accessible at 1440 and 390 px', { tag: '@long' }, async ({ page, expectAccessibleAt }) => {
  for (const path of ['/articles', `/articles/${sample.slug}`])
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleAt(1440, 390);
    });
});

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, chromium, type Page } from '@playwright/test';
import { draftsIn } from './drafts.ts';
import { admin, expect, test } from './fixtures.ts';
import { publish, toggleMarkdown } from './publishing.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const uniqueTitle = () => `Article ${randomUUID()}`;
const saved = (page: Page) => page.getByText(/^Saved \d+:\d\d [AP]M, not published$/);
const copies = '**/api/articles/working-copy/*';

async function makeArticle(request: APIRequestContext, token: string, given: object = {}) {
  const response = await request.post('/api/articles', {
    headers: { 'x-auth-token': token },
    data: {
      title: uniqueTitle(),
      url: 'https://example.com',
      snippet: 'What it says.',
      text: 'First text.',
      ...given,
    },
  });
  return response.json();
}

/** At the end of the text, as by hand. */
async function write(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(words);
}

const written = (page: Page): Promise<string> =>
  text(page).evaluate((field: HTMLElement) =>
    field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? ''),
  );

test('what is begun is stored without a title, and discarded only after a question', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await write(page, 'Only a thought');
  await expect(saved(page)).toBeVisible();
  await page.getByRole('link', { name: 'View articles' }).click();
  await expect(heading(page, 'Articles')).toBeVisible();
  // This browser keeps no draft, so the text must come from the server.
  await expect.poll(() => draftsIn(page)).toEqual([]);
  await page.goto('/dashboard/add-article');
  await expect.poll(() => written(page)).toContain('Only a thought');
  // Leaving asks, because this title is refused; and leaving discards nothing.
  await page.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(201));
  await expect(page.getByText(/^We couldn't save it\./)).toBeVisible();
  await page.getByRole('link', { name: 'View articles' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(heading(page, 'Articles')).toBeVisible();
  await page.goto('/dashboard/add-article');
  await expect.poll(() => written(page)).toContain('Only a thought');
  await page.getByRole('button', { name: 'Discard them' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => written(page)).not.toContain('Only a thought');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saved(page)).toBeHidden();
  await page.reload();
  await expect(heading(page, 'Add article')).toBeVisible();
  await expect.poll(() => written(page)).not.toContain('Only a thought');
});

test('on a phone, an article survives a lost connection and a reload, is looked at, scheduled and published', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const token = await signIn();
  page.on('dialog', (dialog) => void dialog.accept());
  const article = await makeArticle(request, token, { state: 'draft' });
  await page.goto(`/dashboard/edit-article/${article._id}`);
  await write(page, ' More, saved.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saved(page)).toBeVisible();

  await page.route(copies, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await write(page, ' And more, offline.');
  await expect(
    page.getByText("Can't reach the server. We've kept what you typed in this browser"),
  ).toBeVisible();
  await page.reload();
  await expect.poll(() => written(page)).toContain('First text. More, saved. And more, offline.');
  await page.unroute(copies);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saved(page)).toBeVisible();
  // Saved, but neither published nor in the article.
  const headers = { 'x-auth-token': token };
  const stored = async () => (await request.get(`/api/articles/all/${article._id}`, { headers })).json();
  expect(await stored()).toMatchObject({ state: 'draft', text: 'First text.' });

  await page.getByRole('button', { name: 'Page preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Before publishing' });
  const frame = preview.frameLocator('iframe');
  await expect(frame.getByText('And more, offline.')).toBeVisible();
  await expect(frame.getByRole('heading', { level: 1, name: article.title })).toBeVisible();
  // Its style has been loaded.
  await expect(frame.locator('.skip-link, header.site-nav').first()).not.toHaveCSS('display', 'inline');
  const styleSheets = (f: HTMLIFrameElement) => f.contentDocument?.styleSheets.length;
  await expect.poll(() => preview.locator('iframe').evaluate(styleSheets)).toBe(1);
  await preview.getByRole('tab', { name: 'Search result' }).click();
  await expect(preview.getByRole('tabpanel').getByText('What it says.')).toBeVisible();
  await expectAccessible();
  await preview.getByRole('tab', { name: 'Search result' }).press('ArrowRight');
  await expect(preview.getByRole('tabpanel').getByRole('img')).toHaveJSProperty('complete', true);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Publish article' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish article' });
  await dialog.getByRole('radio', { name: 'Schedule' }).check();
  await expectAccessible();
  await dialog.getByLabel('Publish at').fill('2190-07-01T09:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(heading(page, 'Articles')).toBeVisible();
  expect(await stored()).toMatchObject({
    state: 'scheduled',
    text: 'First text. More, saved. And more, offline.',
  });
  await expect
    .poll(async () => (await request.get(`/api/articles/working-copy/${article._id}`, { headers })).json())
    .toEqual({ copy: null });
  const places = ['/articles', '/rss.xml', '/sitemap.xml', `/articles/${article.slug}`];
  const shown = async () => Promise.all(places.map(async (path) => (await request.get(path)).text()));
  for (const place of await shown()) expect(place).not.toContain(article.title);

  await page.goto(`/dashboard/edit-article/${article._id}`);
  await page.getByRole('button', { name: 'Publish article' }).click();
  await dialog.getByRole('radio', { name: 'Publish now' }).check();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(heading(page, 'Articles')).toBeVisible();
  const [list, feed, sitemap, read] = await shown();
  expect(list).toContain(article.title);
  expect(feed).toContain(article.title);
  expect(sitemap).toContain(`/articles/${article.slug}`);
  expect(read).toContain('More, saved. And more, offline.');
});

test('a version shows what changed, and is restored into what is not published yet', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn();
  const article = await makeArticle(request, token, { text: 'It costs $399 a side.' });
  await request.patch(`/api/articles/${article._id}`, {
    headers: { 'x-auth-token': token },
    data: { text: 'It costs $993 a side.' },
  });
  await page.goto(`/dashboard/article-versions/${article._id}`);
  await expect(page.getByText(/^Now, saved .* by /)).toHaveText(/ by Administrator$/);
  await page.getByRole('button', { name: 'Show the present article' }).click();
  await expect(page.getByRole('deletion')).toHaveText('removed: 399');
  await expect(page.getByRole('insertion')).toHaveText('added: 993');
  await expectAccessible();
  await page.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => written(page)).toContain('It costs $399 a side.');
  const shown = async () => (await request.get(`/articles/${article.slug}`)).text();
  expect(await shown()).toContain('It costs $993 a side.');

  await page.getByRole('button', { name: 'Publish changes' }).click();
  const changes = page.getByRole('region', { name: 'What changes for readers' });
  await expect(changes.getByRole('insertion')).toHaveText('added: 399');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(heading(page, 'Articles')).toBeVisible();
  expect(await shown()).toContain('It costs $399 a side.');
});

test('two editors at once: both paragraphs are published; two windows of one: neither overwrites the other', async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  const headers = { 'x-auth-token': token };
  const article = await makeArticle(request, token, { text: 'One.\n\nTwo.\n\nThree.' });
  await page.goto(`/dashboard/edit-article/${article._id}`);
  await write(page, ' Mine.');
  await request.patch(`/api/articles/${article._id}`, {
    headers,
    data: { text: 'One. Theirs.\n\nTwo.\n\nThree.' },
  });
  await publish(page);
  const conflict = page.getByRole('region', { name: 'Someone else saved while you were editing' });
  await expect(
    conflict.getByRole('heading', { name: 'Someone else saved while you were editing' }),
  ).toBeFocused();
  await expect(conflict.getByRole('radio', { name: /^Combine both/ })).toBeChecked();
  await publish(page);
  await expect(heading(page, 'Articles')).toBeVisible();
  const { text: both } = await (await request.get(`/api/articles/${article._id}`)).json();
  expect(both).toBe('One. Theirs.\n\nTwo.\n\nThree. Mine.');

  await page.goto(`/dashboard/edit-article/${article._id}`);
  await expect.poll(() => written(page)).toContain('Theirs.');
  const address = `/api/articles/working-copy/${article._id}`;
  await request.put(address, { headers, data: { ...article, cover_id: null, text: 'In the other window.' } });
  await write(page, ' In this window.');
  await expect(page.getByText('newer changes in another window or device')).toBeVisible();
  await page.getByRole('button', { name: 'Use the newer version' }).click();
  await expect.poll(() => written(page)).toContain('In the other window.');
  await write(page, ' Then here.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saved(page)).toBeVisible();
  const { copy } = await (await request.get(address, { headers })).json();
  expect(copy.text).toBe('In the other window. Then here.');

  // Both windows now hold the same text, so there is no conflict to show.
  const again = `${copy.text} Again.`;
  await request.put(address, { headers, data: { ...article, cover_id: null, text: again } });
  const refused = page.waitForResponse((response) => response.status() === 412);
  await write(page, ' Again.');
  await page.keyboard.press('ControlOrMeta+s');
  await refused;
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText('newer changes in another window or device')).toBeHidden();
});

test('what arrived on the server without an answer is of this window, after a reload too', async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  const headers = { 'x-auth-token': token };
  page.on('dialog', (dialog) => void dialog.accept());
  const article = await makeArticle(request, token, { state: 'draft' });
  await page.goto(`/dashboard/edit-article/${article._id}`);
  let arrived = 0;
  await page.route(copies, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    if (arrived++ === 0) await route.fetch();
    return route.abort();
  });
  await write(page, ' Arrived.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(
    page.getByText("Can't reach the server. We've kept what you typed in this browser"),
  ).toBeVisible();
  await write(page, ' Did not.');
  await page.reload();
  await expect.poll(() => written(page)).toContain('First text. Arrived. Did not.');
  await page.unroute(copies);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saved(page)).toBeVisible();
  const { copy } = await (await request.get(`/api/articles/working-copy/${article._id}`, { headers })).json();
  expect(copy.text).toBe('First text. Arrived. Did not.');
});

test('a long text is back after leaving at once, after the end of the session, and stays when its article is deleted', async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  page.on('dialog', (dialog) => void dialog.accept());
  const article = await makeArticle(request, token, { state: 'draft' });
  const address = `/dashboard/edit-article/${article._id}`;
  await page.goto(address);
  const long = 'Escrow closes. '.repeat(12_600).trim();
  await toggleMarkdown(page);
  await text(page).fill(long);
  await page.reload();
  await expect.poll(async () => (await written(page)).length).toBe(long.length);

  await request.delete('/api/auth', { headers: { 'x-auth-token': token } });
  await page.getByLabel('Title').fill('Typed after the session');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(heading(page, 'Your session has expired')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address);
  await expect.poll(async () => (await written(page)).length).toBe(long.length);
  await expect(saved(page)).toBeVisible();

  const now = await (await request.post('/api/auth', { data: admin })).json();
  const headers = { 'x-auth-token': now.token };
  const { copy } = await (await request.get(`/api/articles/working-copy/${article._id}`, { headers })).json();
  expect(copy).toMatchObject({ title: 'Typed after the session', text: long });
  await request.delete(`/api/articles/${article._id}`, { headers });
  await page.getByLabel('Title').fill('Typed after the end');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Article not found')).toBeVisible();
  expect((await written(page)).length).toBe(long.length);
});

/** A browser process that can be killed, as a power failure would: closing a browser normally stores its data first. */
async function browserOf(folder: string, executable: string) {
  const child = spawn(
    executable,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error(`${executable} did not start`);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, found] = /DevTools listening on (\S+)\s/.exec(said) ?? [];
      if (found) resolve(found);
    });
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window');
  return {
    page: await context.newPage(),
    kill: async () => {
      // Kill its child processes, too: a surviving one would go on writing.
      process.kill(-pid, 'SIGKILL');
      await gone;
    },
  };
}

test('what was typed is there after the browser was killed, and gone after signing out', async ({
  server,
  request,
}, testInfo) => {
  const folder = testInfo.outputPath('profile');
  const { token } = await (await request.post('/api/auth', { data: admin })).json();
  const article = await makeArticle(request, token, { state: 'draft' });
  const address = `${server.url}/dashboard/edit-article/${article._id}`;
  const start = () => browserOf(folder, process.env.WHOLE_CHROMIUM_PATH ?? '/usr/bin/chromium');
  const typed = 'First text. Typed before the power failed.';

  const first = await start();
  await first.page.goto(server.url);
  await first.page.evaluate((value) => localStorage.setItem('token', value), token);
  await first.page.goto(address);
  await first.page.route(copies, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await write(first.page, ' Typed before the power failed.');
  await expect.poll(() => draftsIn(first.page)).toContain(typed);
  await first.kill();

  const second = await start();
  await second.page.goto(server.url);
  await second.page.evaluate((value) => localStorage.setItem('token', value), token);
  await second.page.goto(address);
  await expect.poll(() => written(second.page)).toBe(typed);
  second.page.on('dialog', (dialog) => void dialog.accept());
  await second.page.route(copies, (route) => route.abort());
  await write(second.page, ' More.');
  await expect.poll(() => draftsIn(second.page)).toContain(`${typed} More.`);
  await second.page.getByRole('button', { name: /^Account/ }).click();
  await second.page.getByRole('menuitem', { name: 'Logout' }).click();
  await second.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Log|Sign) out$/ })
    .click();
  await second.page.waitForURL(`${server.url}/`);
  expect(await draftsIn(second.page)).toEqual([]);
  await second.kill();
});

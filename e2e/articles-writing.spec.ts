import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page, Request } from '@playwright/test';
import MarkdownIt from 'markdown-it';
import sharp from 'sharp';
import { decodeHTMLStrict } from '../src/web/office/articles/editor/entities.ts';
import { hostileMarkdown } from '../test/hostile-markdown.ts';
import { expect, said, test } from './fixtures.ts';
import { beginWith } from './members.ts';
import { confirmPublishing, openSettings, publish, toggleMarkdown } from './publishing.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const uniqueTitle = () => `Written ${randomUUID()}`;

async function fillSettings(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await openSettings(page);
  await page.getByLabel('URL').fill('https://example.com/source');
  await page.getByLabel('Snippet').fill('What this article says, shortly.');
}

const topOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().top);
const bottomOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().bottom);

async function markdown(page: Page): Promise<string> {
  await toggleMarkdown(page);
  const value = await text(page).inputValue();
  await toggleMarkdown(page);
  return value;
}

/** Pastes as the browser does when the clipboard holds these. */
const paste = (page: Page, data: Record<string, string>) =>
  text(page).evaluate((field, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

/** Pictures from the clipboard, or dropped at the end of the text. */
async function givePictures(page: Page, kind: 'paste' | 'drop', names: string[]): Promise<void> {
  const photo = sharp({ create: { width: 90, height: 60, channels: 3, background: '#0b5d57' } });
  // An open dialog hides it from assistive technology.
  await page.locator('.article-text > .ProseMirror').evaluate(
    (field, { base64, event, files }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      for (const name of files) data.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      const { left, bottom } = (field.lastElementChild ?? field).getBoundingClientRect();
      const where = { bubbles: true, cancelable: true, clientX: left + 5, clientY: bottom - 5 };
      field.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...where, clipboardData: data })
          : new DragEvent('drop', { ...where, dataTransfer: data }),
      );
    },
    { base64: (await photo.jpeg().toBuffer()).toString('base64'), event: kind, files: names },
  );
}

async function makeArticle(request: APIRequestContext, token: string, body: string) {
  const response = await request.post('/api/articles', {
    headers: { 'x-auth-token': token },
    data: { title: uniqueTitle(), url: 'https://example.com', snippet: 'Short.', text: body },
  });
  return response.json();
}

test('an article is written with only the keyboard', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const token = await signIn();
  const other = await makeArticle(request, token, 'Text.');
  await page.goto('/dashboard/add-article');
  const title = uniqueTitle();
  await fillSettings(page, title);
  await text(page).focus();
  await page.keyboard.type('## Fees\nA **flat** fee, ~~3%~~ `once`.\n- one\ntwo\n\nAfter.\n/nu');
  const menu = page.getByRole('listbox', { name: 'Blocks' });
  await expect(menu.getByRole('option', { selected: true })).toHaveText('Numbered list');
  await expectAccessible();
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
  await page.keyboard.type('first');
  await page.keyboard.press('Alt+F10');
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused();
  await expect(bar.getByRole('button', { name: 'Numbered list' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(' second');
  await expect(bar.getByRole('button', { name: 'Italic' })).toHaveAttribute('aria-pressed', 'true');

  await page.keyboard.press('Control+k');
  const link = page.getByRole('dialog', { name: 'Link' });
  await link.getByRole('textbox').fill(other.title);
  await expect(link.getByRole('button', { name: other.title })).toBeVisible();
  await expectAccessible();
  await link.getByRole('button', { name: other.title }).click();
  await expect(text(page).getByRole('link', { name: other.title })).toBeVisible();

  await page.keyboard.press('Control+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await page.getByRole('search').getByRole('textbox').fill('FEE');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(text(page)).toBeFocused();
  await expect(page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
  await expectAccessible();
  await expect(page.getByText(/\d+ words · 1 min read/)).toBeVisible();

  await page.keyboard.press('Control+Enter');
  await confirmPublishing(page);
  await expect(said(page, 'Article Created')).toBeVisible();
  const { text: saved } = await (
    await request.get(`/api/articles/slug/${title.toLowerCase().replace(' ', '-')}`)
  ).json();
  expect(saved).toBe(
    '## Fees\n\nA **flat** fee, ~~3%~~ `once`.\n\n- one\n- two\n\nAfter.\n\n' +
      `1. first *second*[${other.title}](/articles/${other.slug})`,
  );
});

test('the browser knows the names of characters as the server does', { tag: '@long' }, async ({ page }) => {
  const table = await readFile('node_modules/entities/dist/generated/encode-html.js', 'utf8');
  const names = ['copyright', 'notit', 'ampx', 'nothing', ...(table.match(/[a-z]+\d*/gi) ?? [])];
  const references = [...new Set(names)].map((name) => `&${name};`);
  expect(references.length).toBeGreaterThan(1500);
  // The script is passed as text, because the page's policy forbids evaluation.
  const decoded = await page.evaluate(`${JSON.stringify(references)}.map(${decodeHTMLStrict})`);
  const { unescapeAll } = new MarkdownIt().utils;
  expect(decoded).toEqual(references.map(unescapeAll));
});

test('only what is edited changes in the Markdown', async ({ page, request, signIn }) => {
  const token = await signIn();
  const before =
    'Fees\n====\n\nA [flat][1] fee,\nonce.\n\n*   one\n*   two\n\n\n[1]: /contact "Us"\n\n***\n~~~\ncode\n~~~';
  const article = await makeArticle(request, token, before);
  await page.goto(`/dashboard/edit-article/${article._id}`);
  await text(page).getByText('once.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Only.');
  await page.keyboard.press('Control+Enter');
  await confirmPublishing(page);
  await expect(said(page, 'Article Updated')).toBeVisible();
  const { text: saved } = await (await request.get(`/api/articles/${article._id}`)).json();
  expect(saved).toBe(before.replace('[flat][1]', '[flat](/contact "Us")').replace('once.', 'once. Only.'));
});

test('in a long text, words stand where the cursor is', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  const before = Array.from({ length: 120 }, (_, index) =>
    `Paragraph ${index} ${'of words '.repeat(40)}`.trim(),
  );
  const article = await makeArticle(request, token, before.join('\n\n'));
  await page.goto(`/dashboard/edit-article/${article._id}`);
  await text(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!\nnew\n- one\n\nlast');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('First.\n');
  expect(await markdown(page)).toBe(`First.\n\n${before.join('\n\n')}!\n\nnew\n\n- one\n\nlast`);
});

test('what is pasted arrives clean, with the bold words and the tables of Word and Google Docs, and hostile HTML runs nothing', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      document.documentElement.dataset.violations = `${document.documentElement.dataset.violations ?? ''} ${violatedDirective}`;
    });
  });
  page.on('dialog', () => expect('a script has run').toBe(''));
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).click();
  const html = `${hostileMarkdown.join('')}<p style="background:url(javascript:alert(1))" onclick="alert(1)">End</p>`;
  await paste(page, { 'text/html': html });
  await expect(text(page)).toContainText('End');
  await expect(text(page).locator('script, style, iframe, svg, form, [onclick], [style]')).toHaveCount(0);

  await page.keyboard.press('Control+a');
  await paste(page, {
    'text/html':
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p style="line-height:1.38;"><span style="font-weight:400;">A </span><span style="font-weight:700;">flat</span><span style="font-style:italic"> fee</span></p></b>',
  });
  expect(await markdown(page)).toBe('A **flat** *fee*');
  await text(page).click();
  await page.keyboard.press('Control+a');
  await paste(page, {
    'text/html':
      '<p class=MsoNormal>Fees<o:p></o:p></p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>  </span></span>one</p><p class=MsoListParagraph style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o </span>two</p>',
  });
  expect(await markdown(page)).toBe('Fees\n\n- one\n  - two');
  await text(page).click();
  await page.keyboard.press('Control+a');
  await paste(page, {
    'text/html':
      '<!--StartFragment--><h1 class="hero">Fees</h1><div><p style="color:red">A <a href="/contact" onmouseover="x()">flat</a> fee<br>once</p><img src="https://example.com/a.png"></div><table><tr><th>Side</th><th style="text-align:right">Fee</th></tr><tr><td>Buyer</td><td>1</td></tr></table><!--EndFragment-->',
  });
  expect(await markdown(page)).toBe(
    '# Fees\n\nA [flat](/contact) fee\\\nonce\n\n| Side | Fee |\n| --- | --: |\n| Buyer | 1 |',
  );
  await text(page).click();
  await page.keyboard.press('Control+a');
  await paste(page, { 'text/plain': '## Fees\n\n- **one**\n- two' });
  await expect(text(page).getByRole('heading', { name: 'Fees' })).toBeVisible();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  // The editor learns of the browser's own selection a moment later.
  await expect(page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
  await paste(page, { 'text/plain': 'https://example.com/fees' });
  expect(await markdown(page)).toBe('## [Fees](https://example.com/fees)\n\n- **one**\n- two');
  await text(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.down('Shift');
  await paste(page, { 'text/plain': 'https://example.com/a_b?c=*\n# Fees' });
  await page.keyboard.up('Shift');
  // It names a heading around its words that would be written with as many signs.
  await paste(page, { 'text/html': `<p data-pm-slice='0 0 ["heading",{"level":1e9}]'>Hostile</p>` });
  const paragraphs = ['https://example.com/a_b?c=*', '# Fees', 'Hostile'];
  await expect(text(page).getByRole('paragraph')).toHaveText(paragraphs);
  expect(await markdown(page)).toMatch(/\n\n\\# Fees\n\nHostile$/);

  await text(page).click();
  await page.keyboard.press('Control+a');
  const word =
    "<p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>flat</b> fee</p><table class=MsoTableGrid><tr><td width=208 style='border:solid'><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Side</b><o:p></o:p></p></td><td><p class=MsoNormal>Fee</p></td></tr><tr><td><p class=MsoNormal>Buyer</p><p class=MsoNormal>and seller</p></td><td><p class=MsoNormal align=right>$475</p></td></tr></table>";
  await paste(page, { 'text/html': word });
  expect(await markdown(page)).toBe(
    'A **flat** fee\n\n| **Side** | Fee |\n| --- | --- |\n| Buyer and seller | $475 |',
  );
  await text(page).click();
  await page.keyboard.press('Control+a');
  const docs =
    '<b style="font-weight:normal;" id="docs-internal-guid-2"><div dir="ltr" align="left"><table style="border:none"><colgroup><col width="300"/><col width="300"/></colgroup><tbody><tr><td><p dir="ltr"><span style="font-weight:700;">Side</span></p></td><td><p dir="ltr"><span>Fee</span></p></td></tr><tr><td><p dir="ltr"><span>Buyer</span></p></td><td><p dir="ltr"><span>1</span><br></p></td></tr></tbody></table></div></b>';
  await paste(page, { 'text/html': docs });
  expect(await markdown(page)).toBe('| **Side** | Fee |\n| --- | --- |\n| Buyer | 1 |');
  expect(await page.evaluate(() => document.documentElement.dataset.violations)).toBeUndefined();
});

test('a pasted table keeps its columns, images are taken or counted, and undo outlives a look at the Markdown', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).click();
  await page.keyboard.type('Typed.');
  await toggleMarkdown(page);
  await expect(text(page)).toHaveValue('Typed.');
  await toggleMarkdown(page);
  await text(page).click();
  // On a slow machine each letter is a step of its own.
  for (const _letter of 'Typed.') await page.keyboard.press('Control+z');
  await expect(text(page)).not.toContainText('T');
  await paste(page, {
    'text/html':
      '<table><tr><td colspan="2">Sale</td><td>Fee</td></tr><tr><td rowspan="2">House</td><td>small</td><td>1</td></tr><tr><td>large</td><td>2</td></tr></table>',
  });
  expect(await markdown(page)).toBe(
    '| Sale |  | Fee |\n| --- | --- | --- |\n| House | small | 1 |\n|  | large | 2 |',
  );
  await text(page).click();
  await page.keyboard.press('Control+a');
  const lost = '<img src="https://example.com/a.png"><img src="file:///b.png">';
  await paste(page, { 'text/html': `<p>Words${lost}</p>`, 'text/plain': 'Words' });
  await expect(page.getByText("2 images weren't pasted. Add them from a file.")).toBeVisible();
  const photo = sharp({ create: { width: 90, height: 60, channels: 3, background: '#0b5d57' } });
  const src = `data:image/jpeg;base64,${(await photo.jpeg().toBuffer()).toString('base64')}`;
  await paste(page, { 'text/html': `<p>More<img src="${src}"></p>`, 'text/plain': 'More' });
  await expect(page.getByRole('dialog', { name: 'Image in the text' })).toBeVisible();
});

test('the bar with the buttons is in sight on a phone while one types, and so is the button of the dialog', {
  tag: '@long',
}, async ({ page, request, signIn }) => {
  const token = await signIn();
  const { _id } = await makeArticle(request, token, 'A line of text.\n\n'.repeat(60));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard/edit-article/${_id}`);
  await expect(text(page).getByText('A line of text.').first()).toBeInViewport();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).not.toBeInViewport({ ratio: 0.1 });
  await text(page).getByText('A line of text.').nth(30).click();
  await page.keyboard.type('Typed ');
  for (const name of ['Publish changes', 'Settings', 'Page preview', 'More actions'])
    await expect(page.getByRole('main').getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Saved \d/)).toBeInViewport();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(dialog.getByText('What changes for readers')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 });
});

test('a phone shows the buttons for a link and an image as soon as one writes', async ({
  browser,
  baseURL,
  request,
  signIn,
}) => {
  const token = await signIn();
  const { _id } = await makeArticle(request, token, 'A line of text.');
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL, hasTouch: true, isMobile: true, viewport });
  const page = await context.newPage();
  await beginWith(page, token);
  await page.goto(`/dashboard/edit-article/${_id}`);
  await text(page).getByText('A line of text.').tap();
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  for (const name of ['Bold', 'Italic', 'Link', 'Image'])
    await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  const chooser = page.waitForEvent('filechooser');
  await bar.getByRole('button', { name: 'Image', exact: true }).tap();
  await chooser;
  await context.close();
});

test('the formatting bar is pinned in this browser, and the title counts only its last characters', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  const bold = bar.getByRole('button', { name: 'Bold' });
  await expect(bold).not.toBeInViewport({ ratio: 1 });
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Keep the formatting bar' }).click();
  await expect(bold).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(bold).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Title').fill('t'.repeat(180));
  await expect(page.getByText(/^180\D+200/)).toHaveCount(0);
  await page.getByLabel('Title').fill('t'.repeat(181));
  await expect(page.getByText(/^181\D+200/)).toBeVisible();
  await page.getByLabel('Title').fill('One\nline');
  await expect(page.getByLabel('Title')).toHaveValue('One line');
  await page.getByLabel('Title').press('Enter');
  await expect(text(page)).toBeFocused();
  await page.keyboard.type('+quo');
  await expect(page.getByRole('listbox', { name: 'Blocks' }).getByRole('option')).toHaveText(['Quote']);
});

test('what is typed after a divider stands below it, a link in Markdown becomes one, and a table is written with the keyboard', {
  tag: '@long',
}, async ({ page, signIn, expectAccessible }) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).click();
  // The menu of blocks loads with the first touch, together with this button.
  await expect(page.getByRole('button', { name: 'Bold' })).toBeAttached();
  await page.keyboard.type('Above\n--- Below\n/divider\nLast ');
  await page.keyboard.type('see [our fees](/#fee-structure), [x](javascript:alert(1)) and ![y](/images/a)');
  expect(await markdown(page)).toBe(
    'Above\n\n---\n\nBelow\n\n---\n\nLast see [our fees](/#fee-structure), \\[x\\](javascript:alert(1)) and !\\[y\\](/images/a)',
  );

  await text(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('/tab\n');
  for (const cell of ['Side', 'Fee', 'Note', 'Seller']) {
    await page.keyboard.type(cell);
    if (cell !== 'Seller') await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Add row' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Delete column' }).click();
  expect(await markdown(page)).toBe(
    ['| Fee | Note |', '| --- | --- |', ...Array(3).fill('|  |  |')].join('\n'),
  );
});

test('who types without a pause loses five seconds at most', { tag: '@long' }, async ({ page, signIn }) => {
  await page.clock.install();
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).click();
  const stored: string[] = [];
  let underWay = 0;
  const isStoring = (request: Request) =>
    request.method() === 'PUT' && request.url().includes('/working-copy/');
  page.on('request', (request) => {
    if (!isStoring(request)) return;
    underWay++;
    stored.push(request.postDataJSON().text);
  });
  page.on('requestfinished', (request) => {
    if (isStoring(request)) underWay--;
  });
  // 12 s of typing, a letter each fifth of a second. The server's time is not the page's.
  for (let letter = 0; letter < 60; letter++) {
    await page.keyboard.type('a');
    await page.clock.runFor(200);
    await expect.poll(() => underWay).toBe(0);
  }
  await expect.poll(() => stored.length).toBeGreaterThanOrEqual(2);
  const lengths = stored.map((text) => text.length);
  const lost = lengths.map((length, index) => length - (lengths[index - 1] ?? 0));
  for (const letters of lost) expect(letters).toBeLessThanOrEqual(25);
  expect(60 - (lengths.at(-1) ?? 0)).toBeLessThanOrEqual(25);
});

test('the cursor is where it was when the text has the focus again, also on a slow machine', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).click();
  await page.keyboard.type('A beginning');
  await text(page).evaluate((field) =>
    field.addEventListener('focus', () => {
      // Simulates a browser that reports the cursor a second late.
      const { now } = Date;
      Date.now = () => now() + 1000;
    }),
  );
  for (const [keys, name] of [
    ['Control+/', 'Keyboard shortcuts'],
    ['Control+k', 'Link'],
  ] as const) {
    await page.keyboard.press(keys);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(text(page)).toBeFocused();
  }
  await page.getByLabel('Title').focus();
  await text(page).focus();
  await page.keyboard.type(' and an end');
  await expect(text(page)).toHaveText('A beginning and an end');
});

test('what is cut and pasted stays the same Markdown', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  const before = [
    '# Fees',
    '## Less',
    'A [flat](/contact) [fee](/fees "Fees"),\n**once** ![A sign](https://example.com/a.png "In May").',
    '| Side | Fee |\n| :-- | --: |\n| Buyer | 1 |',
    '```js\nfee()\n```',
    '- one\n\n- two',
    '3. three\n4. four',
    '[1]: /contact "Us"',
    '> Quoted',
  ].join('\n\n');
  const article = await makeArticle(request, token, before);
  await page.goto(`/dashboard/edit-article/${article._id}`);
  await text(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await expect(text(page)).toHaveText('');
  await page.keyboard.press('Control+v');
  await expect(text(page)).toContainText('Quoted');
  expect(await markdown(page)).toBe(before);
});

test('the text stands where the published page has it, and settings are closed until wished', {
  tag: '@long',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const article = await makeArticle(request, await signIn(), `${'Escrow closes on a day. '.repeat(20)}`);
  const column = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, width } = element.getBoundingClientRect();
      const { fontFamily, fontSize, lineHeight } = getComputedStyle(element);
      return { left, width, fontFamily, fontSize, lineHeight };
    });
  await page.goto(`/articles/${article.slug}`);
  // A first visit may keep the fallback font, whose digits have another width: fetch it, then load again.
  await page.evaluate(() => document.fonts.load('1em "Public Sans"'));
  await page.reload();
  const published = await column('.prose > p');
  await page.goto(`/dashboard/edit-article/${article._id}`);
  await expect(text(page)).toContainText('Escrow closes');
  expect(await column('.ProseMirror > p')).toEqual(published);
  const settings = page.getByRole('complementary', { name: 'Article settings' });
  await expect(settings).toBeHidden();
  for (const isOpen of [true, false]) {
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(settings).toBeVisible({ visible: isOpen });
    await page.reload();
    await expect(text(page)).toContainText('Escrow closes');
    await expect(settings).toBeVisible({ visible: isOpen });
  }
});

test('on a narrow window the keyboard leads out of the text and of the settings', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).focus();
  await page.keyboard.type('Words');
  // Loads with the first touch.
  await expect(page.getByRole('button', { name: 'Bold' })).toBeAttached();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('form :is(button, a):focus')).toBeVisible();
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  const close = page.getByRole('button', { name: 'Close settings' });
  await settings.press('Enter');
  await expect(close).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(close).toBeHidden();
  await expect(settings).toBeFocused();
});

test('of more pictures than can be taken at once the rest is named', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    for (let count = 1; count <= 12; count++)
      clipboardData.items.add(new File(['no picture'], `${count}.jpg`, { type: 'image/jpeg' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('Only 10 images at once: 2 were left out')).toBeVisible();
  // Each that is refused says so, and leaves no place behind.
  await expect(page.getByText(/^10\.jpg: /)).toBeVisible();
  await expect(text(page).getByRole('progressbar')).toHaveCount(0);
});

test('words about a picture stay, and one that is on its way is waited for', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await text(page).focus();
  await page.keyboard.type('A beginning.');
  await givePictures(page, 'paste', ['a.jpg']);
  const dialog = page.getByRole('dialog', { name: 'Image in the text' });
  await dialog.getByLabel('Image description').fill('A sold sign');
  // The cursor is before the first picture.
  await givePictures(page, 'paste', ['b.jpg']);
  await expect(page.locator('.article-text img:not(.ProseMirror-separator)')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(dialog.getByLabel('Image description')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await page.route('/api/articles/image', () => {});
  await givePictures(page, 'paste', ['c.jpg']);
  await expect(text(page).getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Wait for the images to finish uploading')).toBeVisible();
  await toggleMarkdown(page);
  await expect(page.getByText('c.jpg was not added')).toBeVisible();
  await expect(text(page)).toHaveValue(/^A beginning\.\n\n!\[\]\(.*\)\n\n!\[A sold sign\]\(.*\)$/);
});

test('the bar of an editor that was first touched offline comes once the connection is back', {
  tag: '@long',
}, async ({ page, context, signIn }) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await expect(text(page)).toBeVisible();
  const bold = page.getByRole('button', { name: 'Bold' });
  await expect(bold).toHaveCount(0);
  await context.setOffline(true);
  await text(page).focus();
  await page.keyboard.type('A beginning.');
  await expect(page.getByText("You're offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toBeHidden();
  // A request right after the event can still fail: each focus tries again.
  await expect(async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).focus();
    await text(page).focus();
    await expect(bold).toBeAttached({ timeout: 3_000 });
  }).toPass();
});

test('alerts leave the buttons of an editor free, also below the notice of being offline', {
  tag: '@long',
}, async ({ page, context, signIn }) => {
  await signIn();
  await page.goto('/dashboard/add-article');
  await page.route('/api/articles/image', () => {});
  await text(page).focus();
  await page.keyboard.type('A beginning.');
  await givePictures(page, 'paste', ['a.jpg']);
  await expect(text(page).getByRole('progressbar')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const alert = page.getByText('Wait for the images to finish uploading');
  await expect(alert).toBeVisible();
  const publishing = page.getByRole('button', { name: 'Publish article' });
  const card = page.locator('[data-alerts] > div').filter({ has: alert });
  await expect.poll(async () => (await topOf(card)) - (await bottomOf(publishing))).toBeGreaterThan(0);
});

for (const scrolls of ['editor', 'browser']) {
  test(`the ${scrolls} keeps the line of the cursor below the bars and the notice of being offline`, {
    tag: '@long',
  }, async ({ page, context, signIn }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await signIn();
    await page.goto('/dashboard/add-article');
    await text(page).click();
    // Loaded with the first touch, which the connection is needed for.
    await expect(page.getByRole('button', { name: 'Bold' })).toBeAttached();
    await page.keyboard.type('A line\n'.repeat(30));
    await context.setOffline(true);
    await expect(page.getByText("You're offline.")).toBeVisible();
    // Heights are measured in the frame that shows the notice.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const up = () => page.keyboard.press('ArrowUp');
    if (scrolls === 'browser') {
      // The editor scrolls only if the cursor moves soon after a key: not on a slow machine.
      await page.evaluate(() => {
        const { now } = Date;
        let late = 0;
        addEventListener('keydown', () => (late = 1000), { capture: true });
        addEventListener('keydown', () => (late = 0));
        Date.now = () => now() - late;
      });
      await Promise.all(Array.from({ length: 25 }, up));
    } else {
      for (let line = 0; line < 25; line++) await up();
    }
    const cursorTop = () =>
      page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? 0);
    const publishing = page.getByRole('button', { name: 'Publish article' });
    await expect.poll(async () => (await cursorTop()) - (await bottomOf(publishing))).toBeGreaterThan(0);
  });
}

test('pictures are pasted and dropped into the text, at the width of a phone too', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto('/dashboard/add-article');
  const title = uniqueTitle();
  await fillSettings(page, title);
  await page.getByRole('button', { name: 'Close settings' }).click();
  await text(page).click();
  await page.keyboard.type('A beginning.');
  const dialog = page.getByRole('dialog', { name: 'Image in the text' });
  await givePictures(page, 'paste', ['a.jpg']);
  await dialog.getByLabel('Image description').fill('A sold [sign]');
  await dialog.getByLabel('Caption').fill('In "May"');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await givePictures(page, 'drop', ['b.jpg', 'c.jpg']);
  await dialog.getByLabel('Image description').fill('The second');
  await dialog.getByRole('button', { name: 'Save description' }).click();
  await expect(dialog.getByLabel('Image description')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await expect(text(page).locator('img:not(.ProseMirror-separator)')).toHaveCount(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible();

  await publish(page);
  await expect(said(page, 'Article Created')).toBeVisible();
  const { text: saved } = await (
    await request.get(`/api/articles/slug/${title.toLowerCase().replace(' ', '-')}`)
  ).json();
  expect(saved).toMatch(
    /^A beginning\.\n\n!\[A sold \\\[sign\\\]\]\(\/images\/[\da-f-]{36}\/1440\.jpg "In \\"May\\""\)\n\n!\[The second\]\(.*\)\n\n!\[\]\(.*\)$/,
  );
});

import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { draftsIn } from './drafts.ts';
import { expect, moveTo, said, test } from './fixtures.ts';
import { confirmPublishing, openSettings, publish, toggleMarkdown } from './publishing.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const uniqueTitle = () => `Article ${randomUUID()}`;
const toSlug = (title: string) => title.toLowerCase().replace(' ', '-');

async function fillArticle(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await openSettings(page);
  await page.getByLabel('URL').fill('https://example.com/source');
  await page.getByLabel('Snippet').fill('What this article says, shortly.');
  await toggleMarkdown(page);
  await text(page).fill('A **bold** beginning.');
}

async function makeArticle(request: APIRequestContext, token: string, given: object) {
  const response = await request.post('/api/articles', {
    headers: { 'x-auth-token': token },
    data: { url: 'https://example.com', snippet: 'Short.', text: 'First text.', ...given },
  });
  return response.json();
}

/** Public places where an article with this slug shows up. */
async function publicTraces(request: APIRequestContext, slug: string): Promise<string[]> {
  const traces: string[] = [];
  for (const path of ['/articles', '/rss.xml', '/sitemap.xml']) {
    if ((await (await request.get(path)).text()).includes(`/articles/${slug}`)) traces.push(path);
  }
  if ((await request.get(`/articles/${slug}`, { maxRedirects: 0 })).status() === 200) traces.push('page');
  return traces;
}

const everywhere = ['/articles', '/rss.xml', '/sitemap.xml', 'page'];

test('an article from draft over a schedule and publication to its end', async ({
  page,
  request,
  signIn,
}) => {
  await signIn();
  const title = uniqueTitle();
  const slug = toSlug(title);
  await page.goto('/dashboard/add-article');
  await fillArticle(page, title);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(said(page, 'Article Created')).toBeVisible();
  expect(await publicTraces(request, slug)).toEqual([]);

  await page.goto('/dashboard/view-articles');
  await page.getByLabel('State', { exact: true }).selectOption('Draft');
  await expect(page).toHaveURL(/state=draft/);
  await page.getByRole('link', { name: `Preview ${title}` }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'bold' })).toBeVisible();
  await expect(page.getByText('Draft: only editors can see it.')).toBeVisible();

  await page.getByRole('link', { name: 'Edit article' }).click();
  await page.getByRole('button', { name: 'Publish article' }).click();
  await page.getByRole('radio', { name: 'Schedule' }).check();
  const schedule = page.getByRole('dialog').getByRole('button', { name: 'Schedule' });
  await schedule.click();
  await expect(page.getByLabel('Publish at')).toHaveAccessibleDescription(/Date is required/);
  await page.getByLabel('Publish at').fill('2020-01-01T09:00');
  await schedule.click();
  await expect(page.getByLabel('Publish at')).toHaveAccessibleDescription(/Date must be in the future/);
  await page.getByLabel('Publish at').fill('2190-07-01T09:00');
  await expect(page.getByText('Pacific time: Jul 1, 2190, 9:00 AM PT.')).toBeVisible();
  await schedule.click();
  await expect(said(page, 'Article Updated')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '2190/07/01' });
  await expect(row).toContainText('Scheduled');
  expect(await publicTraces(request, slug)).toEqual([]);

  await row.getByRole('link', { name: `Edit ${title}` }).click();
  await page.getByRole('button', { name: 'Publish article' }).click();
  await expect(page.getByLabel('Publish at')).toHaveValue('2190-07-01T09:00');
  await page.getByRole('radio', { name: 'Publish now' }).check();
  await confirmPublishing(page);
  // The alert of the previous save may still be visible; the list proves this one.
  await expect(page.getByRole('link', { name: `Edit ${title}` })).toBeVisible();
  expect(await publicTraces(request, slug)).toEqual(everywhere);

  await page.getByRole('link', { name: `Edit ${title}` }).click();
  await openSettings(page);
  await expect(page.getByText('The old link redirects here.')).toBeVisible();
  const renamed = `renamed-${randomUUID()}`;
  await page.getByLabel('Slug').fill(renamed);
  await publish(page);
  await expect(heading(page, 'Articles')).toBeVisible();
  expect(await publicTraces(request, renamed)).toEqual(everywhere);
  expect(await publicTraces(request, slug)).toEqual([]);
  expect((await request.get(`/articles/${slug}`)).url()).toContain(renamed);

  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(said(page, 'Article Removed')).toBeVisible();
  expect(await publicTraces(request, renamed)).toEqual([]);
});

test('the buttons and keys format the selection, and undo reverts it', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await page.goto('/dashboard/add-article');
  await toggleMarkdown(page);
  const select = (start: number, end: number) =>
    text(page).evaluate(
      (area, [from, to]) => area instanceof HTMLTextAreaElement && area.setSelectionRange(from, to),
      [start, end] as const,
    );
  await text(page).fill('A flat fee');
  await select(2, 6);
  await page.keyboard.press('ControlOrMeta+b');
  await expect(text(page)).toHaveValue('A **flat** fee');
  await page.keyboard.press('ControlOrMeta+i');
  await expect(text(page)).toHaveValue('A ***flat*** fee');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text(page)).toHaveValue('A flat fee');
  await select(2, 6);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('https://example.com');
  await expect(text(page)).toHaveValue('A [flat](https://example.com) fee');

  await page.getByRole('button', { name: 'Heading' }).click();
  await expect(text(page)).toBeFocused();
  const preview = page.getByRole('tabpanel', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'A flat fee' })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'flat' })).toHaveAttribute('href', 'https://example.com');
  await expect(preview).toContainText('1 min read');
  for (const name of ['Heading', 'List', 'Quote']) await page.getByRole('button', { name }).click();
  await expect(text(page)).toHaveValue('> - A [flat](https://example.com) fee');
  await expect(preview.locator('blockquote li a')).toBeVisible();
});

test('what is typed survives the tab, and is forgotten when it is saved', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  // The text is in this browser only until the server has it.
  await page.route('**/working-copy/new', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  );
  await page.goto('/dashboard/add-article');
  const title = uniqueTitle();
  await fillArticle(page, title);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(token).not.toBeNull();
  await expect.poll(() => draftsIn(page)).toContain('A **bold** beginning.');
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto('/dashboard/add-article');
  await expect(again.getByText('We restored your unpublished changes.')).toBeVisible();
  await expect(again.getByLabel('Title')).toHaveValue(title);
  await expect(text(again)).toHaveText('A bold beginning.');
  await again.getByRole('button', { name: 'Save as draft' }).click();
  await expect(said(again, 'Article Created')).toBeVisible();
  await again.goto('/dashboard/add-article');
  await expect(again.getByLabel('Title')).toHaveValue('');
});

test('editor, preview and list are accessible at 1440 and 390 px', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  expectAccessible,
  expectAccessibleAt,
}) => {
  const body = '## A heading\n\nA **flat** fee.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |';
  const article = await makeArticle(request, await signIn(), {
    title: uniqueTitle(),
    text: body,
    state: 'scheduled',
    date: '2190-07-01T16:00:00Z',
  });
  await page.goto(`/dashboard/edit-article/${article._id}`);
  await expect(page.getByText('Scheduled for Jul 1, 2190')).toBeVisible();
  await expect(text(page).getByRole('heading', { name: 'A heading' })).toBeVisible();
  await expectAccessibleAt(1440, 390);
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  const preview = page.getByRole('tabpanel', { name: 'Preview' });
  await test.step('settings at 390 px', async () => {
    await openSettings(page);
    await expect(page.getByLabel('Slug')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Close settings' }).click();
    await expect(settings).toBeFocused();
  });
  await test.step('settings and Markdown at 1440 px', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openSettings(page);
    await expect(page.getByLabel('Slug')).toBeVisible();
    await expectAccessible({ dark: false });
    await settings.click();
    await expect(page.getByLabel('Slug')).toBeHidden();
    await toggleMarkdown(page);
    await expect(preview.getByRole('heading', { name: 'A heading' })).toBeVisible();
    await expectAccessible();
  });
  await test.step('Markdown and preview at 390 px', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Write' }).focus();
    await expect(text(page)).toBeVisible();
    await expectAccessible();
    await page.keyboard.press('ArrowRight');
    await expect(text(page)).toBeHidden();
    await expect(preview.getByRole('heading', { name: 'A heading' })).toBeVisible();
    await expectAccessible();
  });
  await moveTo(page, `/dashboard/preview-article/${article._id}`);
  await expect(page.getByRole('link', { name: 'Edit article' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A heading' })).toBeVisible();
  await expectAccessibleAt(1440, 390);
  await moveTo(page, '/dashboard/view-articles');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectAccessibleAt(1440, 390);
});

test('the list at 1440 px keeps its rows at 52 px with previews of max length, has its search and its state in one row, and keeps the state when nothing matches', {
  tag: '@long',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const headers = { 'x-auth-token': await signIn() };
  const data = {
    title: 'Representation arrangements for newcomers to Sacramento',
    url: 'https://example.com/source',
    snippet: 'Arrangements for more circumstances than one',
    text: 'Text',
  };
  await request.post('/api/articles', { headers, data });
  await page.goto('/dashboard/view-articles');
  await expect(page.getByText('Representation arrangements for newcomers…')).toBeVisible();
  const heights = await page
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(heights.length).toBe(5);
  expect(Math.max(...heights)).toBeLessThanOrEqual(53);

  const state = page.getByLabel('State', { exact: true });
  const bottomOf = async (field: Locator) => {
    const box = await field.boundingBox();
    return box && Math.round(box.y + box.height);
  };
  expect(await bottomOf(state)).toBe(await bottomOf(page.getByLabel('Search articles')));
  await page.route('**/api/articles/all?**', (route) => route.fulfill({ json: [] }));
  await state.focus();
  await state.selectOption('Scheduled');
  await expect(page.getByText('No articles match.')).toBeVisible();
  await expect(state).toBeFocused();
});

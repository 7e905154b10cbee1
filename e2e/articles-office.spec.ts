import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, moveTo, said, test } from './fixtures.ts';
import { confirmPublishing, openSettings, publish, toggleMarkdown } from './publishing.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const save = (page: Page) => page.getByRole('button', { name: 'Publish changes' });
const showMarkdown = toggleMarkdown;

interface Article {
  _id: string;
  slug: string;
  title: string;
}

async function makeArticle(request: APIRequestContext, token: string, title: string): Promise<Article> {
  const response = await request.post('/api/articles', {
    headers: { 'x-auth-token': token },
    data: {
      title,
      url: 'https://example.com/source',
      snippet: 'What this article says, shortly.',
      text: 'A **bold** beginning.',
    },
  });
  return response.json();
}

const uniqueTitle = () => `Article ${randomUUID()}`;

test.describe('adding an article', () => {
  test('names what is missing next to the fields, and publishes under the address that was shown', async ({
    page,
    signIn,
    expectAccessibleAt,
  }) => {
    await signIn();
    await page.goto('/dashboard/view-articles');
    await page.getByRole('link', { name: 'Add article' }).last().click();
    await expect(heading(page, 'Add article')).toBeFocused();
    await test.step('accessibly at 390 and 1440 px, and goes to the first', async () => {
      await page.getByRole('button', { name: 'Publish article' }).click();
      await expect(page.getByText('Title is required')).toBeVisible();
      await expectAccessibleAt(390, 1440);
      await page.getByLabel('Title').fill('Only a title');
      await openSettings(page);
      await page.getByLabel('URL').fill('www.example.com');
      await page.getByRole('button', { name: 'Publish article' }).click();
      await expect(text(page)).toBeFocused();
      await expect(page.getByLabel('URL')).toHaveAccessibleDescription(
        /Url must be a web address starting with https:\/\/ or http:\/\//,
      );
      await expect(page.getByLabel('Snippet')).toHaveAccessibleDescription(/Snippet is required/);
      await expect(text(page)).toHaveAccessibleDescription(/Text is required/);
      await expect(page.getByLabel('Title')).toHaveValue('Only a title');
      // An article of one's own has no source.
      await page.getByLabel('URL').fill('');
      await expect(page.getByText('Url must be')).toBeHidden();
      await page.getByRole('button', { name: 'Publish article' }).click();
      await expect(page.getByLabel('Snippet')).toHaveAccessibleDescription(/Snippet is required/);
      await expect(page.getByLabel('URL')).not.toHaveAccessibleDescription(/Url/);
    });
    await test.step('published', async () => {
      const title = uniqueTitle();
      await page.getByLabel('Title').fill(title);
      const slug = title.toLowerCase().replace(' ', '-');
      await expect(page.getByText(`/articles/${slug}`)).toBeVisible();
      await page.getByLabel('URL').fill('https://example.com/source');
      await page.getByLabel('Snippet').fill('What this article says, shortly.');
      await showMarkdown(page);
      await text(page).fill('A **bold** beginning.');
      await expect(page.getByText(/^21\b.*200,000 characters$/)).toBeAttached();
      await text(page).press('Control+Enter');
      await confirmPublishing(page);

      await expect(said(page, 'Article Created')).toBeVisible();
      await expect(page).toHaveURL('/dashboard/view-articles');
      await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
      await page.goto(`/articles/${slug}`);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.locator('strong', { hasText: 'bold' })).toBeVisible();
    });
  });

  test('requests a preview only where it is visible and the text is not blank', { tag: '@long' }, async ({
    page,
    signIn,
  }) => {
    const previewed: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/articles/preview')) previewed.push(request.postDataJSON());
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.install();
    await signIn();
    await page.goto('/dashboard/add-article');
    await showMarkdown(page);
    await text(page).fill('A **bold** beginning.');
    await page.clock.runFor(2000);
    await text(page).fill(' ');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByText('Your preview appears here as you write.')).toBeVisible();
    await page.clock.runFor(2000);
    expect(previewed).toEqual([]);

    await page.getByRole('tab', { name: 'Write' }).click();
    await text(page).fill('A **bold** end.');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.locator('strong', { hasText: 'bold' })).toBeVisible();
    expect(previewed).toEqual([{ text: 'A **bold** end.' }]);
    await page.getByRole('tab', { name: 'Write' }).click();
    await text(page).fill('Wide.');
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(page.getByRole('tabpanel', { name: 'Preview' }).getByText('Wide.')).toBeVisible();
  });

  test('that fails says so in place, keeps the input and can be tried again', { tag: '@long' }, async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/dashboard/add-article');
    const title = uniqueTitle();
    await page.getByLabel('Title').fill(title);
    await openSettings(page);
    await page.getByLabel('URL').fill('https://example.com');
    await page.getByLabel('Snippet').fill('Short.');
    await text(page).fill('Long.');
    await page.route('**/api/articles', (route) => route.abort());
    await publish(page);
    await expect(page.getByRole('alert').filter({ hasText: "We couldn't save the article." })).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await page.unroute('**/api/articles');
    // More may have been typed since: it is asked again.
    await page.getByRole('button', { name: 'Retry' }).click();
    await confirmPublishing(page);
    await expect(said(page, 'Article Created')).toBeVisible();
  });
});

test.describe('editing an article', () => {
  test('starts with what is saved, shows a refusal of the server next to the field, and the old address leads to the new one', async ({
    page,
    request,
    signIn,
  }) => {
    const token = await signIn();
    const other = await makeArticle(request, token, uniqueTitle());
    const article = await makeArticle(request, token, uniqueTitle());
    await page.goto(`/dashboard/edit-article/${article._id}`);
    await expect(page.getByLabel('Title')).toHaveValue(article.title);
    await openSettings(page);
    await expect(page.getByLabel('Slug')).toHaveValue(article.slug);
    await expect(page.getByLabel('URL')).toHaveValue('https://example.com/source');
    await expect(page.getByLabel('Snippet')).toHaveValue('What this article says, shortly.');
    await expect(text(page)).toHaveText('A bold beginning.');

    await page.getByLabel('Slug').fill(other.slug);
    await publish(page);
    await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/Slug is already taken/);
    await expect(page.getByLabel('Slug')).toBeFocused();
    await expect(page.getByLabel('Slug')).toHaveValue(other.slug);

    const title = uniqueTitle();
    const slug = `renamed-${randomUUID()}`;
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Slug').fill(slug);
    await publish(page);
    await expect(said(page, 'Article Updated')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/view-articles');
    await page.goto(`/articles/${article.slug}`);
    await expect(page).toHaveURL(`/articles/${slug}`);
    await expect(heading(page, title)).toBeVisible();
  });

  test('takes no input during a save, which it announces, and goes on after a failure', {
    tag: '@long',
  }, async ({ page, request, signIn }) => {
    const article = await makeArticle(request, await signIn(), uniqueTitle());
    await page.goto(`/dashboard/edit-article/${article._id}`);
    await text(page).fill('Typed before.');
    let finish = () => {};
    await page.route('/api/articles/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await route.abort();
    });
    const sent = page.waitForRequest((each) => each.method() === 'PATCH');
    await text(page).press('Control+Enter');
    await confirmPublishing(page);
    await sent;
    await expect(save(page)).toBeFocused();
    await expect(save(page)).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.type('lost');
    const area = page.locator('[contenteditable]');
    await area.click({ force: true });
    await page.keyboard.type('lost');
    await expect(area).toHaveText('Typed before.');

    finish();
    await expect(page.getByText("We couldn't save the article.")).toBeVisible();
    await expect(save(page)).toBeFocused();
    await page.unroute('/api/articles/*');
    await text(page).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' And after.');
    await text(page).press('Control+Enter');
    await confirmPublishing(page);
    await expect(page).toHaveURL('/dashboard/view-articles');
    await page.goto(`/dashboard/edit-article/${article._id}`);
    await expect(text(page)).toHaveText('Typed before. And after.');
  });

  test('shows both versions when another user saved first', { tag: '@long' }, async ({
    page,
    request,
    signIn,
    expectAccessibleAt,
  }) => {
    const token = await signIn();
    const article = await makeArticle(request, token, uniqueTitle());
    await page.goto(`/dashboard/edit-article/${article._id}`);
    const mine = uniqueTitle();
    const theirs = uniqueTitle();
    await page.getByLabel('Title').fill(mine);
    await text(page).fill('My text.');
    await request.patch(`/api/articles/${article._id}`, {
      headers: { 'x-auth-token': token },
      data: { title: theirs, snippet: 'Their snippet.' },
    });
    await publish(page);

    const conflict = page.getByRole('region', { name: 'Someone else saved while you were editing' });
    await expect(conflict.getByRole('heading')).toBeFocused();
    const title = conflict.getByRole('group', { name: 'Title' });
    await expect(title).toContainText(theirs);
    await expect(title).toContainText(mine);
    await expect(title.getByRole('radio', { name: 'Mine, not saved yet' })).toBeChecked();
    await expect(
      conflict.getByRole('group', { name: 'Snippet' }).getByRole('radio', { name: 'Theirs, saved' }),
    ).toBeChecked();
    await expect(conflict.getByRole('group', { name: 'URL' })).toBeHidden();
    await expectAccessibleAt(1440, 390);

    await title.getByRole('radio', { name: 'Theirs, saved' }).check();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(theirs);
    await page.getByLabel('Title', { exact: true }).fill(`${theirs}, merged`);
    await expect(title.getByRole('radio', { checked: true })).toHaveCount(0);
    await publish(page);
    await expect(said(page, 'Article Updated')).toBeVisible();
    const saved = await (await request.get(`/api/articles/${article._id}`)).json();
    expect(saved).toMatchObject({ title: `${theirs}, merged`, snippet: 'Their snippet.', text: 'My text.' });
  });
});

test.describe('what is typed and not saved', () => {
  test('is there again after leaving, and signing out asks while it is not on the server', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.route('**/api/articles/working-copy/new', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await page.goto('/dashboard/add-article');
    await page.getByLabel('Title').fill('Half an article');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const logOut = page.getByRole('alertdialog', { name: 'Sign out without saving?' });
    await logOut.getByRole('button', { name: 'Cancel' }).click();
    await expect(logOut).toBeHidden();

    await page.getByRole('link', { name: 'View articles' }).click();
    await expect(heading(page, 'Articles')).toBeVisible();
    await page.goto('/dashboard/add-article');
    await expect(page.getByLabel('Title')).toHaveValue('Half an article');
  });

  test('makes the browser ask, and is back after a reload', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/dashboard/add-article');
    await page.getByLabel('Title').fill('Half an article');
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await expect(page.getByText('We restored your unpublished changes.')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('Half an article');
    await page.getByRole('button', { name: 'Discard them' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('');
    await page.getByRole('link', { name: 'View articles' }).click();
    await expect(heading(page, 'Articles')).toBeVisible();
  });

  test('is met with the newer version when it comes back', async ({ page, request, signIn }) => {
    const token = await signIn();
    const article = await makeArticle(request, token, uniqueTitle());
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`/dashboard/edit-article/${article._id}`);
    await text(page).fill('Typed before the reload.');
    await request.patch(`/api/articles/${article._id}`, {
      headers: { 'x-auth-token': token },
      data: { text: 'Saved by somebody else.' },
    });
    await page.reload();
    await expect(text(page)).toHaveText('Typed before the reload.');
    await publish(page);
    await expect(
      page.getByRole('region', { name: 'Someone else saved while you were editing' }),
    ).toContainText('Saved by somebody else.');
  });
});

test.describe('deleting an article', () => {
  test('asks by name, says that it is done and goes on to the next row', async ({
    page,
    request,
    signIn,
    expectAccessible,
  }) => {
    const token = await signIn();
    const next = await makeArticle(request, token, uniqueTitle());
    const article = await makeArticle(request, token, uniqueTitle());
    await page.goto('/dashboard/view-articles');
    const button = page.getByRole('button', { name: `Delete ${article.title}` });
    await button.click();
    const question = page.getByRole('alertdialog', { name: `Delete “${article.title}”?` });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();

    await button.click();
    await page.route(`**/api/articles/${article._id}`, (route) => route.abort());
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('alert')).toContainText("We couldn't delete it. Try again.");
    await page.unroute(`**/api/articles/${article._id}`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(said(page, 'Article Removed')).toBeVisible();
    await expect(button).toBeHidden();
    const following = page.getByRole('row').filter({ hasText: next.title.slice(0, 20) });
    await expect.poll(() => following.evaluate((row) => row.contains(document.activeElement))).toBe(true);
    const gone = await page.goto(`/articles/${article.slug}`);
    expect(gone?.status()).toBe(404);
  });
});

test.describe('the table of articles', () => {
  test('has five rows a page, and its state in the address', { tag: '@long' }, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn();
    await page.goto('/dashboard/view-articles');
    const rows = page.getByRole('rowheader');
    await expect(rows).toHaveCount(5);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(page.getByText(/^6–10 of/)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/^1–5 of/)).toBeVisible();

    await page.getByRole('button', { name: 'Title' }).click();
    await expect(page).toHaveURL(/\?sort=title$/);
    await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByLabel('Rows per page').selectOption('All');
    await expect(page).toHaveURL(/size=all/);
    await expect(rows.nth(10)).toBeVisible();
    const titles = await rows.allTextContents();
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en-US', { numeric: true }).compare));
    await page.reload();
    await expect(rows).toHaveText(titles);

    await page.getByRole('searchbox', { name: 'Search articles' }).fill('MILLION-DOLLAR T');
    await expect(page).toHaveURL(/q=MILLION-DOLLAR/);
    await expect(rows.first()).toHaveText('The million-dollar tier, worked out');
    await page.getByRole('searchbox').fill('no such thing');
    await expect(page.getByText('Nothing matches “no such thing”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(rows).toHaveText(titles);
  });

  test('cuts long titles at a space after 40 characters, snippets after 20, and leads to the public page', {
    tag: '@long',
  }, async ({ page, request, signIn }) => {
    const mark = randomUUID();
    const title = `A title that takes more than forty characters ${mark}`;
    const article = await makeArticle(request, await signIn(), title);
    await page.goto(`/dashboard/view-articles?q=${mark}`);
    await expect(page.getByRole('rowheader')).toHaveText('A title that takes more than forty characters…');
    await expect(page.getByRole('cell').first()).toContainText('What this article says,…');
    await page.getByRole('link', { name: `View ${title}` }).click();
    await expect(page).toHaveURL(`/articles/${article.slug}`);
  });

  test('that cannot be loaded offers Retry; an empty one offers to add; of an article that is gone it shows that there is none', {
    tag: '@long',
  }, async ({ page, signIn, expectAccessible }) => {
    await signIn();
    await page.route('**/api/articles/all?*', (route) => route.abort());
    await page.goto('/dashboard/view-articles');
    await expect(page.getByRole('alert')).toContainText("We couldn't load the articles. Try again.");
    await expectAccessible();
    await page.unroute('**/api/articles/all?*');
    await page.route('**/api/articles/all?*', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No articles yet.')).toBeVisible();
    await expectAccessible();
    await moveTo(page, `/dashboard/edit-article/${randomUUID()}`);
    await expect(heading(page, 'Page Not Found')).toBeVisible();
  });
});

test.describe('the editor', () => {
  test('does not hide what has the focus behind the bar with the buttons', { tag: '@long' }, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    await signIn();
    await page.goto('/dashboard/add-article');
    const bar = page.getByRole('button', { name: 'Publish article' });
    await page.getByLabel('Title').focus();
    const control = page.getByRole('button', { name: 'Bold' });
    // Loads with the first touch.
    await expect(control).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused();
    const [above, below] = [await bar.boundingBox(), await control.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    for (const label of ['URL', 'Snippet']) {
      const field = page.getByLabel(label);
      await field.focus();
      // Settings lie over the bar.
      const isOnTop = (element: Element) => {
        const { left, top } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 5, top + 5) === element;
      };
      expect(await field.evaluate(isOnTop)).toBe(true);
    }
  });
});

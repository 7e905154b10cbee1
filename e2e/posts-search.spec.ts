import type { Page } from '@playwright/test';
import { button, composer, feed, likeOf, newText, post, postsOf } from './feed.ts';
import { expect, test } from './fixtures.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search posts' });
const finds = (page: Page) => page.getByRole('list', { name: 'Posts found' }).getByRole('listitem');
const newWord = () => newText('word').replaceAll(/[^a-z0-9]/g, '');

test.describe('the search of posts', () => {
  test('shows the posts with the words, keeps them in the address, and gives the feed back', async ({
    page,
    request,
    signIn,
  }) => {
    const posts = postsOf(request, await signIn());
    const word = newWord();
    const text = `Escrow ${word.toUpperCase()} closes`;
    await posts.write(text);
    const other = newText();
    await posts.write(other);
    await page.goto('/posts');
    await expect(post(page, other)).toBeVisible();
    await field(page).fill(`${word.slice(0, -1)} escr`);
    await expect(finds(page)).toHaveText([new RegExp(text)]);
    await expect(composer(page)).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: '1 post shown' })).toBeAttached();
    await page.reload();
    await expect(field(page)).toHaveValue(`${word.slice(0, -1)} escr`);
    await expect(finds(page)).toHaveCount(1);
    await finds(page)
      .getByRole('link', { name: /^Discussion/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Post by/ })).toBeVisible();
    await page.goBack();
    await expect(finds(page)).toHaveCount(1);
    await field(page).fill('');
    await expect(feed(page)).toContainText(other);
    await expect(composer(page)).toBeVisible();
  });

  test('lets do with what is found what can be done in the feed', async ({ page, request, signIn }) => {
    const posts = postsOf(request, await signIn());
    const word = newWord();
    await posts.write(`${word} first`);
    const second = await posts.write(`${word} second`);
    await page.goto(`/posts?search=${word}`);
    await expect(finds(page)).toHaveText([/second/, /first/]);
    await likeOf(page, `${word} first`).click();
    await expect(likeOf(page, `${word} first`)).toHaveAccessibleName('Like 1 like');
    await post(page, `${word} first`).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(finds(page)).toHaveText([/second/]);
    await posts.remove(second);
    await expect(finds(page)).toHaveCount(0);
    await expect(page.getByText('No posts match your search.')).toBeVisible();
  });

  test('reads on by itself', { tag: '@long' }, async ({ page, request, signIn }) => {
    const posts = postsOf(request, await signIn());
    const word = newWord();
    for (let number = 0; number < 9; number++) await posts.write(`${word} ${number}`);
    await page.route('/api/posts?*', (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '4');
      return route.continue({ url: url.href });
    });
    await page.goto(`/posts?search=${word}`);
    await expect(async () => {
      await finds(page).last().scrollIntoViewIfNeeded();
      await expect(finds(page).last()).toContainText(`${word} 0`, { timeout: 100 });
    }).toPass();
    await expect(finds(page)).toHaveCount(9);
  });

  test('says how far it looked where it ends early, and goes on when asked to', { tag: '@long' }, async ({
    page,
    request,
    signIn,
    expectAccessibleAt,
  }) => {
    const posts = postsOf(request, await signIn());
    const word = newWord();
    const older = await posts.read(await posts.write(`${word} older`));
    const newer = await posts.read(await posts.write(`${word} newer`));
    // As among more posts than a page reads: none, then one, then the last.
    const pages = new Map([
      [null, { found: [], searchedTo: '2024-03-04T07:59:00.000Z', next: 'second' }],
      ['second', { found: [newer], searchedTo: '2023-12-25T20:00:00.000Z', next: 'third' }],
    ]);
    const asked = new Set<string | null>();
    await page.route(/api\/posts\?.*search=/, async (route) => {
      const url = new URL(route.request().url());
      const cursor = url.searchParams.get('cursor');
      asked.add(cursor);
      url.searchParams.delete('cursor');
      const answer = await route.fetch({ url: url.href });
      const position = { 'x-feed-position': answer.headers()['x-feed-position'] ?? '' };
      const early = pages.get(cursor);
      if (!early) return route.fulfill({ headers: position, json: [older] });
      const link = `</api/posts?search=${word}&cursor=${early.next}>; rel="next"`;
      return route.fulfill({
        headers: { ...position, link, 'x-searched-to': early.searchedTo },
        json: early.found,
      });
    });
    await page.goto(`/posts?search=${word}`);
    await expect(page.getByText('No posts found. Searched back to Mar 3, 2024.')).toBeVisible();
    await expect(page.getByText('No posts match your search.')).toHaveCount(0);
    await expect(finds(page)).toHaveCount(0);
    await expectAccessibleAt(1440, 390);
    await expect(button(page, 'Show more')).toHaveCount(0);
    expect([...asked]).toEqual([null]);
    await button(page, 'Search older posts').click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Searched back to Dec 25, 2023.' }),
    ).toBeVisible();
    await expect(finds(page)).toHaveText([/newer/]);
    expect([...asked]).toEqual([null, 'second']);
    await button(page, 'Search older posts').click();
    await expect(finds(page)).toHaveText([/newer/, /older/]);
    await expect(button(page, 'Search older posts')).toHaveCount(0);
    await expect(page.getByText(/Searched back to/)).toHaveCount(0);
    expect([...asked]).toEqual([null, 'second', 'third']);
  });

  test('says when it does not work, and tries again', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/posts');
    await expect(field(page)).toBeVisible();
    await page.route(/search=zebrawood/, (route) =>
      route.fulfill({ status: 503, json: { msg: 'Try again soon', errors: [{ msg: 'Try again soon' }] } }),
    );
    await field(page).fill('zebrawood');
    await expect(page.getByText('Search failed. Try again. Try again soon')).toBeVisible();
    await page.unrouteAll();
    await button(page, 'Retry').click();
    await expect(page.getByText('No posts match your search.')).toBeVisible();
  });
});

test('nothing is inaccessible at 1440 and 390 px in what a search finds', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  expectAccessibleAt,
}) => {
  const posts = postsOf(request, await signIn());
  const word = newWord();
  await posts.write(`${word} ${'x'.repeat(300)}`);
  await page.goto(`/posts?search=${word}`);
  await expect(finds(page)).toHaveCount(1);
  await expectAccessibleAt(1440, 390);
  await field(page).fill('nobody wrote this');
  await expect(page.getByText('No posts match your search.')).toBeVisible();
  await expectAccessibleAt(1440, 390);
});

import type { Page } from '@playwright/test';
import { button, comments, composer, feed, likeOf, newText, post, postsOf, said } from './feed.ts';
import { expect, test } from './fixtures.ts';
import { beginWith, type Member, newMember, openSession } from './members.ts';

/** Waits for the first event: only then is the live connection open. */
async function openLive(page: Page, address: string): Promise<void> {
  const heard = page.waitForResponse((response) => response.url().includes('/api/posts/events'));
  await page.goto(address);
  await heard;
}

const newPosts = (page: Page) => page.getByRole('button', { name: /^Show \d+ new posts?$/ });

test.describe('with the feed open in two browsers', () => {
  let member: Member;
  test.beforeEach(async ({ request, server }) => {
    member = await newMember(request, server.dataDir);
  });

  test('a post by another member waits behind a button, and nothing moves', async ({
    page,
    browser,
    baseURL,
    request,
    expectAccessible,
    signIn,
  }) => {
    await postsOf(request, member.token).write(newText('There before'));
    const other = await browser.newPage({ baseURL });
    await beginWith(other, member.token);
    await other.goto('/posts');
    await signIn();
    await openLive(page, '/posts');
    const [one, two] = [newText('First'), newText('Second')];
    // Above the feed, by a query of its own.
    await expect(page.getByRole('list', { name: 'Announcements' })).toBeVisible();
    const top = feed(page).getByRole('listitem').first();
    const before = await top.boundingBox();
    for (const text of [one, two]) {
      await composer(other).fill(text);
      await button(other, 'Post').click();
      await expect(post(other, text)).toBeVisible();
    }
    await expect(newPosts(page)).toHaveText('Show 2 new posts');
    await expect(said(page, 'Show 2 new posts')).toBeAttached();
    await expect(post(page, one)).toHaveCount(0);
    expect(await top.boundingBox()).toEqual(before);
    await expectAccessible();
    await newPosts(page).click();
    await expect(feed(page).getByRole('listitem').nth(0)).toContainText(two);
    await expect(feed(page).getByRole('listitem').nth(1)).toContainText(one);
    await expect(post(page, two)).toBeFocused();
    await expect(newPosts(page)).toHaveCount(0);
    await other.close();
  });

  test('one’s own post is there at once, in every window', { tag: '@long' }, async ({
    page,
    browser,
    baseURL,
    request,
  }) => {
    await beginWith(page, member.token);
    await openLive(page, '/posts');
    const token = await openSession(request, member);
    const other = await browser.newPage({ baseURL });
    await beginWith(other, token ?? '');
    await other.goto('/posts');
    const text = newText('Mine');
    await composer(other).fill(text);
    await button(other, 'Post').click();
    await expect(post(page, text)).toBeVisible();
    await expect(newPosts(page)).toHaveCount(0);
    await other.close();
  });

  test('likes, comments, edits, pins and deletions change what is shown, and the posts of a member who leaves disappear', async ({
    page,
    request,
    signIn,
  }) => {
    const token = await signIn();
    const mine = postsOf(request, token);
    const theirs = postsOf(request, member.token);
    const text = newText();
    const id = await theirs.write(text);
    const last = newText('Soon gone');
    await theirs.write(last);
    await openLive(page, '/posts');
    await theirs.like(id);
    await expect(likeOf(page, text)).toHaveAccessibleName('Like 1 like');
    await expect(likeOf(page, text)).toHaveAttribute('aria-pressed', 'false');
    await mine.like(id);
    await expect(likeOf(page, text)).toHaveAccessibleName('Like 2 likes');
    await expect(likeOf(page, text)).toHaveAttribute('aria-pressed', 'true');
    await theirs.comment(id, 'First');
    await expect(post(page, text).getByRole('link', { name: 'Discussion 1 comment' })).toBeVisible();
    await theirs.edit(id, `${text} changed`);
    await expect(post(page, `${text} changed`)).toContainText('edited');
    await mine.pin(id);
    await expect(page.getByRole('list', { name: 'Announcements' })).toContainText(text);
    await mine.unpin(id);
    await expect(feed(page)).toContainText(text);
    await theirs.remove(id);
    await expect(post(page, text)).toHaveCount(0);
    await expect(post(page, last)).toBeVisible();
    const left = await request.delete('/api/profile', { headers: { 'x-auth-token': member.token } });
    expect(left.ok()).toBe(true);
    await expect(post(page, last)).toHaveCount(0);
  });

  test('a discussion follows its comments, and says when its post is gone', { tag: '@long' }, async ({
    page,
    request,
    signIn,
  }) => {
    await signIn();
    const theirs = postsOf(request, member.token);
    const id = await theirs.write(newText());
    await openLive(page, `/posts/${id}`);
    const [comment] = await theirs.comment(id, 'Hello there');
    await expect(comments(page)).toHaveText([/Hello there/]);
    await page.getByLabel('Leave a comment').fill('Hello yourself');
    await button(page, 'Comment').click();
    await expect(comments(page)).toHaveText([/Hello yourself/, /Hello there/]);
    await expect(page.getByRole('heading', { name: 'Comments (2)' })).toBeVisible();
    await theirs.removeComment(id, comment._id);
    await expect(comments(page)).toHaveText([/Hello yourself/]);
    await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
    await theirs.remove(id);
    await expect(page.getByText('This post was deleted while you were reading it.')).toBeVisible();
  });

  test('what happened during a break is made up for', { tag: '@long' }, async ({
    page,
    context,
    request,
    signIn,
  }) => {
    await signIn();
    const theirs = postsOf(request, member.token);
    const text = newText();
    const id = await theirs.write(text);
    await openLive(page, '/posts');
    await context.setOffline(true);
    await theirs.like(id);
    const written = newText('While you were away');
    await theirs.write(written);
    await context.setOffline(false);
    await expect(newPosts(page)).toBeVisible();
    await expect(likeOf(page, text)).toHaveAccessibleName('Like 1 like');
  });

  test('a hidden page receives nothing, and catches up when it is shown', async ({
    page,
    request,
    signIn,
  }) => {
    await signIn();
    await openLive(page, '/posts');
    const turn = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    const closed = page.waitForEvent('requestfailed', (each) => each.url().includes('/api/posts/events'));
    await turn(true);
    await closed;
    await postsOf(request, member.token).write(newText('Behind the back'));
    const asked = page.waitForRequest('/api/posts/events*');
    await turn(false);
    await asked;
    await expect(newPosts(page)).toBeVisible();
  });

  test('is asked again and again where no stream can be had', { tag: '@long' }, async ({
    page,
    request,
    signIn,
  }) => {
    await signIn();
    await page.route('/api/posts/events*', (route) =>
      route.request().headers().accept?.includes('event-stream') ? route.abort() : route.continue(),
    );
    const theirs = postsOf(request, member.token);
    const text = newText();
    const id = await theirs.write(text);
    await openLive(page, '/posts');
    await theirs.like(id);
    await expect(likeOf(page, text)).toHaveAccessibleName('Like 1 like');
    await theirs.write(newText());
    await expect(newPosts(page)).toBeVisible();
  });

  test('a session that ends elsewhere ends here', async ({ page, request }) => {
    await beginWith(page, member.token);
    await openLive(page, '/posts');
    const token = (await openSession(request, member)) ?? '';
    await request.delete('/api/auth/sessions', { headers: { 'x-auth-token': token } });
    await postsOf(request, token).write(newText());
    await expect(page.getByRole('heading', { name: 'Your session has expired' })).toBeVisible();
    await expect(feed(page)).toHaveCount(0);
  });
});

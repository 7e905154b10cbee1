import type { APIRequestContext, Page } from '@playwright/test';
import { openGroup } from './drawer.ts';
import { adminToken, button, comments, newText, post, postsOf, said } from './feed.ts';
import { expect, moveTo, test } from './fixtures.ts';
import { beginWith, changeData, type Member, newMember } from './members.ts';

const reported = (page: Page, text: string) =>
  page
    .getByRole('list', { name: 'Reported posts and comments' })
    .getByRole('listitem')
    .filter({ hasText: text });
const reportDialog = (page: Page, what: string) => page.getByRole('dialog', { name: `Report this ${what}` });
const removeDialog = (page: Page, what: string) => page.getByRole('dialog', { name: `Remove this ${what}?` });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Office' });

async function report(request: APIRequestContext, { token }: Member, id: string, details = '') {
  const answer = await request.post(`/api/posts/report/${id}`, {
    headers: { 'x-auth-token': token },
    data: { reason: 'rude', details },
  });
  expect(answer.ok()).toBe(true);
}

async function reportedPost(request: APIRequestContext, dataDir: string, about = 'Reported') {
  const author = await newMember(request, dataDir);
  const text = newText(about);
  const id = await postsOf(request, author.token).write(text);
  await report(request, await newMember(request, dataDir), id, 'Please look at this');
  return { id, text, author };
}

test('a member reports a post, an admin removes it with a reason, and both are on record', async ({
  page,
  browser,
  baseURL,
  request,
  server,
  signIn,
}) => {
  const author = await newMember(request, server.dataDir);
  const reader = await newMember(request, server.dataDir);
  const stays = newText('Stays');
  await postsOf(request, author.token).write(stays);
  const text = newText('Call my client at home');
  const id = await postsOf(request, author.token).write(text);

  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const readerPage = await other.newPage();
  await beginWith(readerPage, reader.token);
  await readerPage.goto('/posts');
  await post(readerPage, text).getByRole('button', { name: 'Report' }).click();
  const dialog = reportDialog(readerPage, 'post');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Choose a reason' })).toBeVisible();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await dialog.getByRole('radio', { name: /Private information/ }).check();
  await dialog.getByLabel('Details').fill('The number of a client');

  await readerPage.route('/api/posts/report/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
  await expect(dialog.getByLabel('Details')).toHaveValue('The number of a client');
  await readerPage.unroute('/api/posts/report/*');
  await dialog.getByLabel('Details').press('Control+Enter');
  await expect(said(readerPage, 'Report sent. Thank you.')).toBeVisible();
  const done = post(readerPage, text).getByRole('button', { name: 'Reported' });
  await expect(done).toBeFocused();

  await signIn();
  await page.goto('/dashboard/admin/moderation');
  const item = reported(page, text);
  await expect(item).toContainText('Private information');
  await expect(item).toContainText('The number of a client');
  await expect(item).toContainText(reader.name);
  await item.getByRole('button', { name: 'Remove' }).click();
  const asking = removeDialog(page, 'post');
  await expect(asking).toContainText(`${author.name} is told`);
  await expect(asking.getByLabel('Reason')).toBeFocused();
  await asking.getByRole('button', { name: 'Remove' }).click();
  await expect(asking.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/);
  await asking.getByLabel('Reason').fill('No numbers of clients, please.');
  await asking.getByRole('button', { name: 'Remove' }).click();
  await expect(said(page, 'The post is removed')).toBeVisible();
  await expect(item).toBeHidden();

  // The reader's open feed updates live, and the author no longer has the post.
  await expect(post(readerPage, text)).toBeHidden();
  await other.close();
  const authorContext = await browser.newContext(baseURL ? { baseURL } : {});
  const authorPage = await authorContext.newPage();
  await beginWith(authorPage, author.token);
  await authorPage.goto('/posts');
  await expect(post(authorPage, stays)).toBeVisible();
  await expect(post(authorPage, text)).toBeHidden();
  await authorPage.goto(`/posts/${id}`);
  await expect(authorPage.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await authorContext.close();

  await page.goto('/dashboard/admin/audit');
  const entry = page.getByRole('row', { name: 'Post removed' }).first();
  await expect(entry).toContainText('No numbers of clients, please.');
  await expect(entry).toContainText(author.name);
});

test('a comment is reported from the discussion, and an admin leaves it', { tag: '@long' }, async ({
  page,
  request,
  server,
  signIn,
}) => {
  const author = await newMember(request, server.dataDir);
  const id = await postsOf(request, author.token).write(newText());
  const text = newText('A comment');
  await postsOf(request, author.token).comment(id, text);
  await signIn();
  await page.goto(`/posts/${id}`);
  const comment = comments(page).filter({ hasText: text });
  await comment.getByRole('button', { name: 'Report' }).click();
  await reportDialog(page, 'comment').getByRole('radio', { name: 'Spam or advertising' }).check();
  await button(page, 'Send report').click();
  await expect(comment.getByRole('button', { name: 'Reported' })).toBeVisible();
  await expect(button(page, 'Report')).toBeVisible();

  const moderation = navigation(page).getByRole('link', { name: /^Moderation/ });
  await openGroup(page, 'System');
  await moderation.click();
  await expect(moderation).toContainText(/\(\d+ waiting\)/);
  const item = reported(page, text);
  await expect(item.getByRole('link', { name: 'Open the discussion' })).toHaveAttribute(
    'href',
    `/posts/${id}`,
  );
  await item.getByRole('button', { name: 'Keep' }).click();
  await expect(said(page, 'The comment stays')).toBeVisible();
  await expect(item).toBeHidden();
  await page.goto(`/posts/${id}`);
  await expect(comment).toBeVisible();
  await comment.getByRole('button', { name: 'Report' }).click();
  await reportDialog(page, 'comment').getByRole('radio', { name: 'Something else' }).check();
  await button(page, 'Send report').click();
  await expect(reportDialog(page, 'comment').getByRole('alert').last()).toHaveText(
    'Comment already reported',
  );
});

test('one’s own posts and comments offer no report, and members who are no admins see nothing of the moderation', {
  tag: '@long',
}, async ({ page, request, server }) => {
  const { token } = await newMember(request, server.dataDir);
  const text = newText('Mine');
  const own = postsOf(request, token);
  const id = await own.write(text);
  await own.comment(id, 'My comment');
  await beginWith(page, token);
  await page.goto('/posts');
  await expect(post(page, text).getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(post(page, text).getByRole('button', { name: 'Report' })).toBeHidden();
  await page.goto(`/posts/${id}`);
  await expect(comments(page)).toHaveCount(1);
  await expect(button(page, 'Report')).toBeHidden();
  await page.goto('/dashboard/admin/moderation');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: /^Moderation/ })).toBeHidden();
});

test('after a decision the focus goes on to the next, and an empty queue says so', { tag: '@long' }, async ({
  page,
  request,
  server,
  signIn,
}) => {
  const oldest = await reportedPost(request, server.dataDir, 'Oldest');
  const older = await reportedPost(request, server.dataDir, 'Older');
  const newer = await reportedPost(request, server.dataDir, 'Newer');
  await signIn();
  await page.goto('/dashboard/admin/moderation');
  await reported(page, newer.text).getByRole('button', { name: 'Keep' }).press('Enter');
  await expect(reported(page, newer.text)).toBeHidden();
  await expect(reported(page, older.text)).toBeFocused();
  await reported(page, older.text).getByRole('button', { name: 'Remove' }).press('Enter');
  await removeDialog(page, 'post').getByLabel('Reason').fill('Not here');
  await removeDialog(page, 'post').getByLabel('Reason').press('Control+Enter');
  await expect(reported(page, older.text)).toBeHidden();
  await expect(reported(page, oldest.text).locator(':focus')).toBeVisible();

  // Other tests may have left reports: remove them too.
  const keeps = page.getByRole('button', { name: 'Keep' });
  for (let left = await keeps.count(); left > 0; left--) {
    await keeps.first().click();
    await expect(keeps).toHaveCount(left - 1);
  }
  await expect(page.getByText('Nothing to review.')).toBeVisible();
});

test('what cannot be loaded or saved can be tried again; what another admin has decided about leaves the queue with a word', {
  tag: '@long',
}, async ({ page, request, server, signIn }) => {
  const { id, text } = await reportedPost(request, server.dataDir);
  await signIn();
  await page.route('/api/moderation', (route) => route.abort());
  await page.goto('/dashboard/admin/moderation');
  await expect(page.getByText("We couldn't load the reports. Try again.")).toBeVisible();
  await page.unroute('/api/moderation');
  await button(page, 'Retry').click();
  await expect(reported(page, text)).toBeVisible();
  await page.route('/api/moderation/**', (route) => route.abort());
  await reported(page, text).getByRole('button', { name: 'Keep' }).click();
  await expect(reported(page, text).getByRole('alert')).toContainText(
    "We couldn't save your decision. Try again.",
  );
  await reported(page, text).getByRole('button', { name: 'Remove' }).click();
  const dialog = removeDialog(page, 'post');
  await dialog.getByLabel('Reason').fill('Keep this');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/The server cannot be reached/);
  await expect(dialog.getByLabel('Reason')).toHaveValue('Keep this');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(reported(page, text).getByRole('button', { name: 'Remove' })).toBeFocused();

  await page.unroute('/api/moderation/**');
  const headers = { 'x-auth-token': await adminToken(request) };
  expect((await request.post(`/api/moderation/posts/${id}/keep`, { headers })).ok()).toBe(true);
  await reported(page, text).getByRole('button', { name: 'Remove' }).click();
  await dialog.getByLabel('Reason').fill('Too late');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(said(page, 'already decided this')).toBeVisible();
  await expect(reported(page, text)).toBeHidden();
});

test('more than twenty are loaded on demand', { tag: '@long' }, async ({ page, server, signIn }) => {
  const numbers = `with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < 40)`;
  changeData(
    server.dataDir,
    `${numbers} insert into posts (id, user_id, text, like_count, comment_count, created_at)
     select printf('0199cccc-0000-7000-8000-%012d', value), (select id from users limit 1),
       'Reported long ago, number ' || value, 0, 0, '2026-01-01T00:00:00.000Z' from numbers`,
  );
  changeData(
    server.dataDir,
    `${numbers} insert into reports (id, post_id, reason, created_at)
     select printf('0199dddd-0000-7000-8000-%012d', value), printf('0199cccc-0000-7000-8000-%012d', value),
       'spam', '2026-01-01T00:00:00.000Z' from numbers`,
  );
  await signIn();
  await page.goto('/dashboard/admin/moderation');
  await expect(said(page, '20 reported texts shown')).toBeVisible();
  await button(page, 'Load more').click();
  await expect(said(page, '40 reported texts shown')).toBeVisible();
  await expect(page.getByText('Former member').first()).toBeVisible();
  changeData(server.dataDir, `delete from posts where id like '0199cccc%'`);
});

test('is accessible at 1440 and 390 px', { tag: '@long' }, async ({
  page,
  request,
  server,
  signIn,
  expectAccessibleAt,
}) => {
  const { id, text } = await reportedPost(request, server.dataDir);
  for (let more = 0; more < 2; more++) await report(request, await newMember(request, server.dataDir), id);
  const { token } = await newMember(request, server.dataDir);
  const spam = { headers: { 'x-auth-token': token }, data: { reason: 'spam' } };
  await request.post(`/api/posts/report/${id}`, spam);
  await signIn();

  await page.goto('/posts');
  await expect(post(page, text)).toBeVisible();
  await post(page, text).getByRole('button', { name: 'Report' }).click();
  await button(page, 'Send report').click();
  await expect(reportDialog(page, 'post').getByText('Choose a reason')).toBeVisible();
  await expectAccessibleAt(1440, 390);
  await button(page, 'Cancel').click();
  await moveTo(page, `/posts/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Post by/ })).toBeVisible();
  await expect(button(page, 'Report')).toBeVisible();
  await expectAccessibleAt(1440, 390);

  await moveTo(page, '/dashboard/admin/moderation');
  await expect(reported(page, text)).toContainText('4 reports');
  await expectAccessibleAt(1440, 390);
  await reported(page, text).getByRole('button', { name: 'Remove' }).click();
  await removeDialog(page, 'post').getByRole('button', { name: 'Remove' }).click();
  await expect(removeDialog(page, 'post').getByText('Reason is required')).toBeVisible();
  await expectAccessibleAt(1440, 390);
});

import type { Page } from '@playwright/test';
import { adminToken, button, comments, composer, feed, newText, post, postsOf } from './feed.ts';
import { expect, moveTo, test } from './fixtures.ts';
import { beginWith, changeData, newMember } from './members.ts';

const members = (page: Page) => page.getByRole('listbox', { name: 'Members' });
const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' });
const items = (page: Page) => list(page).getByRole('listitem');

/** A member with a unique name, so that a mention finds no one else. */
async function namedMember(request: Parameters<typeof newMember>[0], dataDir: string, first: string) {
  const member = await newMember(request, dataDir);
  const name = `${first} ${member.name}`;
  changeData(dataDir, 'update users set name = ? where email = ?', name, member.email);
  return { ...member, name };
}

test.describe('a mention', () => {
  test('is completed by the keyboard, links to the member, and reaches them', async ({
    page,
    browser,
    request,
    server,
    signIn,
  }) => {
    await signIn();
    const zoe = await namedMember(request, server.dataDir, 'Zoë');
    const zora = await namedMember(request, server.dataDir, 'Zora');
    await page.goto('/posts');
    const text = newText('Thank you');
    await composer(page).pressSequentially(`${text}, @zo`);
    await expect(members(page).getByRole('option')).toHaveCount(2);
    const options = members(page).getByRole('option');
    await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
    await composer(page).press('ArrowDown');
    const active = await options.nth(1).getAttribute('id');
    await expect(composer(page)).toHaveAttribute('aria-activedescendant', String(active));
    await composer(page).press('ArrowDown');
    await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
    await composer(page).press('ArrowUp');
    const chosen = await options.nth(1).textContent();
    await composer(page).press('Enter');
    const member = [zoe, zora].find(({ name }) => chosen?.endsWith(name));
    if (!member) throw new Error(`Nobody is called ${chosen}`);
    await expect(composer(page)).toHaveValue(`${text}, @${member.name} `);
    await expect(composer(page)).toBeFocused();
    await expect(members(page)).toBeHidden();
    await composer(page).press('Control+Enter');
    await expect(post(page, text).getByRole('link', { name: `@${member.name}` })).toHaveAttribute(
      'href',
      /^\/profile\/[0-9a-f-]{36}$/,
    );

    const context = await browser.newContext();
    const other = await context.newPage();
    await beginWith(other, member.token);
    await other.goto(`${server.url}/dashboard`);
    await expect(entry(other)).toHaveAccessibleName('Notifications (1 unread)');
    await expect(other.getByRole('status').filter({ hasText: '1 unread notification' })).toBeAttached();
    await entry(other).click();
    await expect(items(other)).toHaveCount(1);
    await expect(items(other)).toContainText('Administrator mentioned you in a post');
    await expect(items(other)).toContainText('New');
    // Opening the page marks the notification read, but it stays highlighted while the page is open.
    await expect(entry(other)).toHaveAccessibleName('Notifications');
    await expect(items(other)).toContainText('New');
    await list(other).getByRole('link').click();
    await expect(other.getByRole('article')).toContainText(text);
    await other.goBack();
    await expect(items(other)).toHaveCount(1);
    await expect(items(other)).not.toContainText('New');
    await context.close();
  });

  test('is completed by a click; Escape closes, and what is typed goes on', { tag: '@long' }, async ({
    page,
    request,
    server,
    signIn,
  }) => {
    await signIn();
    const { name } = await namedMember(request, server.dataDir, 'Quincy');
    await page.goto('/posts');
    await composer(page).pressSequentially('Ask @quin');
    await expect(members(page).getByRole('option')).toHaveCount(1);
    await composer(page).press('Escape');
    await expect(members(page)).toBeHidden();
    await composer(page).pressSequentially('c');
    await expect(composer(page)).toHaveValue('Ask @quinc');
    await expect(members(page)).toBeHidden();
    await composer(page).press('Enter');
    await composer(page).pressSequentially('or @quin');
    await members(page).getByRole('option').click();
    await expect(composer(page)).toHaveValue(`Ask @quinc\nor @${name} `);
    await expect(composer(page)).toBeFocused();

    // The draft stores the mention too.
    await page.reload();
    await expect(composer(page)).toHaveValue(`Ask @quinc\nor @${name} `);
    await button(page, 'Post').click();
    const first = feed(page).getByRole('listitem').first();
    await expect(first.getByRole('link', { name: `@${name}` })).toBeVisible();
  });

  test('is added by an edit; without an answer one types on', { tag: '@long' }, async ({
    page,
    request,
    server,
    signIn,
  }) => {
    await signIn();
    const { name } = await namedMember(request, server.dataDir, 'Xenia');
    const text = newText('Edit me');
    await postsOf(request, await adminToken(request)).write(text);
    await page.route('/api/mentions*', (route) => route.abort());
    await page.goto('/posts');
    await post(page, text).getByRole('button', { name: 'Edit' }).click();
    const field = page.getByLabel('Edit the post');
    await field.press('ControlOrMeta+End');
    await field.pressSequentially(' @xe');
    await expect(field).toHaveValue(`${text} @xe`);
    await expect(members(page)).toBeHidden();
    await page.unroute('/api/mentions*');
    await field.pressSequentially('n');
    await expect(members(page).getByRole('option')).toHaveCount(1);
    await field.press('Tab');
    await expect(field).toHaveValue(`${text} @${name} `);
    await button(page, 'Save').click();
    await expect(post(page, text).getByRole('link', { name: `@${name}` })).toBeVisible();
  });
});

test.describe('notifications', () => {
  test('say what happened, page by page, or that nothing did; that cannot be loaded say so, and come with Retry', {
    tag: '@long',
  }, async ({ page, request, server }) => {
    const member = await newMember(request, server.dataDir);
    await beginWith(page, member.token);
    await page.route('/api/notifications', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/notifications');
    await expect(page.getByText("We couldn't load your notifications. Try again.")).toBeVisible();
    await page.unroute('/api/notifications');
    await button(page, 'Retry').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    await expect(page.getByText('No notifications yet.')).toBeVisible();

    const text = newText('Closed in nine days');
    const id = await postsOf(request, member.token).write(text);
    const staff = postsOf(request, await adminToken(request));
    await staff.like(id);
    for (let number = 1; number <= 20; number++) await staff.comment(id, `Well done ${number}`);
    await page.reload();
    await expect(items(page)).toHaveCount(20);
    await expect(items(page).first()).toContainText('Administrator commented on your post');
    await expect(items(page).first()).toContainText('Well done 20');
    await button(page, 'Load more').click();
    await expect(items(page)).toHaveCount(21);
    await expect(items(page).last()).toContainText('Administrator liked your post');
    await expect(items(page).last()).toContainText(text);
  });

  test('appear while the page is open, and the count follows', async ({ page, request, server }) => {
    const member = await newMember(request, server.dataDir);
    const id = await postsOf(request, member.token).write(newText());
    await beginWith(page, member.token);
    await page.clock.install();
    await page.goto(`/posts/${id}`);
    await expect(page.getByText('No comments yet.')).toBeVisible();
    await entry(page).click();
    await expect(page.getByText('No notifications yet.')).toBeVisible();
    await postsOf(request, await adminToken(request)).comment(id, 'On my way');
    await page.clock.fastForward('01:01');
    await expect(items(page)).toHaveCount(1);
    await expect(items(page)).toContainText('On my way');
    await expect(items(page)).toContainText('New');
    await expect(entry(page)).toHaveAccessibleName('Notifications');
    // The post's page was loaded before the comment; it must show it now.
    await list(page).getByRole('link').click();
    await expect(comments(page)).toContainText('On my way');
  });

  test('are accessible at 1440 and 390 px', { tag: '@long' }, async ({
    page,
    request,
    server,
    expectAccessibleAt,
  }) => {
    const member = await newMember(request, server.dataDir);
    const own = postsOf(request, member.token);
    const id = await own.write(newText('Three offers on Elm Street'));
    const staff = postsOf(request, await adminToken(request));
    await staff.like(id);
    await staff.comment(id, 'Congratulations to both of you. Which title company did you use in the end?');
    changeData(
      server.dataDir,
      `insert into notifications (id, user_id, kind, removed, text, reason, created_at)
       values (?, (select id from users where email = ?), 'removed', 'comment', ?, ?, ?)`,
      crypto.randomUUID(),
      member.email,
      'Call me about the Miller file',
      'Names a client',
      '2026-01-05T18:00:00.000Z',
    );
    await beginWith(page, member.token);
    await page.goto('/notifications');
    await expect(items(page)).toHaveCount(3);
    await expect(items(page).last()).toContainText('Reason: Names a client');
    await expectAccessibleAt(1440, 390);
    await moveTo(page, '/posts');
    await composer(page).pressSequentially('Hello @a');
    await expect(members(page).getByRole('option').first()).toBeVisible();
    await expectAccessibleAt(390, 1440);
  });
});

import {
  adminToken,
  announcements,
  button,
  comments,
  composer,
  feed,
  likeOf,
  newText,
  post,
  postsOf,
  said,
} from './feed.ts';
import { admin, expect, moveTo, test } from './fixtures.ts';
import { changeData, goOnAs, newMember } from './members.ts';

/** Inserts `count` old posts of one member, newest last. */
function fillFeed(dataDir: string, count: number): void {
  changeData(
    dataDir,
    `with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < ?)
     insert or ignore into posts (id, user_id, text, like_count, comment_count, created_at)
     select printf('0199bbbb-0000-7000-8000-%012d', value), (select id from users limit 1),
       'Old post number ' || value || char(10) || 'with a second line', 0, 0,
       strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || value || ' minutes') from numbers`,
    count,
  );
}

test.describe('the feed', () => {
  test('accepts, edits, pins and emails posts of an admin', async ({
    page,
    signIn,
    request,
    server,
    expectAccessible,
  }) => {
    const news = newText('Office closed on Friday');
    await postsOf(request, (await newMember(request, server.dataDir)).token).write(news);
    await signIn();
    await page.goto('/dashboard');
    const typed = newText();
    await test.step('by the keyboard, on top, with the labels of the contract', async () => {
      await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Posts' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeFocused();
      await composer(page).fill(typed);
      await composer(page).press('Control+Enter');
      await expect(said(page, 'Post Created')).toBeVisible();
      await expect(composer(page)).toHaveValue('');
      await expect(feed(page).getByRole('listitem').first()).toContainText(typed);
    });
    await test.step('again when the answer was lost, and it is there once', async () => {
      const keys: (string | undefined)[] = [];
      await page.route('/api/posts', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      });
      const text = newText();
      await composer(page).fill(text);
      await button(page, 'Post').click();
      await expect(composer(page)).toHaveValue('');
      await page.reload();
      await expect(post(page, text)).toHaveCount(1);
      await expect(post(page, typed)).toContainText('Administrator');
      expect(keys).toEqual([expect.any(String), keys[0]]);
      await page.unroute('/api/posts');
    });
    await test.step('the author edits, and the post is marked', async () => {
      const text = newText();
      await composer(page).fill(text);
      await button(page, 'Post').click();
      await post(page, text).getByRole('button', { name: 'Edit' }).click();
      const field = page.getByLabel('Edit the post');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(text);
      await field.fill(`${text} moved`);
      await page.reload();
      await post(page, text).getByRole('button', { name: 'Edit' }).click();
      await expect(field).toHaveValue(`${text} moved`);
      await button(page, 'Save').click();
      await expect(post(page, `${text} moved`)).toContainText('edited');
      await expect(post(page, text).getByRole('button', { name: 'Edit' })).toBeFocused();
      await post(page, text).getByRole('button', { name: 'Edit' }).click();
      await field.fill('something else');
      await button(page, 'Cancel').click();
      await expect(post(page, `${text} moved`)).toBeVisible();
    });
    await test.step('announcements are on top, and admins pin and unpin', async () => {
      await post(page, news).getByRole('button', { name: 'Pin' }).click();
      await expect(announcements(page)).toContainText(news);
      await expect(feed(page).getByText(news)).toHaveCount(0);
      await page.reload();
      await expect(announcements(page)).toContainText(news);
      await post(page, news).getByRole('button', { name: 'Unpin' }).click();
      await expect(feed(page)).toContainText(news);
      await expect(announcements(page).getByText(news)).toHaveCount(0);
    });
    await test.step('one is emailed if its author says so, and proves who they are', async () => {
      await page.setViewportSize({ width: 390, height: 800 });
      const text = newText();
      const also = page.getByRole('checkbox', { name: 'Also email it to all members' });
      await expect(also).not.toBeChecked();
      await composer(page).fill(text);
      await also.focus();
      await page.keyboard.press('Space');
      await expect(also).toBeChecked();
      await expect(also).toHaveAccessibleDescription(/^It becomes an announcement/);
      await expectAccessible();
      changeData(
        server.dataDir,
        'update sessions set created_at = ? where user_id = (select id from users where email = ?)',
        new Date(Date.now() - 16 * 60_000).toISOString(),
        admin.email,
      );
      await page.getByRole('button', { name: 'Post and email', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
      await dialog.getByLabel('Your password', { exact: true }).fill(admin.password);
      await page.keyboard.press('Enter');
      await expect(said(page, 'Posted, and on its way to all members')).toBeVisible();
      await expect(announcements(page)).toContainText(text);
      await expect(also).not.toBeChecked();
      await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeVisible();
      await moveTo(page, '/dashboard/admin/outbox?state=waiting');
      await expect(page.getByRole('row', { name: /^News from/ }).first()).toBeVisible();
      await moveTo(page, '/posts');
      await post(page, text).first().getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(said(page, 'Post Removed')).toBeVisible();
    });
  });

  test('asks for a text, counts its characters and says when there are too many; keeps what could not be sent, also through a reload', {
    tag: '@long',
  }, async ({ page, signIn, expectAccessible }) => {
    await signIn();
    await page.goto('/posts');
    await button(page, 'Post').click();
    await expect(composer(page)).toHaveAccessibleDescription(/Text is required/);
    await expect(composer(page)).toBeFocused();
    await composer(page).fill('x'.repeat(5001));
    await expect(page.getByText('5,001').first()).toBeVisible();
    await button(page, 'Post').click();
    await expect(composer(page)).toHaveAccessibleDescription(/at most 5,000 characters/);
    await expectAccessible();
    const text = newText('Do not lose this');
    await composer(page).fill(text);
    await page.route('/api/posts', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await button(page, 'Post').click();
    await expect(composer(page)).toHaveAccessibleDescription(/The server cannot be reached/);
    await expect(composer(page)).toHaveValue(text);
    await page.unroute('/api/posts');
    await page.reload();
    await expect(composer(page)).toHaveValue(text);
    await button(page, 'Post').click();
    await expect(post(page, text)).toBeVisible();
    await page.reload();
    await expect(composer(page)).toHaveValue('');
  });

  test('shows a like at once, reverts it when it fails, and keeps one that is there already', {
    tag: '@long',
  }, async ({ page, signIn, request }) => {
    const token = await signIn();
    const text = newText();
    const id = await postsOf(request, token).write(text);
    // No live events: this tab must learn of a change by its own request.
    await page.route('/api/posts/events*', (route) => route.abort());
    await page.goto('/posts');
    const like = likeOf(page, text);
    await expect(like).toHaveAccessibleName('Like 0 likes');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('/api/posts/like/*', async (route) => {
      await promise;
      await route.abort();
    });
    await like.click();
    await expect(like).toHaveAccessibleName('Like 1 like');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    resolve();
    await expect(post(page, text).getByRole('alert')).toContainText("We couldn't save your like. Try again.");
    await expect(like).toHaveAccessibleName('Like 0 likes');
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await page.unroute('/api/posts/like/*');

    await like.press('Enter');
    await expect(post(page, text).getByRole('alert')).toBeHidden();
    await expect.poll(async () => (await postsOf(request, token).read(id)).likeCount).toBe(1);
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await like.press('Enter');
    await expect(like).toHaveAccessibleName('Like 0 likes');
    await expect.poll(async () => (await postsOf(request, token).read(id)).likeCount).toBe(0);

    await postsOf(request, token).like(id);
    const answer = page.waitForResponse('/api/posts/like/*');
    await like.click();
    expect((await answer).status()).toBe(400);
    await expect(like).toHaveAccessibleName('Like 1 like');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(post(page, text).getByRole('alert')).toHaveCount(0);
  });

  test('lets only the author delete, after a question; visitors are led to the public site', async ({
    page,
    request,
    server,
  }) => {
    await page.goto('/posts');
    await page.waitForURL('/');
    const member = await newMember(request, server.dataDir);
    const own = newText('Mine');
    const others = newText('Not mine');
    await postsOf(request, await adminToken(request)).write(others);
    await postsOf(request, member.token).write(own);
    await goOnAs(page, member.token, '/posts');
    await expect(post(page, others)).toBeVisible();
    for (const name of ['Delete', 'Edit', 'Pin'])
      await expect(post(page, others).getByRole('button', { name })).toHaveCount(0);
    await page.route('/api/posts/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await post(page, own).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Delete “Mine');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
    await page.unroute('/api/posts/*');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(said(page, 'Post Removed')).toBeVisible();
    await expect(post(page, own)).toHaveCount(0);
    await expect(post(page, others).locator(':focus')).toHaveCount(1);
  });

  test('makes links of addresses, and nothing of anything else', { tag: '@long' }, async ({
    page,
    signIn,
    request,
    expectAccessible,
  }) => {
    const posts = postsOf(request, await signIn());
    const markup = newText(
      '<img src=x onerror=alert(1)> <script>alert(1)</script> **bold** [a](javascript:alert(1))',
    );
    await posts.write(`${markup} https://www.dre.ca.gov/licensees.`);
    await posts.write('x'.repeat(5000));
    await posts.write(newText(`שלום ${'🏡'.repeat(400)}`));
    await page.goto('/posts');
    await expect(post(page, markup).getByRole('paragraph').filter({ hasText: markup })).toBeVisible();
    const link = post(page, markup).getByRole('link', {
      name: 'https://www.dre.ca.gov/licensees',
      exact: true,
    });
    await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc');
    await expect(page.locator('main img[src="x"], main script')).toHaveCount(0);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await button(page, 'Show more of this post').first().click();
    await expectAccessible();
    await post(page, 'xxxxxxxxxx').first().getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('shows a post and its comments, goes on by itself, and is at the same place after a look at a post, and after a reload', async ({
    page,
    signIn,
    request,
    server,
  }) => {
    fillFeed(server.dataDir, 130);
    await test.step('a post has no action buttons, says how many like it, accepts comments, and deletes one’s own', async () => {
      const posts = postsOf(request, await signIn());
      const id = await posts.write(newText());
      await posts.like(id);
      const member = await newMember(request, server.dataDir);
      await postsOf(request, member.token).comment(id, 'Not mine');
      await page.goto(`/posts/${id}`);
      const article = page.getByRole('main').getByRole('article');
      await expect(article.getByText('1 like', { exact: true })).toBeVisible();
      await expect(article.getByRole('button')).toHaveCount(0);
      await expect(comments(page)).toHaveText([/Not mine/]);
      await expect(comments(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
      const field = page.getByLabel('Leave a comment');
      await button(page, 'Comment').click();
      await expect(field).toHaveAccessibleDescription(/Text is required/);
      await page.route('/api/posts/comment/*', (route) => route.abort());
      await field.fill('Coming <b>soon</b>');
      await button(page, 'Comment').click();
      await expect(field).toHaveAccessibleDescription(/The server cannot be reached/);
      await page.unroute('/api/posts/comment/*');
      await page.reload();
      await expect(field).toHaveValue('Coming <b>soon</b>');
      await field.press('Control+Enter');
      await expect(said(page, 'Comment Added')).toBeVisible();
      await expect(comments(page)).toHaveText([/Coming <b>soon<\/b>/, /Not mine/]);
      await expect(page.getByRole('heading', { name: 'Comments (2)' })).toBeVisible();

      await comments(page).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(said(page, 'Comment Removed')).toBeVisible();
      await expect(comments(page)).toHaveText([/Not mine/]);
      await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
      await page.getByRole('link', { name: 'Back to posts' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeFocused();
    });
    await test.step('the feed', async () => {
      await expect(feed(page)).toBeVisible();
      const far = post(page, 'Old post number 40\n');
      await expect(async () => {
        await page.evaluate(() => window.scrollBy(0, 4000));
        expect(await far.count()).toBe(1);
      }).toPass();
      await far.scrollIntoViewIfNeeded();
      const place = async () => Math.round((await far.boundingBox())?.y ?? -1);
      const before = await place();
      // The shown ages change in between, so leave them out.
      const texts = () =>
        feed(page)
          .getByRole('listitem')
          .evaluateAll((items) =>
            items.map((item) => {
              const copy = item.cloneNode(true);
              if (copy instanceof Element) for (const time of copy.querySelectorAll('time')) time.remove();
              return copy.textContent;
            }),
          );
      const textsBefore = await texts();
      await far.getByRole('link', { name: /^Discussion/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^Post by/ })).toBeFocused();
      await page.goBack();
      await expect(far).toBeInViewport();
      expect(await place()).toBe(before);
      // More posts may have been loaded in between.
      const textsAfter = await texts();
      expect(textsAfter.slice(0, textsBefore.length)).toEqual(textsBefore);
      expect(new Set(textsAfter).size).toBe(textsAfter.length);

      await far.getByRole('link', { name: /^Discussion/ }).click();
      await page.getByRole('link', { name: 'Back to posts' }).click();
      await expect(far).toBeInViewport();
      expect(await place()).toBe(before);

      await page.waitForFunction(() =>
        Object.keys(sessionStorage).some((key) => key.startsWith('feed-place')),
      );
      await page.reload();
      await expect(far).toBeInViewport();
    });
  });

  test('says when it cannot be loaded, has a button where nothing goes on by itself, and goes on after each failure', {
    tag: '@long',
  }, async ({ page, signIn, server }) => {
    fillFeed(server.dataDir, 130);
    await page.addInitScript(() => {
      Reflect.set(
        window,
        'IntersectionObserver',
        class {
          observe() {}
          disconnect() {}
        },
      );
    });
    await signIn();
    await page.route(/\/api\/posts\?limit/, (route) => route.abort());
    await page.goto('/posts');
    await expect(page.getByRole('alert').filter({ hasText: "We couldn't load the posts." })).toBeVisible();
    await page.unroute(/\/api\/posts\?limit/);
    await button(page, 'Retry').first().click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(said(page, 'posts shown')).toBeAttached();
    const shown = () => feed(page).getByRole('listitem').count();
    const before = await shown();
    await page.route('/api/posts?*cursor=*', (route) => route.abort());
    await button(page, 'Show more').click();
    await expect(page.getByRole('alert').filter({ hasText: "We couldn't load more posts." })).toBeVisible();
    await page.unroute('/api/posts?*cursor=*');
    await button(page, 'Retry').click();
    // Pinned ones among the twenty are shown above instead.
    await expect.poll(shown).toBeGreaterThan(before);
  });
});

test.describe('a post', () => {
  test('opens at once with ten thousand comments, a part at a time', { tag: '@long' }, async ({
    page,
    signIn,
    request,
    server,
  }) => {
    const id = await postsOf(request, await signIn()).write(newText());
    changeData(
      server.dataDir,
      `with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < 10000)
       insert into comments (id, post_id, user_id, text, created_at)
       select printf('0199cccc-0000-7000-8000-%012d', value), ?, (select id from users limit 1), 'Comment number ' || value,
         strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || value || ' minutes') from numbers`,
      id,
    );
    changeData(server.dataDir, 'update posts set comment_count = 10000 where id = ?', id);
    await page.goto(`/posts/${id}`);
    await expect(page.getByRole('heading', { name: 'Comments (10,000)' })).toBeVisible();
    await expect(comments(page)).toHaveCount(20);
    await expect(comments(page).first()).toContainText('Comment number 10000');
    for (let shown = 40; shown <= 120; shown += 20) {
      await button(page, 'Show more').click();
      await expect(comments(page)).toHaveCount(shown);
    }
    await expect(comments(page).last()).toContainText('Comment number 9881');
  });

  test('that is not there is not found', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    for (const id of ['0190a0b0-0000-7000-8000-000000000000', 'no-such-post']) {
      await page.goto(`/posts/${id}`);
      await expect(page.getByRole('heading', { name: 'Page Not Found' }), id).toBeVisible();
    }
  });
});

test('nothing is inaccessible at 1440, 390 and 320 px, and everything fits', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  expectAccessibleAt,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const posts = postsOf(request, await signIn());
  const text = newText('Lockbox policy');
  const id = await posts.write(`${text} https://www.dre.ca.gov/`);
  await posts.pin(id);
  await posts.write(newText('x'.repeat(900)));
  await posts.like(id);
  await posts.comment(id, `Thanks ${'y'.repeat(1900)}`);
  await page.goto('/posts');
  await expect(feed(page)).toBeVisible();
  await expect(post(page, text)).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await post(page, text).getByRole('button', { name: 'Edit' }).click();
  await expectAccessibleAt(1440, 390, 320);
  await button(page, 'Cancel').click();
  await moveTo(page, `/posts/${id}`);
  await expect(comments(page)).toHaveCount(1);
  await expectAccessibleAt(1440, 390, 320);
  await comments(page).getByRole('button', { name: 'Delete' }).click();
  await expect(button(page, 'Cancel')).toBeFocused();
  await expectAccessibleAt(1440, 390, 320);
  await posts.unpin(id);
});

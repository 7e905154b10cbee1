import type { Locator, Page } from '@playwright/test';
import { button, comments, composer, likeOf, newText, post, postsOf, said } from './feed.ts';
import { expect, test } from './fixtures.ts';
import { newMember } from './members.ts';

/** Records every request of the page that changes something. */
function sending(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' && path !== '/api/notifications/read')
      sent.push(`${request.method()} ${path}`);
  });
  return sent;
}

/** Both clicks happen before the page can re-render. */
const clickTwiceAtOnce = (target: Locator) =>
  target.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

const pressTwiceAtOnce = (field: Locator) =>
  field.evaluate((element) => {
    const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', press));
    element.dispatchEvent(new KeyboardEvent('keydown', press));
  });

test('a double click on Post, or a key that is held down, sends one post, and finds nothing wrong with what is empty by then', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/posts');
  const texts: string[] = [];
  for (const send of [
    () => button(page, 'Post').dblclick(),
    () => button(page, 'Post').dblclick({ delay: 150 }),
    () => clickTwiceAtOnce(button(page, 'Post')),
    () => pressTwiceAtOnce(composer(page)),
    async () => {
      await page.keyboard.down('Control');
      for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await page.keyboard.up('Control');
    },
  ]) {
    const text = newText();
    await composer(page).fill(text);
    const sent = sending(page);
    await send();
    await expect(composer(page)).toHaveValue('');
    await expect(post(page, text)).toHaveCount(1);
    expect(sent).toEqual(['POST /api/posts']);
    await expect(composer(page)).not.toHaveAccessibleDescription(/Text is required/);
    texts.push(text);
  }
  await page.reload();
  for (const text of texts) await expect(post(page, text)).toHaveCount(1);
});

test('a double click sends one comment', { tag: '@long' }, async ({ page, signIn, request }) => {
  const id = await postsOf(request, await signIn()).write(newText());
  await page.goto(`/posts/${id}`);
  const field = page.getByLabel('Leave a comment');
  await field.fill('Sent once');
  await clickTwiceAtOnce(button(page, 'Comment'));
  await expect(said(page, 'Comment Added')).toBeVisible();
  await expect(comments(page)).toHaveCount(1);
  await field.fill('And once more');
  await pressTwiceAtOnce(field);
  await expect(comments(page)).toHaveText([/And once more/, /Sent once/]);
  await page.reload();
  await expect(comments(page)).toHaveCount(2);
});

test('a double click keeps one note of a lead', { tag: '@long' }, async ({ page, signIn, request }) => {
  const lastName = `Ortiz ${Date.now()}`;
  await request.post('/api/contact', {
    data: { firstName: 'Ana', lastName, phone: '(310) 555-0100', email: 'ana@example.com' },
  });
  await signIn();
  await page.goto(`/dashboard/leads?q=${encodeURIComponent(lastName)}`);
  await page.getByRole('link', { name: `Ana ${lastName}`, exact: true }).click();
  const field = page.getByLabel('New note');
  await field.fill('Called, no answer');
  const sent = sending(page);
  await clickTwiceAtOnce(button(page, 'Save note'));
  await expect(field).toHaveValue('');
  await expect(page.getByText('Called, no answer')).toHaveCount(1);
  expect(sent).toHaveLength(1);
  await button(page, 'More actions').click();
  await clickTwiceAtOnce(page.getByRole('menuitem', { name: 'Move to spam' }));
  await expect(button(page, 'Not spam')).toBeVisible();
  expect(sent).toHaveLength(2);
});

test('a double click pins, reports, keeps and removes once', async ({ page, signIn, request, server }) => {
  const headers = { 'x-auth-token': await signIn() };
  const member = await newMember(request, server.dataDir);
  const text = newText('Reported');
  const posts = postsOf(request, member.token);
  const id = await posts.write(text);
  await page.goto('/posts');
  const sent = sending(page);
  await clickTwiceAtOnce(post(page, text).getByRole('button', { name: 'Pin', exact: true }));
  await expect(post(page, text).getByRole('button', { name: 'Unpin' })).toBeVisible();
  await clickTwiceAtOnce(post(page, text).getByRole('button', { name: 'Unpin' }));
  await expect(post(page, text).getByRole('button', { name: 'Pin', exact: true })).toBeVisible();
  expect(sent.splice(0)).toEqual([`PUT /api/posts/pin/${id}`, `DELETE /api/posts/pin/${id}`]);

  await post(page, text).getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog');
  await report.getByRole('radio').first().check();
  await clickTwiceAtOnce(report.getByRole('button', { name: 'Send report' }));
  await expect(post(page, text).getByRole('button', { name: 'Reported' })).toBeVisible();
  expect(sent.splice(0)).toEqual([`POST /api/posts/report/${id}`]);

  const worse = newText('Worse');
  const second = await posts.write(worse);
  await request.post(`/api/posts/report/${second}`, { headers, data: { reason: 'rude', details: '' } });
  await page.goto('/dashboard/admin/moderation');
  const item = page.getByRole('listitem').filter({ hasText: text }).first();
  await clickTwiceAtOnce(item.getByRole('button', { name: 'Keep' }));
  await expect(item).toHaveCount(0);
  expect(sent.splice(0)).toEqual([`POST /api/moderation/posts/${id}/keep`]);

  const worseItem = page.getByRole('listitem').filter({ hasText: worse }).first();
  await worseItem.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Reason').fill('Not for here');
  await clickTwiceAtOnce(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(worseItem).toHaveCount(0);
  expect(sent).toEqual([`POST /api/moderation/posts/${second}/remove`]);
});

test('a double click in an editor saves once', { tag: '@long' }, async ({ page, request, signIn }) => {
  const headers = { 'x-auth-token': await signIn() };
  await page.goto('/dashboard/add-testimonial');
  await page.getByLabel('Name').fill('Ana Ortiz');
  await page.getByRole('textbox', { name: 'Testimonial' }).fill('Paid within a day.');
  const sent = sending(page);
  await clickTwiceAtOnce(page.locator('form button[type=submit]'));
  await expect(page).toHaveURL('/dashboard');
  expect(sent).toEqual(['POST /api/testimonials']);
  const [added] = await (await request.get('/api/testimonials')).json();
  expect((await request.delete(`/api/testimonials/${added._id}`, { headers })).ok()).toBe(true);
});

test('however often Like is pressed, what was asked for last is what comes of it; a double click deletes once', async ({
  page,
  signIn,
  request,
}) => {
  const posts = postsOf(request, await signIn());
  const text = newText('Liked');
  const id = await posts.write(text);
  await page.goto('/posts');
  const like = likeOf(page, text);
  let answers = 0;
  page.on('requestfinished', (done) => {
    if (/\/(un)?like\//.test(done.url())) answers++;
  });
  let presses = 0;
  let liked = false;
  for (const clicks of [1, 2, 3, 5, 2]) {
    if (clicks % 2 === 1) liked = !liked;
    await like.click({ clickCount: clicks });
    const shown = liked ? 'Like 1 like' : 'Like 0 likes';
    await expect(like).toHaveAccessibleName(shown);
    // The calls run one after another, so the count may be right for a moment before it is final.
    presses += clicks;
    await expect.poll(() => answers).toBe(presses);
    expect((await posts.read(id)).likeCount).toBe(liked ? 1 : 0);
    await expect(like).toHaveAccessibleName(shown);
    await expect(like).toHaveAttribute('aria-pressed', String(liked));
    await expect(post(page, text).getByRole('alert')).toHaveCount(0);
  }
  await post(page, text).getByRole('button', { name: 'Delete' }).click();
  const sent = sending(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(post(page, text)).toHaveCount(0);
  expect(sent).toEqual([`DELETE /api/posts/${id}`]);
});

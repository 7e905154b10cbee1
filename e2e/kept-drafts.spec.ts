import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { draftsIn } from './drafts.ts';
import { admin, expect, test } from './fixtures.ts';
import { newMember } from './members.ts';

/** docs/security.md S2.10 */

const minute = 60_000;
const hour = 60 * minute;
const typed = 'First text. Typed and not saved.';

interface Author {
  token: string;
  address: string;
}

async function signedIn(request: APIRequestContext, data = admin): Promise<string> {
  return (await (await request.post('/api/auth', { data })).json()).token;
}

/** The office has an article open in a tab, and what was typed is in this browser alone. */
async function writing(page: Page, request: APIRequestContext): Promise<Author> {
  const token = await signedIn(request);
  const response = await request.post('/api/articles', {
    headers: { 'x-auth-token': token },
    data: {
      title: `Article ${randomUUID()}`,
      url: 'https://example.com',
      snippet: 'What it says.',
      text: 'First text.',
      state: 'draft',
    },
  });
  const address = `/dashboard/edit-article/${(await response.json())._id}`;
  await page
    .context()
    .route('**/api/articles/working-copy/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
  await page.goto('/');
  await giveToken(page, token);
  await page.goto(address);
  await write(page, ' Typed and not saved.');
  await expect.poll(() => storedTexts(page)).toEqual([typed]);
  return { token, address };
}

/** An editor may store it under more than one name. */
const storedTexts = async (page: Page): Promise<string[]> => [...new Set(await draftsIn(page))];

const giveToken = (page: Page, token: string) =>
  page.evaluate((value) => localStorage.setItem('token', value), token);

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });

async function write(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(words);
}

/** The page, which asks for new leads each minute, finds that the session has ended. */
async function endSession(page: Page, request: APIRequestContext, { token }: Author): Promise<void> {
  await request.delete('/api/auth', { headers: { 'x-auth-token': token } });
  await page.clock.fastForward(minute);
}

async function expiredWhileWriting(page: Page, request: APIRequestContext): Promise<Author> {
  await page.clock.install();
  const author = await writing(page, request);
  await endSession(page, request, author);
  await expect(expired(page)).toBeVisible();
  return author;
}

const expired = (page: Page) => page.getByRole('heading', { name: 'Your session has expired' });

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test('signing out in one tab deletes the drafts of all, the token first', async ({
  page,
  context,
  request,
}) => {
  const { address } = await writing(page, request);
  const other = await context.newPage();
  await other.goto('/dashboard');
  // However long the server takes: the token and the drafts have gone.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route('**/api/auth', async (route) => {
    if (route.request().method() === 'DELETE') await isAnswered;
    await route.fallback();
  });
  await logOut(other);
  await expect(page).toHaveURL('/');
  await expect.poll(() => draftsIn(page)).toEqual([]);
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();
  answer();
  await giveToken(page, await signedIn(request));
  await page.goto(address);
  await expect(text(page)).toHaveText('First text.');
});

test('another person who signs in finds no draft, in no tab', async ({ page, context, request, server }) => {
  await writing(page, request);
  const olive = await newMember(request, server.dataDir, 'Olive Other');
  const other = await context.newPage();
  await other.goto('/');
  await giveToken(other, olive.token);
  await other.goto('/dashboard');
  await expect(other.getByRole('button', { name: /^Account/ })).toContainText('Olive');
  await expect(page.getByRole('button', { name: /^Account/ })).toContainText('Olive');
  await expect.poll(() => draftsIn(page)).toEqual([]);
});

test('after a session has ended the same person finds what they typed for 8 hours', async ({
  page,
  request,
}) => {
  const author = await expiredWhileWriting(page, request);
  await page.clock.fastForward(7 * hour);
  expect(await storedTexts(page)).toEqual([typed]);
  const again = { ...author, token: await signedIn(request) };
  await giveToken(page, again.token);
  await page.goto(author.address);
  await expect(text(page)).toHaveText(typed);
  // The 8 hours begin again with the end of the next session.
  await endSession(page, request, again);
  await expect(expired(page)).toBeVisible();
  await page.clock.fastForward(7 * hour);
  expect(await storedTexts(page)).toEqual([typed]);
  await page.clock.fastForward(hour);
  await expect.poll(() => draftsIn(page)).toEqual([]);
});

test('a browser that stays closed for 8 hours deletes them before it shows anything', {
  tag: '@long',
}, async ({ page, context, request }) => {
  const author = await expiredWhileWriting(page, request);
  await page.close();
  const next = await context.newPage();
  await next.clock.install({ time: Date.now() + 9 * hour });
  await next.goto('/');
  await giveToken(next, await signedIn(request));
  await next.goto(author.address);
  await expect(text(next)).toHaveText('First text.');
  expect(await draftsIn(next)).toEqual([]);
});

import type { APIRequestContext, Page } from '@playwright/test';
import { adminToken } from './feed.ts';
import { expect, test } from './fixtures.ts';
import { beginWith, newMember } from './members.ts';

const word = 'x'.repeat(100);
const address = `https://www.example.com/${'a-long-way-down/'.repeat(3)}and-further-down-the-page`;

const create = async (request: APIRequestContext, path: string, data: object) => {
  const headers = { 'x-auth-token': await adminToken(request) };
  const answer = await request.post(path, { headers, data });
  expect(answer.ok()).toBe(true);
  return answer.json();
};

const remove = async (request: APIRequestContext, path: string) =>
  request.delete(path, { headers: { 'x-auth-token': await adminToken(request) } });

async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

test('a testimonial with a long address and a long name fits on a phone', async ({ page, request }) => {
  const { _id } = await create(request, '/api/testimonials', {
    name: word,
    testimonial: `Paid within a day, see ${address}`,
  });
  await page.goto('/');
  await expect(page.getByText(address)).toBeAttached();
  await expectToFit(page);
  await remove(request, `/api/testimonials/${_id}`);
});

test('an article with long words fits on a phone, in the list and by itself', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const { _id, slug } = await create(request, '/api/articles', {
    title: `Long ${word}`,
    url: `https://${'sub.'.repeat(20)}example.com/`,
    snippet: `As told at ${address}`,
    text: `${word}\n\n## ${word}\n\n- ${word}\n\n> ${address}\n\n| ${word} | b |\n|---|---|\n| c | d |\n\n\`${word}\``,
  });
  await page.goto('/articles');
  await expect(page.getByText(address)).toBeVisible();
  await expectToFit(page);
  await page.goto(`/articles/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
  await expectToFit(page);
  await remove(request, `/api/articles/${_id}`);
});

test('a lead with a long name fits on a phone, also when it is to be deleted', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  const email = `${'y'.repeat(60)}@example.com`;
  await request.post('/api/contact', {
    data: { firstName: word, lastName: word, phone: '5'.repeat(40), email },
  });
  await signIn();
  await page.goto(`/dashboard/leads?q=${email}`);
  await page.getByRole('link', { name: `${word} ${word}` }).waitFor();
  await expectToFit(page);
  await page.getByRole('link', { name: `${word} ${word}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
  await expectToFit(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  expect(await question.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await question.getByRole('button', { name: 'Delete' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'is deleted' });
  await expect(notice).toBeVisible();
  expect(await notice.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the account settings of a user with a long name fit on a phone', { tag: '@long' }, async ({
  page,
  request,
  server,
}) => {
  const { token } = await newMember(request, server.dataDir, word);
  await beginWith(page, token);
  for (const path of ['/dashboard/account-settings', '/dashboard']) {
    await page.goto(path);
    await expect(page.getByText(word).first()).toBeVisible();
    await expectToFit(page);
  }
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
  await expectToFit(page);
});

import type { APIRequestContext, Page } from '@playwright/test';
import { adminToken } from './feed.ts';
import { button, expect, moveTo, said, test } from './fixtures.ts';
import { beginWith, goOnAs, newMember } from './members.ts';

async function choose(request: APIRequestContext, rule: string): Promise<void> {
  const token = await adminToken(request);
  const answer = await request.put('/api/site/publishing', {
    headers: { 'x-auth-token': token },
    data: { articles: rule, testimonials: rule },
  });
  expect(answer.ok()).toBe(true);
}

test.beforeEach(({ request }) => choose(request, 'review'));
test.afterEach(({ request }) => choose(request, 'members'));

async function draft(request: APIRequestContext, token: string, title: string): Promise<string> {
  const response = await request.post('/api/articles', {
    headers: { 'x-auth-token': token },
    data: {
      title,
      url: 'https://example.com/pay',
      snippet: 'How we pay',
      text: 'Escrow closes, and we pay within a day.',
      state: 'draft',
    },
  });
  return (await response.json())._id;
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
}

test('a member submits an article, the office sends it back and publishes it', async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const title = 'Paid within a day';
  const { token } = await newMember(request, server.dataDir, 'Mia Member');
  const admins = await adminToken(request);
  await beginWith(page, token);
  await page.goto(`/dashboard/edit-article/${await draft(request, token, title)}`);
  await submit(page);
  await expect(said(page, 'Submitted for review')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: title.slice(0, 10) });
  await expect(row).toContainText('Submitted');

  await goOnAs(page, admins, '/notifications');
  await page.getByRole('link', { name: 'Mia Member submitted something for review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submissions' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('Escrow closes, and we pay within a day.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Send back').click();
  await page.getByLabel('Word to the author').fill('Please name the year.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
  await expect(said(page, 'Sent back')).toBeVisible();
  await expect(page.getByText('Nothing is waiting.')).toBeVisible();

  await goOnAs(page, token, '/dashboard/view-articles');
  await expect(row).toContainText('Sent back');
  await row.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(page.getByText('“Please name the year.”')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill(`${title} in 2026`);
  await submit(page);
  await expect(row).toContainText('Submitted');

  await goOnAs(page, admins, '/dashboard/submissions');
  await page.getByRole('link', { name: `${title} in 2026` }).click();
  await button(page, 'Publish').click();
  await expect(said(page, 'Published')).toBeVisible();
  await page.goto('/articles');
  await expect(page.getByRole('heading', { name: `${title} in 2026` })).toBeVisible();
});

test('a testimonial in the name of a member is published by their yes and the office', async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const author = await newMember(request, server.dataDir, 'Ada Author');
  const named = await newMember(request, server.dataDir, 'Nora Named');
  const admins = await adminToken(request);
  await beginWith(page, author.token);
  await page.goto('/dashboard/add-testimonial');
  await page.getByLabel('Name').fill('Nora Named');
  await page.getByLabel('Testimonial').fill('I keep what I earn.');
  await button(page, 'Submit for review').click();
  await expect(said(page, "Waiting for Nora Named's yes")).toBeVisible();
  await moveTo(page, '/dashboard/view-testimonials');
  const own = page.getByRole('region', { name: 'Submitted by you' });
  await expect(own).toContainText('Waiting for Nora Named');

  await goOnAs(page, named.token, '/notifications');
  await page.getByRole('link', { name: /Ada Author wrote a testimonial in your name/ }).click();
  await page.getByRole('link', { name: 'Nora Named' }).click();
  await expect(page.getByText('I keep what I earn.')).toBeVisible();
  await button(page, 'Yes, publish it').click();
  await expect(said(page, 'Submitted')).toBeVisible();
  await goOnAs(page, author.token, '/dashboard/view-testimonials');
  await expect(own).toContainText('Submitted');

  await goOnAs(page, admins, '/dashboard/submissions');
  await page.getByRole('link', { name: 'Nora Named' }).click();
  await expectAccessible();
  await button(page, 'Publish').click();
  await expect(said(page, 'Published')).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('I keep what I earn.').first()).toBeAttached();
});

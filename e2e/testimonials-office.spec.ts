import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const alert = (page: Page, message: string) => page.getByRole('status').filter({ hasText: message });
const quote = (page: Page) => page.getByRole('textbox', { name: 'Testimonial' });

async function makeTestimonial(request: APIRequestContext, token: string, name: string) {
  const response = await request.post('/api/testimonials', {
    headers: { 'x-auth-token': token },
    data: { name, testimonial: 'They pay on time, every time.' },
  });
  const { _id }: { _id: string } = await response.json();
  return _id;
}

const uniqueName = () => `Agent ${randomUUID()}`;

test('a testimonial is added and listed first', async ({ page, signIn, request }) => {
  await signIn();
  await page.goto('/dashboard/add-testimonial');
  await page.getByRole('button', { name: 'Add testimonial' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/);
  await expect(quote(page)).toHaveAccessibleDescription(/Testimonial is required/);
  const name = uniqueName();
  await page.getByLabel('Name').fill(name);
  await quote(page).fill('They pay on time, every time.');
  await page.getByRole('button', { name: 'Add testimonial' }).click();
  await expect(alert(page, 'Testimonail Created')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'View testimonials' }).click();
  await expect(page.getByRole('button', { name: `Delete the testimonial of ${name}` })).toBeVisible();
  const [newest] = await (await request.get('/api/testimonials')).json();
  expect(newest).toMatchObject({ name, testimonial: 'They pay on time, every time.' });
});

test('a testimonial is edited', async ({ page, request, signIn }) => {
  const id = await makeTestimonial(request, await signIn(), uniqueName());
  await page.goto(`/dashboard/edit-testimonial/${id}`);
  await expect(quote(page)).toHaveValue('They pay on time, every time.');
  await quote(page).fill('They still pay on time.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(alert(page, 'Testimonial Updated')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  const saved = await (await request.get(`/api/testimonials/${id}`)).json();
  expect(saved.testimonial).toBe('They still pay on time.');
});

test('a testimonial that somebody else edited meanwhile is not overwritten', async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  const id = await makeTestimonial(request, token, uniqueName());
  await page.goto(`/dashboard/edit-testimonial/${id}`);
  await quote(page).fill('Mine.');
  await request.patch(`/api/testimonials/${id}`, {
    headers: { 'x-auth-token': token },
    data: { testimonial: 'Theirs.' },
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page.getByRole('region', { name: 'Somebody else saved first' });
  await conflict.getByRole('radio', { name: 'Theirs, saved' }).check();
  await expect(quote(page)).toHaveValue('Theirs.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(alert(page, 'Testimonial Updated')).toBeVisible();
});

test('a testimonial is deleted', async ({ page, request, signIn }) => {
  const name = uniqueName();
  const id = await makeTestimonial(request, await signIn(), name);
  await page.goto('/dashboard/view-testimonials');
  await page.getByRole('button', { name: `Delete the testimonial of ${name}` }).click();
  await page
    .getByRole('alertdialog', { name: `Delete “${name}”?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(alert(page, 'Testimonial Removed')).toBeVisible();
  expect((await request.get(`/api/testimonials/${id}`)).status()).toBe(404);
});

test('there is a page for no testimonial', async ({ page, signIn }) => {
  await signIn();
  await page.goto(`/dashboard/edit-testimonial/${randomUUID()}`);
  await expect(heading(page, 'Page Not Found')).toBeVisible();
});

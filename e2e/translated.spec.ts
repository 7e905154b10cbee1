import type { Page } from '@playwright/test';
import { admin, button, expect, said, test } from './fixtures.ts';
import { translate } from './translator.ts';

/** A page goes on while Chrome translates it (docs/product.md P7.23): nothing vanishes, and all texts change. */
const isTranslated = (page: Page) => expect(page.locator('h1 font').first()).toBeVisible();

test('a translated sign-in shows its error, keeps what was typed, and signs in', async ({ page }) => {
  await page.goto('/login');
  await translate(page);
  await isTranslated(page);
  await page.getByLabel('Email').fill(admin.email);
  await button(page, 'Sign in').click();
  await expect(page.getByText('Password is required').first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(admin.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await button(page, 'Sign in').click();
  await expect(page.getByText('Invalid Credentials').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL('/dashboard');
});

test('a translated reset and contact form show their errors, and are sent', async ({ page }) => {
  await page.goto('/reset-password');
  await translate(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Please include a valid email').first()).toBeVisible();
  await page.getByLabel('Email').fill('nobody@example.com');
  await button(page, 'Submit').click();
  await expect(page.getByText('Please include a valid email')).toHaveCount(0);
  await expect(page.getByText(/email/i).first()).toBeVisible();

  await page.goto('/contact');
  await translate(page);
  await page.getByLabel('First name').fill('Ana');
  await button(page, 'Send').click();
  await expect(page.getByText('Last name is required').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ana');
  await page.getByLabel('Last name').fill('Ortiz');
  await page.getByLabel('Phone').fill('619 555 0100');
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com');
  await button(page, 'Send').click();
  await expect(said(page, 'Email Sent!')).toBeVisible();
});

test('a translated calculator computes', async ({ page }) => {
  await page.goto('/');
  await translate(page);
  const form = page.getByRole('form', { name: 'Commission calculator' });
  const price = form.getByLabel('Sale price');
  await price.fill('a lot');
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await price.fill('1200000');
  await price.blur();
  await expect(page.getByText('$30,000').first()).toBeVisible();
});

test('a text that changes, goes and comes stays right between its translated neighbors', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/members');
  await translate(page);
  const search = page.getByRole('searchbox').first();
  await search.fill('zzzz');
  await expect(page.getByText('No members match your search.')).toBeVisible();
  await search.fill('');
  await expect(page.getByText('No members match your search.')).toBeHidden();
});

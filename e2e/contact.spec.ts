import type { Page } from '@playwright/test';
import { adminToken } from './feed.ts';
import { alerted, expect, moveTo, test } from './fixtures.ts';
import { goOnAs } from './members.ts';

const ana = { 'First name': 'Ana', 'Last name': 'Ortiz', Phone: '12', Email: 'ana@example.com' };
const labels = Object.keys(ana);

let people = 0;
/** Each request uses a new sender: repeated ones are suppressed. */
async function fill(page: Page): Promise<void> {
  people++;
  for (const [label, value] of Object.entries(ana)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Email', { exact: true }).fill(`ana${people}-${Date.now()}@example.com`);
}
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

const expectValues = async (page: Page, values: Record<string, string | RegExp>) => {
  for (const [label, value] of Object.entries(values))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
};
const empty = Object.fromEntries(labels.map((label) => [label, '']));

test('faults are named next to the fields and cost nothing of what was typed; a request is sent', async ({
  page,
  expectAccessibleAt,
}) => {
  await page.goto('/contact');
  await test.step('the fields tell browsers their purpose, and nothing is sent while input is missing', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      // The form counts as begun, which is no message.
      if (request.method() === 'POST' && !request.url().endsWith('/api/visits/form'))
        calls.push(request.url());
    });
    await expect(page.getByLabel('First name')).toHaveAttribute('autocomplete', 'given-name');
    await expect(page.getByLabel('Last name')).toHaveAttribute('autocomplete', 'family-name');
    await expect(page.getByLabel('Phone')).toHaveAttribute('type', 'tel');
    await expect(page.getByLabel('Phone')).toHaveAttribute('minlength', '6');
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
    for (const label of labels)
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
    await expectAccessibleAt(1440, 320);
    await page.getByLabel('Last name').fill('Ortiz');
    await send(page);
    await expect(alerted(page, 'Email not sent')).toBeVisible();
    for (const [label, message] of [
      ['First name', 'First name is required'],
      ['Phone', 'Phone is required'],
      ['Email', 'Please include a valid email'],
    ] as const) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(page.getByLabel('First name')).toBeFocused();
    await expectValues(page, { ...empty, 'Last name': 'Ortiz' });
    await expectAccessibleAt(1440, 320);
    expect(calls).toEqual([]);
  });

  await page.setViewportSize({ width: 1280, height: 720 });
  await test.step('a server out of reach, and one with a fault', async () => {
    await fill(page);
    await page.route('/api/contact', (route) => route.abort());
    await send(page);
    await expect(alerted(page, 'Email not sent')).toBeVisible();
    await expect(page.getByText('The server cannot be reached')).toBeVisible();
    await expectValues(page, { ...ana, Email: /^ana.*@example\.com$/ });

    await page.unroute('/api/contact');
    const msg = 'Too many requests, please try again in 12 minutes';
    await page.route('/api/contact', (route) =>
      route.fulfill({ status: 429, json: { msg, errors: [{ msg }] } }),
    );
    await send(page);
    await expect(page.getByText(msg)).toBeVisible();
    await expect(page.getByText('The server cannot be reached')).toBeHidden();
    await expectValues(page, { ...ana, Email: /^ana.*@example\.com$/ });
    await page.unroute('/api/contact');
  });

  await test.step('a rejection by the server is shown next to the field', async () => {
    await page.getByLabel('Email', { exact: true }).fill('ana@example');
    await page.keyboard.press('Enter');
    await expect(alerted(page, 'Email not sent')).toBeVisible();
    const field = page.getByLabel('Email', { exact: true });
    await expect(field).toHaveAccessibleDescription('Please include a valid email');
    await expect(field).toBeFocused();
    await expectValues(page, { ...ana, Email: 'ana@example' });
  });

  await test.step('a request is sent: the loading image, then the alert, then the empty form', async () => {
    await fill(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('/api/contact', async (route) => {
      await promise;
      await route.continue();
    });
    await send(page);
    await expect(page.getByRole('status').filter({ hasText: 'Sending' })).toBeVisible();
    resolve();
    const alert = page.getByRole('status').filter({ hasText: 'Email Sent!' });
    await expect(alert).toBeVisible();
    await expect(page.getByText('Sending')).toBeHidden();
    await expect(page.getByText('Please include a valid email')).toBeHidden();
    await expectValues(page, empty);
    await expect(page.getByText('Email not sent')).toHaveCount(0);
    await expect(alert).toBeHidden();
  });
});

test('a message and the consent are on the lead’s page, and the page says what happens next with what was sent', async ({
  page,
  browser,
  baseURL,
  request,
  expectAccessibleAt,
}) => {
  const consent = 'you agree that we may call or text you about joining. Agreeing is not a condition';
  const agreed = `Agreed, by version 1: “If you give us your phone number, ${consent}`;
  const lead = page.getByRole('rowheader').getByRole('link', { name: 'Ana Ortiz' });
  const token = await adminToken(request);

  await test.step('with script', async () => {
    await page.goto('/#calculator');
    await page.getByLabel('Sale price').first().fill('900000');
    await expect(page).toHaveURL(/price=900000/);
    await page.goto('/contact');
    const next = page.getByRole('region', { name: 'What happens next' });
    await expect(next).toContainText('We get your inquiry the moment you send it.');
    await expect(page.getByText(consent)).toBeVisible();
    await fill(page);
    const email = await page.getByLabel('Email', { exact: true }).inputValue();
    const message = page.getByLabel('Message (optional)', { exact: true });
    await message.fill('I close ten a year.\nCall after 5.');
    await send(page);
    await expect(page.getByRole('status').filter({ hasText: 'Email Sent!' })).toBeVisible();
    await expect(next).toHaveCount(1);
    await expect(next).toContainText(`Homequest will answer you at 12 or ${email}.`);
    await expect(next).toContainText('office hours (Monday to Friday except public holidays, 9 AM to 5 PM');
    await expect(next).toContainText(
      'Your figures were sent with it: for 12 sales of $900,000 at 2.5% you would keep $262,700 in the first year.',
    );
    await expect(next.getByRole('heading')).toBeFocused();
    await expect(message).toHaveValue('');
    await goOnAs(page, token, `/dashboard/leads?q=${email}`);
    await lead.click();
    await expect(page.getByText('I close ten a year.\nCall after 5.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(agreed);
    await expectAccessibleAt(1440, 390);
  });

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const visitor = await context.newPage();
  await test.step('without script: errors are next to the fields, the input stays, and a request is sent', async () => {
    await visitor.goto('/contact');
    await expect(visitor.getByText(consent)).toBeVisible();
    await fill(visitor);
    await visitor.getByLabel('Email', { exact: true }).fill('<ana>&"example');
    await visitor.getByLabel('First name').fill('  ');
    await visitor.getByLabel('Message (optional)').fill('One\ntwo');
    await send(visitor);
    await expect(visitor.getByRole('alert')).toHaveText('Email not sent');
    await expect(visitor.getByLabel('First name')).toHaveAccessibleDescription('First name is required');
    await expect(visitor.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
      'Please include a valid email',
    );
    await expectValues(visitor, { ...ana, 'First name': '  ', Email: '<ana>&"example' });
    await expectValues(visitor, { 'Message (optional)': 'One\ntwo' });
    await fill(visitor);
    const email = await visitor.getByLabel('Email', { exact: true }).inputValue();
    await send(visitor);
    await expect(visitor).toHaveURL('/contact?sent=1');
    await expect(visitor.getByRole('status')).toHaveText('Email Sent!');
    await expect(visitor.getByRole('region', { name: 'What happens next' })).toContainText(
      'Homequest will answer you at the phone number or email address you gave.',
    );
    await expectValues(visitor, empty);
    await expect(visitor).toHaveTitle(/^What happens next · /);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('What happens next');
    await expect(visitor.getByRole('button', { name: 'Send' })).toBeHidden();
    await moveTo(page, `/dashboard/leads?q=${email}`);
    await lead.click();
    await expect(page.getByText('One\ntwo')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(agreed);
  });
  await test.step('without script, the statement of an address', async () => {
    await visitor.goto('/contact?sent=1&price=900000');
    await expect(visitor.getByRole('region', { name: 'Your closing statement' })).toContainText('$22,500');
    await visitor.getByText('Send another inquiry').click();
    await expect(visitor.getByRole('button', { name: 'Send' })).toBeVisible();
  });
  await context.close();

  await test.step('a visitor who is signed in is sent to the dashboard', async () => {
    await page.goto('/contact');
    await page.waitForURL('/dashboard');
  });
});

test('the answer is a page of its own, with the statement that the calculator draws, also reloaded', async ({
  page,
  expectAccessibleAt,
}) => {
  await page.goto('/?price=900000&transactions=1#calculator');
  const drawn = page.getByRole('form', { name: 'Commission calculator' });
  await drawn.getByLabel('Sale price').fill('900000');
  const drawnLine = drawn.getByRole('region', { name: 'One transaction' });
  await expect(drawnLine).toContainText('$22,500');
  const statement = await drawnLine.textContent();
  await page.goto('/contact');
  await fill(page);
  const email = await page.getByLabel('Email', { exact: true }).inputValue();
  await send(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('What happens next');
  const own = page.getByRole('region', { name: 'Your closing statement' });
  const line = own.getByRole('region', { name: 'One transaction' });
  await expect(line).toHaveText(statement ?? '');
  await expect(page).toHaveTitle(/^What happens next · /);
  await expect(page).toHaveURL('/contact?sent=1&price=900000&transactions=1');
  await expect(page.getByRole('heading', { name: 'The office' })).toBeHidden();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessibleAt(1440, 390);

  await page.reload();
  await expect(heading).toHaveText('What happens next');
  await expect(line).toHaveText(statement ?? '');
  await expect(page.getByText(email)).toHaveCount(0);
  await expectAccessibleAt(1440, 390);

  // Another inquiry from there is answered in its place.
  await page.getByText('Send another inquiry').click();
  await fill(page);
  await send(page);
  await expect(page.getByText('Email Sent!').filter({ visible: true })).toHaveCount(1);
  await expect(heading).toHaveCount(1);
  await expect(heading).toBeFocused();
  await expect(own).toHaveCount(1);
});

test('an alert waits while the pointer is over it', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/contact');
  await fill(page);
  await send(page);
  await page.clock.runFor(100);
  const alert = page.getByText('Email Sent!');
  await expect(alert).toBeVisible();
  await alert.hover();
  await page.clock.runFor(20_000);
  await expect(alert).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(5000);
  await expect(alert).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('everything is accessible and fits', { tag: '@long' }, async ({ page, expectAccessibleAt }) => {
    await page.goto('/contact');
    await expectAccessibleAt(390);
    await send(page);
    await expect(page.getByText('Email not sent')).toBeVisible();
    await expectAccessibleAt(390);
  });
});

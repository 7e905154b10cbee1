import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openGroup } from './drawer.ts';
import { admin, expect, moveTo, said, test } from './fixtures.ts';
import { beginWith, changeData, newMember } from './members.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const row = (page: Page, subject: string) => page.getByRole('row', { name: subject });
const outbox = '/dashboard/admin/outbox';

let written = 0;

interface WrittenMail {
  state?: 'waiting' | 'sent' | 'failed';
  attempts?: number;
  error?: string | null;
  text?: string;
}

/** Inserts a mail as it would be after so many attempts; returns its id and subject. */
function writeMail(dataDir: string, given: WrittenMail = {}) {
  const { state = 'failed', attempts = 20, error = '550 Mailbox unavailable', text = 'A text.' } = given;
  written++;
  const [id, subject] = [randomUUID(), `Notice ${written} of ${Date.now()}`];
  const moment = new Date().toISOString();
  changeData(
    dataDir,
    `insert into mails (id, recipient, subject, text, state, attempts, last_error, created_at, first_attempt_at, next_attempt_at, sent_at)
     values (?, 'pat@example.com', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    subject,
    text,
    state,
    attempts,
    error,
    moment,
    moment,
    moment,
    state === 'sent' ? moment : null,
  );
  return { id, subject };
}

test('the outbox is reached by the drawer, says that no mail server is set, and tries again what was given up', async ({
  page,
  signIn,
  server,
}) => {
  await test.step('it is filtered by state, in the address as well', async () => {
    await signIn();
    const { subject } = writeMail(server.dataDir);
    const sent = writeMail(server.dataDir, { state: 'sent', attempts: 1, error: null });
    const waiting = writeMail(server.dataDir, { state: 'waiting', attempts: 3 });
    await page.goto('/dashboard');
    await openGroup(page, 'System');
    await page.getByRole('link', { name: 'Outbox' }).click();
    await expect(heading(page, 'Outbox')).toBeFocused();
    await expect(page.getByText("Email isn't set up.")).toBeVisible();
    await expect(row(page, subject)).toContainText('pat@example.com');
    await expect(row(page, subject)).toContainText('Failed');
    await expect(row(page, subject)).toContainText('550 Mailbox unavailable');

    for (const mail of [sent, waiting]) await expect(row(page, mail.subject)).toBeVisible();
    await page.getByLabel('State').selectOption('failed');
    await expect(row(page, sent.subject)).toBeHidden();
    await expect(row(page, subject)).toBeVisible();
    await expect(page).toHaveURL(`${outbox}?state=failed`);
    await page.reload();
    await expect(page.getByLabel('State')).toHaveValue('failed');
    await expect(row(page, subject)).toBeVisible();
    await page.getByLabel('State').selectOption('waiting');
    await expect(row(page, waiting.subject)).toContainText('Waiting to retry');
    await expect(row(page, subject)).toBeHidden();
  });
  await test.step('a mail that was given up is tried again, and that is on record', async () => {
    const { subject } = writeMail(server.dataDir);
    await moveTo(page, `${outbox}?state=failed`);
    const again = row(page, subject).getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(said(page, "We're sending it again")).toBeVisible();
    await expect(row(page, subject)).toContainText('Waiting to retry');
    await expect(again).toBeFocused();
    await page.getByLabel('State').selectOption('waiting');
    await expect(row(page, subject)).toContainText('Waiting to retry');
    await moveTo(page, '/dashboard/admin/audit');
    await expect(page.getByRole('row', { name: 'Mail retried' }).first()).toContainText(subject);
  });
});

test('a mail is read and tried again from its page; one that was sent has no words any more', {
  tag: '@long',
}, async ({ page, signIn, server }) => {
  await signIn();
  const { id } = writeMail(server.dataDir, { state: 'sent', attempts: 1, error: null, text: '' });
  const { subject } = writeMail(server.dataDir, { text: 'Hello Pat,\n\ncall me back: <b>now</b>' });
  await page.goto(outbox);
  await row(page, subject).getByRole('link', { name: 'Read' }).click();
  await expect(heading(page, 'Mail')).toBeFocused();
  await expect(page.getByText('call me back: <b>now</b>')).toBeVisible();
  await expect(page.getByText('550 Mailbox unavailable')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Waiting to retry')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the outbox' }).click();
  await expect(heading(page, 'Outbox')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Mail')).toBeVisible();
  await moveTo(page, `${outbox}/${id}`);
  await expect(page.getByText("We don't keep the text of sent emails.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('without a mail server an admin hands an invitation over, but no reset', async ({
  page,
  request,
  signIn,
  server,
}) => {
  const token = await signIn();
  const { email: known } = await newMember(request, server.dataDir);
  await request.post('/api/auth/reset-password', { data: { email: known } });
  const email = `invited-${Date.now()}@example.com`;
  const fields = { data: { name: 'Ivo Invited', email }, headers: { 'x-auth-token': token } };
  expect((await request.post('/api/users', fields)).ok()).toBe(true);

  await page.goto('/dashboard/admin/user/create');
  await page.getByRole('main').getByRole('link', { name: 'outbox' }).click();
  const read = (to: string, subject: string) =>
    page
      .getByRole('row')
      .filter({ hasText: to })
      .getByRole('link', { name: `Read “${subject} Homequest”` })
      .click();
  await read(known, 'Set a new password for');
  await expect(page.getByText('/reset-password/new#[hidden]')).toBeVisible();
  await expect(page.getByText('part of it is hidden')).toBeVisible();
  await page.goBack();
  await read(email, 'Your invitation to');
  await expect(page.getByText('hand this invitation over yourself')).toBeVisible();
  await expect(page.getByText('/reset-password/new#[hidden]')).toBeVisible();
  // A sign-in of five hours ago, as a stolen or forgotten one.
  const then = new Date(Date.now() - 5 * 60 * 60_000).toISOString();
  changeData(
    server.dataDir,
    'update sessions set created_at = ? where user_id = (select id from users where email = ?)',
    then,
    admin.email,
  );
  await page.getByRole('button', { name: 'Show the link' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Your password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const shown = /http\S+\/reset-password\/new#[\w-]{43}/;
  await expect(page.getByRole('main')).toContainText(shown);
  const link = shown.exec((await page.getByRole('main').textContent()) ?? '')?.[0];
  await page.evaluate(() => localStorage.clear());
  await page.goto(link ?? '');
  await expect(page.getByText('18 or older')).toBeVisible();
});

test('there are as many as there are', { tag: '@long' }, async ({ page, signIn, server }) => {
  await signIn();
  for (let number = 0; number < 60; number++) writeMail(server.dataDir, { state: 'sent', error: null });
  await page.goto(`${outbox}?state=sent`);
  const rows = page.getByRole('row').filter({ hasText: 'Notice' });
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(59);
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await expect(page.getByText(/^All \d+ emails shown$/)).toBeFocused();
});

test('an outbox that cannot be loaded says why, how long to wait, and tries again', { tag: '@long' }, async ({
  page,
  signIn,
  server,
}) => {
  await signIn();
  const { subject } = writeMail(server.dataDir);
  const msg = 'Too many requests, please try again in 40 seconds';
  await page.route('**/api/outbox?*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '40' }, json: { errors: [{ msg }], msg } }),
  );
  await page.goto(`${outbox}?state=failed`);
  await expect(page.getByText(`We couldn't load the outbox. Try again. ${msg}`)).toBeVisible();
  await page.unroute('**/api/outbox?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, subject)).toBeVisible();
});

test('to members the outbox does not exist', { tag: '@long' }, async ({ page, request, server }) => {
  const { token } = await newMember(request, server.dataDir);
  const { id } = writeMail(server.dataDir);
  await beginWith(page, token);
  for (const path of [outbox, `${outbox}/${id}`]) {
    await page.goto(path);
    await expect(heading(page, 'Page Not Found')).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Outbox' })).toBeHidden();
});

test('the pages are accessible at 1440 and 390 px, and fit into 320 px', { tag: '@long' }, async ({
  page,
  signIn,
  server,
  expectAccessibleAt,
}) => {
  await signIn();
  const { id, subject } = writeMail(server.dataDir, {
    text: `https://example.com/new#secret ${'x'.repeat(300)}`,
    error: 'y'.repeat(300),
    attempts: 4,
  });
  await page.goto(outbox);
  await expect(row(page, subject)).toBeVisible();
  await expect(page.getByText("Email isn't set up.")).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await moveTo(page, `${outbox}/${id}`);
  await expect(page.getByText('https://example.com/new#[hidden]')).toBeVisible();
  await expect(page.getByText(subject).first()).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await page.route('**/api/outbox?*', (route) => route.abort());
  await page.goto(`${outbox}?state=failed`);
  await expect(page.getByText("We couldn't load the outbox. Try again.")).toBeVisible();
  await expectAccessibleAt(1440, 390);
});

test('the texts of mails are changed, looked at, tested and brought back', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const text = page.getByLabel('Text');
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn();
  await test.step('the text of an invitation', async () => {
    await page.goto(outbox);
    await page.getByRole('link', { name: 'Texts', exact: true }).click();
    await expectAccessible();
    await page.getByRole('link', { name: 'Invitation' }).click();
    await expect(heading(page, 'Invitation')).toBeFocused();
    await text.fill(`Dear {name},\n\nwelcome. ${'Long'.repeat(60)}`);
    await button('Save changes').click();
    await expect(text).toHaveAccessibleDescription(/Text must contain \{link\}/);
    await text.fill('Dear {name},\n\nwelcome to {brokerage}.\n\n{link}');
    await page.getByLabel('Button label').fill('Come in');
    await button('Preview').click();
    const preview = page.getByRole('dialog');
    await expect(preview).toContainText('Come in');
    await expect(preview).not.toContainText('{');
    await expectAccessible();
    await preview.getByRole('tab', { name: 'Plain text' }).click();
    await expect(preview.getByRole('tabpanel')).toContainText('reset-password/new#example');
    await page.keyboard.press('Escape');
    await button('Send me a test').click();
    await expect(said(page, 'A test is on its way to')).toBeVisible();
    await button('Save changes').click();
    await expect(heading(page, 'Email texts')).toBeFocused();
    await expect(page.getByRole('listitem').filter({ hasText: 'For someone you invite' })).toContainText(
      'Changed',
    );
    await page.getByRole('link', { name: 'Invitation' }).click();
    await expect(text).toHaveValue('Dear {name},\n\nwelcome to {brokerage}.\n\n{link}');
    await expectAccessible();
    await button('Restore the original').click();
    await expect(said(page, 'the original text is back')).toBeVisible();
    await expect(page.getByText('Changed')).toBeHidden();
  });
  await test.step('the words around a code, which stays', async () => {
    await moveTo(page, '/dashboard/admin/site');
    await page.getByRole('link', { name: 'Email texts' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Visitors and applicants' })).toBeVisible();
    await page.getByRole('link', { name: 'Code to sign' }).click();
    await expect(text).toHaveAccessibleDescription(/\{code\} and \{warning\} are required, each in its own/);
    await text.fill('Dear {name},\n\n{warning}');
    await button('Save changes').click();
    await expect(text).toHaveAccessibleDescription(/Text must contain \{code\}/);
    await expect(text).toBeFocused();
    await expectAccessible();
    await text.fill('Dear {name},\n\n{code}\n\n{warning}');
    await button('Preview').click();
    const preview = page.getByRole('dialog');
    await expect(preview).toContainText('enter this code within 15 minutes: 123456');
    await expect(preview).not.toContainText('Or open this link');
    await page.keyboard.press('Escape');
    await button('Save changes').click();
    await expect(heading(page, 'Email texts')).toBeFocused();
    await page.getByRole('link', { name: 'Code to sign' }).click();
    await button('Restore the original').click();
    await expect(said(page, 'the original text is back')).toBeVisible();
  });
});

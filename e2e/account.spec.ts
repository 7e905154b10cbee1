import type { Page } from '@playwright/test';
import { alerted, button, doNotWaitForLoading, expect, moveTo, said, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { beginWith, changeData, isAlive, type Member, newMember, openSession } from './members.ts';
import { watchMoves } from './moves.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let member: Member;

test.beforeEach(async ({ page, request, server }) => {
  member = await newMember(request, server.dataDir);
  await beginWith(page, member.token);
});

test.describe('changing the password', () => {
  const first = (page: Page) => page.getByLabel('New password', { exact: true });
  const second = (page: Page) => page.getByLabel('Repeat new password', { exact: true });

  async function type(page: Page, password: string, password2 = password): Promise<void> {
    await first(page).fill(password);
    await second(page).fill(password2);
    await button(page, 'Save password').click();
  }

  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard/change-password');
    await expect(heading(page, 'Change password')).toBeVisible();
  });

  test('says so before the answer, then again, clears the fields and ends the other sessions', async ({
    page,
    request,
    server,
  }) => {
    const other = await openSession(request, member);
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/auth/change-password', async (route) => {
      expect(route.request().postDataJSON()).toEqual({ password: 'walnut tea kettle' });
      await answer.promise;
      await route.continue();
    });
    await type(page, 'walnut tea kettle');
    await expect(said(page, 'password saved')).toBeVisible();
    await expect(page.getByText('Password Updated')).toBeHidden();
    answer.resolve();
    await expect(said(page, 'Password Updated')).toBeVisible();
    await expect(first(page)).toHaveValue('');
    await expect(second(page)).toHaveValue('');
    await expect(first(page)).toBeFocused();
    await expect(page.getByText('Strength:')).toBeHidden();

    expect(await isAlive(request, member.token)).toBe(true);
    expect(await isAlive(request, other ?? '')).toBe(false);
    expect(await openSession(request, member)).toBeUndefined();
    expect(await openSession(request, { ...member, password: 'walnut tea kettle' })).toBeDefined();
    await mailedLink(server.dataDir, member.email, 'was changed');
    await page.reload();
    await expect(heading(page, 'Change password')).toBeVisible();
  });

  test('keeps what was typed when the two differ, when the server rejects it, when it is too often and without a connection', {
    tag: '@long',
  }, async ({ page, context, request, expectAccessible }) => {
    await test.step('the two differ: nothing is sent', async () => {
      const sent: string[] = [];
      const keep = (made: { method(): string; url(): string }) =>
        void (made.method() === 'POST' && sent.push(made.url()));
      page.on('request', keep);
      await type(page, 'walnut tea kettle', 'walnut tea kettles');
      await expect(alerted(page, 'passwords do not match')).toBeVisible();
      await expect(second(page)).toHaveAccessibleDescription('passwords do not match');
      await expect(second(page)).toBeFocused();
      await expect(first(page)).toHaveValue('walnut tea kettle');
      await expect(page.getByText('password saved')).toBeHidden();
      await expectAccessible();
      expect(sent).toEqual([]);
      page.off('request', keep);
    });
    await test.step('rejected: the early confirmation is withdrawn, and the user stays signed in', async () => {
      await type(page, 'PassWord123');
      await expect(alerted(page, 'Password is too common')).toBeVisible();
      await expect(page.getByText('password saved')).toBeHidden();
      await expect(first(page)).toHaveAccessibleDescription('At least 8 characters. Password is too common');
      await expect(first(page)).toBeFocused();
      await expect(first(page)).toHaveValue('PassWord123');
      await expect(second(page)).toHaveValue('PassWord123');

      await type(page, 'short');
      await expect(alerted(page, 'Password must have at least 8 characters')).toBeVisible();
      expect(await storedToken(page)).toBe(member.token);
      expect(await isAlive(request, member.token)).toBe(true);
    });
    await test.step('too many calls: how long to wait', async () => {
      const msg = 'Too many requests, please try again in 4 minutes';
      await page.route('**/api/auth/change-password', (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '211' }, json: { errors: [{ msg }], msg } }),
      );
      await type(page, 'walnut tea kettle');
      await expect(alerted(page, msg)).toBeVisible();
      await expect(page.locator('form').getByText(msg)).toBeVisible();
      await expect(first(page)).toHaveValue('walnut tea kettle');
      await page.unroute('**/api/auth/change-password');
    });
    await test.step('no connection', async () => {
      await context.setOffline(true);
      await type(page, 'walnut tea kettle');
      await expect(alerted(page, 'The server cannot be reached')).toBeVisible();
      await expect(page.getByText('password saved')).toBeHidden();
      await expect(first(page)).toHaveValue('walnut tea kettle');
      await context.setOffline(false);
      await button(page, 'Save password').click();
      await expect(said(page, 'Password Updated')).toBeVisible();
    });
  });

  test('asks who it is when the sign-in is 15 minutes old, and goes on with what was typed', async ({
    page,
    server,
    expectAccessible,
  }) => {
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    const field = dialog.getByLabel('Your password', { exact: true });
    changeData(
      server.dataDir,
      'update sessions set created_at = ? where user_id = (select id from users where email = ?)',
      new Date(Date.now() - 16 * 60_000).toISOString(),
      member.email,
    );
    await type(page, 'walnut tea kettle');
    await expect(field).toBeFocused();
    await expect(page.getByText('password saved')).toBeHidden();
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(alerted(page, 'Please sign in again to change your password')).toBeVisible();
    await expect(first(page)).toHaveValue('walnut tea kettle');
    expect(await storedToken(page)).toBe(member.token);

    await button(page, 'Save password').click();
    await field.fill('a wrong password');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription('The password is not right');
    await field.fill(member.password);
    await page.keyboard.press('Enter');
    await expect(said(page, 'Password Updated')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await storedToken(page)).not.toBe(member.token);
  });

  test('shows its strength, reveals it on demand, and works with only the keyboard', {
    tag: '@long',
  }, async ({ page }) => {
    await first(page).focus();
    await page.keyboard.type('sunflower');
    await expect(said(page, 'Strength: Weak')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(first(page)).toHaveAttribute('type', 'text');
    await page.keyboard.press('Tab');
    await page.keyboard.type('sunflower');
    await expect(second(page)).toHaveAttribute('type', 'password');
    await first(page).fill('walnut tea kettle wind');
    await expect(said(page, 'Strength: Strong')).toBeVisible();
    await second(page).fill('walnut tea kettle wind');
    await page.keyboard.press('Enter');
    await expect(said(page, 'Password Updated')).toBeVisible();
  });
});

test.describe('the sessions', () => {
  const sessions = (page: Page) => page.getByRole('region', { name: "Where you're signed in" });

  test('are listed with their devices, and ended one by one or all at once', async ({
    page,
    request,
    expectAccessible,
  }) => {
    const [desk, phone, tablet] = [
      await openSession(request, member, firefox),
      await openSession(request, member, iphone),
      await openSession(request, member, iphone.replaceAll('iPhone', 'iPad')),
    ];
    await page.goto('/dashboard/account-settings');
    const items = sessions(page).getByRole('listitem');
    await expect(items).toHaveCount(4);
    await expect(items.first()).toContainText('This device');
    await expect(items.first().getByRole('button')).toBeHidden();
    await expect(sessions(page)).toContainText('Firefox on Windows');
    await expect(sessions(page)).toContainText('127.0.0.1 · last used now');

    await sessions(page).getByRole('button', { name: 'End session: Safari on iPhone' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'End the session of “Safari on iPhone”?' });
    await expect(button(page, 'Cancel')).toBeFocused();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'End session' }).click();
    await expect(items).toHaveCount(3);
    await expect(said(page, 'Session ended')).toBeVisible();
    await expect(items.nth(2).getByRole('button')).toBeFocused();
    expect(await isAlive(request, phone ?? '')).toBe(false);
    expect(await isAlive(request, desk ?? '')).toBe(true);

    await button(page, 'End all other sessions').click();
    await button(page, 'End sessions').click();
    await expect(items).toHaveCount(1);
    await expect(page.getByText("You're not signed in anywhere else.")).toBeVisible();
    for (const token of [desk, tablet]) expect(await isAlive(request, token ?? '')).toBe(false);
    expect(await isAlive(request, member.token)).toBe(true);
  });

  test('that cannot be listed can be asked for again; that cannot be ended say why', {
    tag: '@long',
  }, async ({ page, request, context }) => {
    await openSession(request, member, firefox);
    await page.route('**/api/auth/sessions', (route) => route.abort());
    await page.goto('/dashboard/account-settings');
    await expect(page.getByText("We couldn't load your sessions.")).toBeVisible();
    await page.unroute('**/api/auth/sessions');
    await button(page, 'Retry').click();
    await expect(sessions(page).getByRole('listitem')).toHaveCount(2);
    await sessions(page).getByRole('button', { name: 'End session: Firefox' }).click();
    await context.setOffline(true);
    await button(page, 'End session').click();
    await expect(page.getByRole('alertdialog')).toContainText('The server cannot be reached');
    await context.setOffline(false);
    await button(page, 'End session').click();
    await expect(sessions(page).getByRole('listitem')).toHaveCount(1);
  });
});

test('the known devices are listed and can be forgotten', async ({ page, request, expectAccessible }) => {
  const devices = (page: Page) => page.getByRole('list', { name: 'Known devices' }).getByRole('listitem');
  for (const userAgent of [firefox, iphone]) {
    const answer = await request.post('/api/auth', {
      data: { email: member.email, password: member.password, device: '' },
      headers: { 'user-agent': userAgent },
    });
    expect(answer.status()).toBe(200);
  }
  await page.goto('/dashboard/account-settings');
  await expect(devices(page)).toHaveCount(2);
  await expect(devices(page).first()).toContainText('Safari on iPhone');
  await expectAccessible();
  await page.getByRole('button', { name: 'Forget: Firefox on Windows' }).click();
  await expect(said(page, 'Device forgotten')).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
});

test.describe('the account settings', () => {
  test('have a table of contents, show the theme and lead to the password', async ({ page }) => {
    await page.goto('/account-settings');
    await expect(page.getByText(member.email, { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Match system' })).toBeChecked();
    const contents = page.getByRole('navigation', { name: 'Account settings' });
    await expect(contents.getByRole('link')).toHaveText([
      'Profile and license',
      'Sign-in',
      'Devices',
      'Appearance',
      'Your data',
    ]);
    const data = page.getByRole('heading', { level: 2, name: 'Your data' });
    await expect(data).not.toBeInViewport();
    await contents.getByRole('link', { name: 'Your data' }).click();
    await expect(data).toBeInViewport();
    await expect(page).toHaveURL(/#data$/);
    await page.getByRole('link', { name: 'Change password' }).click();
    await expect(heading(page, 'Change password')).toBeFocused();
    await page.getByRole('link', { name: 'account settings' }).click();
    await expect(heading(page, 'Account settings')).toBeFocused();
  });

  test('show the part that the address names, stay where they are while their parts load, and come back after a reload', {
    tag: '@long',
  }, async ({ page }) => {
    await doNotWaitForLoading(page);
    const moves = await watchMoves(page);
    const scrolled = () => page.evaluate(() => scrollY);
    const data = page.getByRole('heading', { level: 2, name: 'Your data' });
    await page.goto('/dashboard/account-settings#data');
    await expect(data).toBeInViewport();
    await moves();
    await page.getByRole('heading', { level: 2, name: 'Devices' }).scrollIntoViewIfNeeded();
    await page.reload();
    await moves();
    await expect(data).not.toBeInViewport();
    expect(await scrolled()).toBeGreaterThan(0);

    // Go to another page and back, so that no scroll position is left.
    await page.goto('/login');
    await page.goto('/dashboard/account-settings');
    const dark = page.getByRole('radio', { name: 'Dark' });
    await expect(dark).toBeVisible();
    expect(await scrolled()).toBe(0);
    await dark.click({ delay: 400 });
    await expect(dark).toBeChecked();
    await page.goto('/dashboard/account-settings');
    expect(await moves()).toEqual([]);
  });

  test('delete the account once the email is typed, and lead home; keep it when it cannot be deleted, and say why', async ({
    page,
    context,
    request,
  }) => {
    await page.goto('/dashboard/account-settings');
    await button(page, 'Delete account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const field = dialog.getByLabel(`To confirm, type ${member.email}`);
    await expect(field).toBeFocused();
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(field).toHaveAccessibleDescription("This isn't the email address on your account");
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Delete account')).toBeFocused();
    expect(await isAlive(request, member.token)).toBe(true);

    await page.keyboard.press('Enter');
    await field.fill(` ${member.email.toUpperCase()} `);
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached');
    await context.setOffline(false);
    expect(await isAlive(request, member.token)).toBe(true);
    expect(await storedToken(page)).toBe(member.token);
    await field.press('Enter');
    await expect(said(page, 'Account deleted')).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await page.waitForURL('/');
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Login' })).toBeAttached();
    expect(await isAlive(request, member.token)).toBe(false);
    expect(await openSession(request, member)).toBeUndefined();
  });
});

test('the pages and their dialogs are accessible at 1440 and 390 px, and the pages fit into 320 px', {
  tag: '@long',
}, async ({ page, request, expectAccessibleAt }) => {
  await openSession(request, member, firefox);
  await page.goto('/dashboard/change-password');
  await button(page, 'Save password').click();
  await expect(alerted(page, 'Password is required')).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);

  await moveTo(page, '/dashboard/account-settings');
  await expect(button(page, 'End all other sessions')).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await button(page, 'End all other sessions').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleAt(1440, 390);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await button(page, 'Delete account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText("This isn't the email address")).toBeVisible();
  await expectAccessibleAt(1440, 390);
});

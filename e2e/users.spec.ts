import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { openGroup } from './drawer.ts';
import { admin, alerted, button, doNotWaitForLoading, expect, moveTo, said, show, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { goOnAs } from './members.ts';

const password = 'brand new and long';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const row = (page: Page, name: string) => page.getByRole('row', { name });

let people = 0;
/** A user unique among all tests on this server. */
function newUser() {
  people++;
  const key = `${people}-${Date.now()}`;
  return { name: `Pat Example ${key}`, email: `pat-${key}@example.com` };
}

interface Person {
  id: string;
  name: string;
  email: string;
}

async function invite(request: APIRequestContext, token: string, given: object = {}): Promise<Person> {
  const data = { ...newUser(), ...given };
  const response = await request.post('/api/users', { headers: { 'x-auth-token': token }, data });
  return { ...data, id: (await response.json())._id };
}

async function accept(request: APIRequestContext, dataDir: string, { email }: Person): Promise<string> {
  const link = new URL(await mailedLink(dataDir, email));
  const data = { token: link.hash.slice(1), password, adult: true };
  const response = await request.post('/api/auth/set-password', { data });
  return (await response.json()).token;
}

async function elsewhere(browser: Browser, baseURL: string, token?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  if (token) await page.addInitScript((value) => localStorage.setItem('token', value), token);
  return page;
}

/** The last column comes with an answer of its own, and moves what is below. */
const expectWholeTable = (page: Page) =>
  expect(page.getByRole('columnheader', { name: 'Storage' })).toBeVisible();

async function choose(page: Page, name: string, event: string): Promise<void> {
  await show(page, `/dashboard/admin?q=${encodeURIComponent(name)}`);
  await expectWholeTable(page);
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: event, exact: true }).click();
}

async function confirm(page: Page, question: string, answer: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question });
  await dialog.getByRole('button', { name: answer, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('an admin sees the storage of users, revokes an invitation and deletes an account', async ({
  page,
  request,
  signIn,
  server,
}) => {
  const token = await signIn();
  // All are in the list that the first step loads.
  const person = await invite(request, token);
  const invited = await invite(request, token);
  const deleted = await invite(request, token);
  await test.step('the list shows their storage', async () => {
    const writer = await accept(request, server.dataDir, person);
    const data = { title: 'Long', url: 'https://example.com/', snippet: 'S', text: 'x'.repeat(199_000) };
    await request.post('/api/articles', { headers: { 'x-auth-token': writer }, data });
    await page.goto(`/dashboard/admin?q=${encodeURIComponent(person.name)}`);
    await expect(row(page, person.name)).toContainText('0.4 MB');
    await expect(page.getByTitle('Images: 0 MB of 200 MB, texts: 0.4 MB of 50 MB')).toBeVisible();
  });
  await test.step('an invitation is revoked and sent again from the row menu', async () => {
    const first = await mailedLink(server.dataDir, invited.email);

    await choose(page, invited.name, 'Revoke invitation');
    await confirm(page, `Revoke the invitation of “${invited.name}”?`, 'Revoke');
    await expect(said(page, `The invitation of ${invited.name} is revoked`)).toBeVisible();
    await expect(row(page, invited.name)).toContainText('Not invited');
    await expect(button(page, `Actions for ${invited.name}`)).toBeFocused();

    await choose(page, invited.name, 'Send invitation');
    await confirm(page, `Send “${invited.name}” an invitation?`, 'Send');
    await expect(said(page, `Invitation sent to ${invited.email}`)).toBeVisible();
    await expect(row(page, invited.name)).toContainText('Invited');
    await expect.poll(() => mailedLink(server.dataDir, invited.email)).not.toBe(first);
    expect(await accept(request, server.dataDir, invited)).toMatch(/^[\w-]{43}$/);
  });
  await test.step('an account is deleted after a question by name; the admin stays signed in', async () => {
    await moveTo(page, `/dashboard/admin/user/edit/${deleted.id}`);
    await button(page, 'Delete Account').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(button(page, 'Delete Account')).toBeFocused();

    await button(page, 'Delete Account').click();
    await confirm(page, `Delete the account of “${deleted.name}”?`, 'Delete');
    await expect(said(page, 'Account deleted')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/admin');
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await expect(row(page, deleted.name)).toHaveCount(0);
    await moveTo(page, `/dashboard/admin/user/edit/${deleted.id}`);
    await expect(heading(page, 'Page Not Found')).toBeVisible();
  });
});

test.describe('a new user', () => {
  test('is created, invited by mail, accepts and signs in', async ({ page, signIn, server }) => {
    const token = await signIn();
    const { name, email } = newUser();
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await page.getByRole('link', { name: 'Create user' }).click();
    await expect(heading(page, 'Create user')).toBeFocused();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill(email);
    await expect(page.getByLabel('Is Admin?')).not.toBeChecked();
    await button(page, 'Create user').click();
    await expect(said(page, 'User created')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/admin');
    await expect(row(page, name)).toContainText('Invited');

    await page.evaluate(() => localStorage.clear());
    await page.goto(await mailedLink(server.dataDir, email, 'invitation'));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Save password').click();
    await expect(alerted(page, 'Please confirm that you are 18 or older')).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password\/new/);
    await page.getByLabel('I am 18 or older').check();
    await button(page, 'Save password').click();
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();

    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign in').click();
    await expect(heading(page, 'Dashboard')).toBeVisible();

    await goOnAs(page, token, '/dashboard/admin');
    await expect(row(page, name)).toContainText('Active');
  });

  test('needs a name, and an email that no other has; what was typed stays', { tag: '@long' }, async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    await page.goto('/dashboard/admin/user/create');
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Is Admin?').check();
    await button(page, 'Create user').click();
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required');
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByText('Please include a valid email')).toBeVisible();
    await expectAccessible();
    await expect(page.getByLabel('Email')).toHaveValue('nobody');
    await expect(page.getByLabel('Is Admin?')).toBeChecked();
    await page.getByLabel('Name').fill('Second Admin');
    await page.getByLabel('Email').fill(admin.email.toUpperCase());
    await button(page, 'Create user').click();
    await expect(alerted(page, 'User already exists').first()).toBeVisible();
    await expect(page.locator('form').getByText('User already exists')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Second Admin');
    await expect(page).toHaveURL('/dashboard/admin/user/create');
  });

  test('does not call back an admin who has gone on within the 1.5 seconds', { tag: '@long' }, async ({
    page,
    signIn,
  }) => {
    await signIn();
    await doNotWaitForLoading(page);
    await page.clock.install();
    await page.goto('/dashboard/admin/user/create');
    await page.getByLabel('Name').fill(newUser().name);
    await page.getByLabel('Email').fill(newUser().email);
    await page.clock.pauseAt(Date.now() + 60_000);
    await button(page, 'Create user').click();
    await expect(page.locator('[data-alerts]').getByRole('status')).toBeAttached();
    await openGroup(page, 'System');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(heading(page, 'Audit log')).toBeVisible();
    await page.clock.runFor(5000);
    await expect(page).toHaveURL('/dashboard/admin/audit');
  });

  test('is waited for 1.5 seconds', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await doNotWaitForLoading(page);
    await page.clock.install();
    await page.goto('/dashboard/admin/user/create');
    await page.getByLabel('Name').fill(newUser().name);
    await page.getByLabel('Email').fill(newUser().email);
    await page.clock.pauseAt(Date.now() + 60_000);
    await button(page, 'Create user').click();
    await expect(button(page, 'Create user')).toHaveAttribute('aria-busy', 'true');
    await expect(page.locator('[data-alerts]').getByRole('status')).toBeAttached();
    await page.clock.runFor(1400);
    await expect(page).toHaveURL('/dashboard/admin/user/create');
    await page.clock.runFor(200);
    await expect(page).toHaveURL('/dashboard/admin');
  });
});

test.describe('a user', () => {
  test('is changed, but not to the email of another, and the audit log records how', {
    tag: '@long',
  }, async ({ page, request, signIn }) => {
    const person = await invite(request, await signIn());
    await choose(page, person.name, 'Edit');
    await expect(page.getByLabel('Name')).toHaveValue(person.name);
    await page.getByLabel('Email').fill(admin.email);
    await button(page, 'Save changes').click();
    await expect(alerted(page, 'User already exists').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(admin.email);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Name').fill(`${person.name} Jr.`);
    await button(page, 'Save changes').click();
    await expect(said(page, 'User updated')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/admin');
    await expect(row(page, `${person.name} Jr.`)).toBeVisible();

    await openGroup(page, 'System');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await button(page, 'Filters').click();
    // The second filter comes before a slow page has shown the first.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    await page.getByLabel('Action', { exact: true }).selectOption('User updated');
    await page.getByLabel('Person').selectOption('Administrator');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(row(page, `User updated ${person.name} Jr.`)).toContainText(
      `name: ${person.name} → ${person.name} Jr.`,
    );
    await page.reload();
    await expect(page.getByLabel('Action', { exact: true })).toHaveValue('user.updated');
    await expect(page.getByRole('row', { name: /^User created/ })).toHaveCount(0);
  });

  test('is suspended: their open session dies at its next call; reactivated they come back', {
    tag: '@long',
  }, async ({ page, request, signIn, server, browser }) => {
    const person = await invite(request, await signIn());
    const theirs = await elsewhere(browser, server.url, await accept(request, server.dataDir, person));
    await theirs.goto('/dashboard/add-testimonial');
    await theirs.getByLabel('Name').fill('Pat');
    await theirs.getByRole('textbox', { name: 'Testimonial' }).fill('Paid within a day.');

    await choose(page, person.name, 'Suspend');
    await confirm(page, `Suspend “${person.name}”?`, 'Suspend');
    await expect(said(page, `${person.name} is suspended`)).toBeVisible();
    await expect(row(page, person.name)).toContainText('Suspended');

    await button(theirs, 'Add testimonial').click();
    await expect(heading(theirs, 'Your session has expired')).toBeVisible();
    expect(await theirs.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await theirs.context().close();

    const signInAgain = () => request.post('/api/auth', { data: { email: person.email, password } });
    expect((await signInAgain()).status()).toBe(400);
    await choose(page, person.name, 'Reactivate');
    await confirm(page, `Reactivate “${person.name}”?`, 'Reactivate');
    await expect(row(page, person.name)).toContainText('Active');
    expect((await signInAgain()).status()).toBe(200);
  });

  test('who deletes their own account is signed out', { tag: '@long' }, async ({
    request,
    signIn,
    server,
    browser,
  }) => {
    const person = await invite(request, await signIn(), { admin: true });
    const page = await elsewhere(browser, server.url);
    const token = await accept(request, server.dataDir, person);
    await page.goto('/');
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(`/dashboard/admin/user/edit/${person.id}`);
    await button(page, 'Delete Account').click();
    await confirm(page, 'Delete your own account?', 'Delete');
    await expect(said(page, 'Account deleted')).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.context().close();
  });
});

test('the last active admin stays one, and sees why', { tag: '@long' }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await choose(page, 'Administrator', 'Edit');
  await expect(page.getByText('This is your own account.')).toBeVisible();
  await page.getByLabel('Is Admin?').uncheck();
  await button(page, 'Save changes').click();
  const message = 'The last active admin cannot be demoted. Make someone else an admin first.';
  await expect(alerted(page, message).first()).toBeVisible();
  await expect(page.getByLabel('Is Admin?')).not.toBeChecked();
  await expectAccessible();

  await button(page, 'Delete Account').click();
  await button(page, 'Delete').click();
  await expect(page.getByRole('alertdialog')).toContainText('The last active admin cannot be deleted.');
  await expectAccessible();
  await button(page, 'Cancel').click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test.describe('the list of users', () => {
  test('searches, sorts and turns pages, all in the address', async ({ page, request, signIn }) => {
    const token = await signIn();
    const key = `zz${Date.now()}`;
    for (const letter of ['c', 'a', 'f', 'b', 'e', 'd']) {
      await invite(request, token, { name: `${letter} ${key}`, email: `${letter}-${key}@example.com` });
    }
    await page.goto('/dashboard/admin');
    await expectWholeTable(page);
    await page.getByLabel('Search users').fill(key);
    await expect(page.getByText('1–5 of 6')).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toContainText(`d ${key}`);
    await button(page, 'Name').click();
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await button(page, 'Next page').click();
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await expect(page.getByRole('rowheader')).toContainText(`f ${key}`);
    await expect(page).toHaveURL(`/dashboard/admin?q=${key}&sort=name&page=2`);
    await page.reload();
    await expect(page.getByRole('rowheader')).toContainText(`f ${key}`);
    await page.getByLabel('Rows per page').selectOption('All');
    await expect(page.getByRole('rowheader')).toHaveCount(6);
  });

  test('asks the server where there are more than it was given', { tag: '@long' }, async ({
    page,
    request,
    signIn,
  }) => {
    const person = await invite(request, await signIn());
    await invite(request, await signIn());
    // A limit of one stands in for more than 1,000 users.
    await page.route('**/api/users?*', async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      await route.continue({ url: url.href });
    });
    await page.goto('/dashboard/admin');
    await expect(page.getByText('The newest 1 users are shown.')).toBeVisible();
    await page.getByLabel('Search users').fill(person.name);
    await expect(row(page, person.name)).toBeVisible();
    await page.getByLabel('Search users').fill('nobody is called this');
    await expect(page.getByText('Nothing matches “nobody is called this”.')).toBeVisible();
  });

  test('is not there for members', { tag: '@long' }, async ({ request, signIn, server, browser }) => {
    const person = await invite(request, await signIn());
    const page = await elsewhere(browser, server.url, await accept(request, server.dataDir, person));
    for (const path of ['', '/user/create', `/user/edit/${person.id}`, '/audit']) {
      await page.goto(`/dashboard/admin${path}`);
      await expect(heading(page, 'Page Not Found')).toBeVisible();
    }
    await expect(page.getByRole('navigation', { name: 'Office' })).not.toContainText('Admin');
    await page.getByRole('button', { name: `Account of ${person.name}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);
    await page.context().close();
  });
});

test('the audit log shows more on demand', { tag: '@long' }, async ({ page, request, signIn }) => {
  const headers = { 'x-auth-token': await signIn() };
  for (let number = 0; number < 51; number++) {
    await request.post('/api/testimonials', { headers, data: { name: 'Pat', testimonial: `No. ${number}` } });
  }
  await page.goto('/dashboard/admin/audit?action=testimonial.created');
  await expect(page.getByText('50 entries shown')).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveCount(50);
  await button(page, 'Load more').click();
  await expect(page.getByText(/^All \d+ entries shown$/)).toBeVisible();
  expect(await page.getByRole('rowheader').count()).toBeGreaterThan(50);
  await expect(button(page, 'Load more')).toHaveCount(0);
  await expect(page.getByText(/^All \d+ entries shown$/)).toBeFocused();
});

test('nothing is inaccessible at 1440 and 390 px: in the list, its menu and its question, the forms, the audit log', {
  tag: '@long',
}, async ({ page, request, signIn, expectAccessibleAt }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await invite(request, await signIn());
  await test.step('the list', async () => {
    await page.goto(`/dashboard/admin?q=${encodeURIComponent(person.name)}`);
    await expect(row(page, person.name)).toBeVisible();
    await expectAccessibleAt(1440, 390);
    await button(page, `Actions for ${person.name}`).click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await expectAccessibleAt(390, 1440);
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await expect(button(page, 'Cancel')).toBeFocused();
    await expectAccessibleAt(1440, 390);
    await button(page, 'Cancel').click();
  });
  await test.step('the forms', async () => {
    await moveTo(page, '/dashboard/admin/user/create');
    await expect(heading(page, 'Create user')).toBeVisible();
    await expect(page.getByLabel('Name')).toBeVisible();
    await expectAccessibleAt(1440, 390);
    await moveTo(page, `/dashboard/admin/user/edit/${person.id}`);
    await expect(page.getByLabel('Name')).toHaveValue(person.name);
    await expectAccessibleAt(1440, 390);
    await button(page, 'Delete Account').click();
    await expect(button(page, 'Cancel')).toBeFocused();
    await expectAccessibleAt(1440, 390);
    await button(page, 'Cancel').click();
  });
  await test.step('the audit log', async () => {
    await moveTo(page, '/dashboard/admin/audit');
    await expect(heading(page, 'Audit log')).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await expectAccessibleAt(1440, 390);
  });
});

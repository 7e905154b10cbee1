import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { alerted, button, expect, moveTo, said, show, test } from './fixtures.ts';
import { beginWith, changeData, newMember } from './members.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search leads' });
const statusOf = (page: Page, name: string) => page.getByLabel(`Stage of ${name}`, { exact: true });
const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
/** Chooses an item of the menu next to the lead's name. */
async function choose(page: Page, item: string) {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Office' });

let people = 0;
/** A sender unique among all tests on this server. */
function newLead() {
  people++;
  const key = `${people}${Date.now()}`;
  const firstName = 'Ana';
  const lastName = `Ortiz ${key}`;
  return {
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    phone: '(310) 555-0100 ext 5',
    email: `ana-${key}@example.com`,
  };
}

/** Sends an inquiry as the public form does; only robots fill in `website`. */
async function write(request: APIRequestContext, given: object = {}) {
  const { name, ...data } = newLead();
  await request.post('/api/contact', { data: { ...data, ...given } });
  return { ...data, name };
}

const open = async (page: Page, name: string) => {
  await show(page, `/dashboard/leads?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
};

async function newLeads(page: Page): Promise<number> {
  const name = await navigation(page)
    .getByRole('link', { name: /^Leads/ })
    .textContent();
  return Number(/\((\d+) new\)/.exec(name ?? '')?.[1] ?? 0);
}

test('what the contact form sends is a new lead, counted in the navigation, changed in the list and saved as CSV', async ({
  page,
  signIn,
  request,
}) => {
  await write(request);
  await signIn();
  await page.goto('/dashboard');
  await expect.poll(() => newLeads(page)).toBeGreaterThan(0);
  const before = await newLeads(page);
  const { name, phone, email } = await write(request);

  await test.step('it is in the list, and counted until someone works on it', async () => {
    await navigation(page)
      .getByRole('link', { name: /^Leads/ })
      .click();
    await expect(heading(page, 'Leads')).toBeFocused();
    await expect.poll(() => newLeads(page)).toBe(before + 1);
    const lead = row(page, name);
    await expect(lead).toContainText('Waiting');
    await expect(lead.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:+13105550100;ext=5');
    await expect(lead.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    await expect(statusOf(page, name)).toHaveValue('new');

    await statusOf(page, name).selectOption('Contacted');
    await expect.poll(() => newLeads(page)).toBe(before);
  });

  await test.step('the status changes in the list at once, and stays', async () => {
    await moveTo(page, `/dashboard/leads?q=${encodeURIComponent(name)}&status=contacted`);
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('/api/leads/*', async (route) => {
      await promise;
      await route.continue();
    });
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await statusOf(page, name).selectOption('Joined');
    await expect(statusOf(page, name)).toHaveValue('joined');
    resolve();
    await answered;
    // A row being edited stays although it no longer matches the filter.
    await expect(statusOf(page, name)).toHaveValue('joined');
    await page.getByLabel('Stage', { exact: true }).selectOption('Joined');
    await expect(page).toHaveURL(/status=joined/);
    await page.reload();
    await expect(statusOf(page, name)).toHaveValue('joined');
    await page.unroute('/api/leads/*');
  });

  await test.step('the leads of the filter are saved as CSV', async () => {
    const wanted = await write(request, { firstName: '=HYPERLINK("x")', lastName: 'Ñandú' });
    await moveTo(page, `/dashboard/leads?q=${wanted.email}`);
    await expect(page.getByRole('rowheader')).toHaveText(/HYPERLINK/);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
    expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d{2}-\d{2}\.csv$/);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.split('\r\n')).toEqual([
      '\uFEFF"Date","First name","Last name","Phone","Email","Status"',
      expect.stringContaining(`"'=HYPERLINK(""x"")","Ñandú","${wanted.phone}","${wanted.email}","new"`),
      '',
    ]);
    await expect(said(page, `${download.suggestedFilename()} is saved`)).toBeVisible();
  });
});

test('the count is brought up to date every minute', { tag: '@long' }, async ({ page, signIn, request }) => {
  await page.clock.install();
  await signIn();
  await page.goto('/dashboard/leads');
  await expect(heading(page, 'Leads')).toBeVisible();
  await write(request);
  const counted = page.waitForResponse('**/api/leads/new-count');
  await page.clock.runFor(61_000);
  await counted;
  await expect.poll(() => newLeads(page)).toBeGreaterThan(0);
});

test('the status is the old one again when it cannot be changed', { tag: '@long' }, async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  const { name } = await write(request);
  await signIn();
  await page.goto(`/dashboard/leads?q=${encodeURIComponent(name)}`);
  await page.route('/api/leads/*', (route) => route.abort());
  await statusOf(page, name).selectOption('Appointment');
  await expect(alerted(page, "We couldn't change the stage. Try again.")).toBeVisible();
  await expect(statusOf(page, name)).toHaveValue('new');
  await expect(statusOf(page, name)).toHaveAccessibleDescription(/The server cannot be reached/);
  await expectAccessible();
  await page.unroute('/api/leads/*');
  await statusOf(page, name).selectOption('Appointment');
  await expect(alerted(page, "We couldn't change the stage. Try again.")).toBeHidden();
  await expect(statusOf(page, name)).toHaveValue('appointment');
});

test('search and folder are in the address and survive a look at a lead', { tag: '@long' }, async ({
  page,
  signIn,
  request,
}) => {
  const wanted = await write(request);
  const other = await write(request);
  await signIn();
  await page.goto('/dashboard/leads');
  await expect(row(page, other.name)).toBeVisible();
  await search(page).fill(wanted.email);
  await expect(row(page, other.name)).toBeHidden();
  await expect(row(page, wanted.name)).toBeVisible();
  await expect(page).toHaveURL(/q=ana-/);
  await page.getByRole('link', { name: wanted.name, exact: true }).click();
  await expect(heading(page, wanted.name)).toBeVisible();
  await page.getByRole('link', { name: 'Back to leads' }).click();
  await expect(search(page)).toHaveValue(wanted.email);
  await expect(row(page, wanted.name)).toBeVisible();
  await page.getByRole('link', { name: 'Spam', exact: true }).click();
  await expect(page.getByText('No leads match your search.')).toBeVisible();
  await page.goBack();
  await expect(row(page, wanted.name)).toBeVisible();
});

test('more than fifty are loaded on demand', { tag: '@long' }, async ({ page, signIn, request, server }) => {
  const { email } = await write(request);
  changeData(
    server.dataDir,
    `with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < 60)
     insert into contact_requests (id, first_name, last_name, phone, email, status, spam, created_at)
     select printf('0199aaaa-0000-7000-8000-%012d', value), 'Many', 'Of them', '1', ?, 'new', 0,
       '2026-01-01T00:00:00.000Z' from numbers`,
    email,
  );
  await signIn();
  await page.goto(`/dashboard/leads?q=${email}`);
  await expect(said(page, '50 leads shown')).toBeVisible();
  await button(page, 'Load more').click();
  await expect(said(page, 'All 61 leads shown')).toBeFocused();
  await expect(button(page, 'Load more')).toHaveCount(0);
});

test('a lead accepts notes, moves to spam and back, and is deleted', async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  const { name, email } = await write(request);
  await signIn();
  await open(page, name);
  const note = page.getByLabel('New note');
  await test.step('notes by the button and the keyboard, newest first; one that could not be saved stays', async () => {
    await expect(timeline(page)).toHaveText([/Wrote to us.*Contact form/]);
    await button(page, 'Save note').click();
    await expect(note).toHaveAccessibleDescription(/Text is required/);
    await expect(note).toBeFocused();
    await note.fill('Called, wants to know about leases');
    await button(page, 'Save note').click();
    await expect(said(page, 'Note saved')).toBeVisible();
    await expect(note).toHaveValue('');
    await page.route('/api/leads/*/notes', (route) => route.abort());
    await note.fill('Called again');
    await button(page, 'Save note').click();
    await expect(alerted(page, 'The server cannot be reached')).toBeVisible();
    await expect(note).toHaveValue('Called again');
  });
  await test.step('it asks before it is left', async () => {
    await page.getByRole('link', { name: 'Back to leads' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('link', { name: 'Back to leads' })).toBeFocused();
    await expect(note).toHaveValue('Called again');
    await page.unroute('/api/leads/*/notes');
    await note.press('Control+Enter');
    await expect(timeline(page)).toHaveText([
      /Called again.*Administrator/,
      /about leases.*Administrator/,
      /Wrote to us/,
    ]);
    await page.getByRole('link', { name: 'Back to leads' }).click();
    await expect(row(page, name).getByRole('rowheader')).toContainText('2 notes');
  });
  await test.step('to spam and back, with its status', async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(heading(page, name)).toBeVisible();
    await page.getByLabel('Stage').selectOption('Contacted');
    await choose(page, 'Move to spam');
    await expect(said(page, 'Moved to spam')).toBeVisible();
    await expect(button(page, 'More actions')).toBeFocused();
    await expect(button(page, 'Not spam')).toBeVisible();
    await page.getByRole('link', { name: 'Back to leads' }).click();
    await expect(page.getByText('No leads match your search.')).toBeVisible();
    await page.getByRole('link', { name: 'Spam', exact: true }).click();
    await page.getByRole('link', { name, exact: true }).click();
    await button(page, 'Not spam').click();
    await expect(said(page, 'Moved to the inbox')).toBeVisible();
    await expect(button(page, 'Not spam')).toHaveCount(0);
    await moveTo(page, `/dashboard/leads?q=${email}`);
    await expect(statusOf(page, name)).toHaveValue('contacted');
  });
  await test.step('deleted after a question that names it', async () => {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(heading(page, name)).toBeVisible();
    await note.fill('Begun');
    await choose(page, 'Delete');
    const dialog = page.getByRole('alertdialog', { name: `Delete “${name}”?` });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible();
    await page.route('/api/leads/*', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toContainText("We couldn't delete it. Try again.");
    await page.unroute('/api/leads/*');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(said(page, `${name} is deleted`)).toBeVisible();
    await expect(heading(page, 'Leads')).toBeFocused();
    await expect(page.getByText('No leads match your search.')).toBeVisible();
  });
});

test('leads that cannot be loaded are asked for again; one that does not exist is not found', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await signIn();
  await page.route('/api/leads?*', (route) =>
    route.fulfill({ status: 500, json: { msg: 'x', errors: [{ msg: 'Server error' }] } }),
  );
  await page.goto('/dashboard/leads');
  await expect(alerted(page, "We couldn't load the leads. Try again.")).toBeVisible();
  await page.unroute('/api/leads?*');
  await button(page, 'Retry').click();
  await expect(alerted(page, "We couldn't load the leads. Try again.")).toBeHidden();
  await moveTo(page, '/dashboard/leads/0199aaaa-0000-7000-8000-ffffffffffff');
  await expect(heading(page, 'Page Not Found')).toBeVisible();
});

test('an empty inbox says where leads come from; the spam folder holds what robots send, and no mail was sent', {
  tag: '@long',
}, async ({ page, request, signIn, expectAccessible }) => {
  const { name } = await write(request, { website: 'https://spam.example' });
  await signIn();
  await page.route('/api/leads?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/dashboard/leads');
  await expect(page.getByText('No leads yet')).toBeVisible();
  await expect(button(page, 'Export CSV')).toBeDisabled();
  await expectAccessible();
  await page.getByRole('link', { name: 'Spam', exact: true }).click();
  await expect(page.getByText('No spam.')).toBeVisible();
  await page.unroute('/api/leads?*');
  await moveTo(page, `/dashboard/leads?folder=spam&q=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toContainText('Not emailed');
});

test('members who are no admins see nothing of the leads', { tag: '@long' }, async ({
  page,
  request,
  server,
}) => {
  const { token } = await newMember(request, server.dataDir);
  await beginWith(page, token);
  await page.goto('/dashboard/leads');
  await expect(heading(page, 'Page Not Found')).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: /^Leads/ })).toBeHidden();
});

test('nothing is inaccessible at 1440, 390 and 320 px, and everything fits', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  expectAccessibleAt,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { name } = await write(request);
  await signIn();
  await page.goto('/dashboard/leads');
  await expect(row(page, name)).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
  await page.getByLabel('New note').fill('Called');
  await page.getByLabel('New note').press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Called' })).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await choose(page, 'Delete');
  await expect(button(page, 'Cancel')).toBeFocused();
  await expectAccessibleAt(1440, 390, 320);
});

test('a lead is added by hand, once, and a list of leads row by row', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const there = await write(request);
  const fresh = newLead();
  await signIn();
  await page.goto('/dashboard/leads');
  await button(page, 'Add lead').click();
  const dialog = page.getByRole('dialog', { name: 'Add a lead' });
  const fill = async (label: string, text: string) => dialog.getByLabel(label, { exact: false }).fill(text);
  await fill('First name', fresh.firstName);
  await fill('Last name', fresh.lastName);
  await fill('Email', there.email);
  await fill('Where from', 'Open house');
  await fill('Note', 'Wants to move in spring');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('is here already. Nothing was added.');
  await expect(dialog.getByRole('link', { name: there.name })).toBeVisible();
  await expectAccessible();
  await fill('Email', 'no address');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Please include a valid email')).toBeVisible();
  await fill('Email', fresh.email);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(heading(page, fresh.name)).toBeVisible();
  await expect(timeline(page).filter({ hasText: 'Added by hand' })).toBeVisible();
  await expect(timeline(page).filter({ hasText: 'Wants to move in spring' })).toBeVisible();
  await expect(page.getByText('Open house', { exact: true })).toBeVisible();

  await moveTo(page, '/dashboard/leads/import');
  const file = page.getByLabel('CSV file');
  const example = page.waitForEvent('download');
  await button(page, 'Download an example').click();
  await file.setInputFiles(await (await example).path());
  await expect(page.getByText('1 row: 1 to add, 0 skipped.')).toBeVisible();
  const listed = newLead();
  const send = (csv: string) =>
    // As Excel saves it on Windows.
    file.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') });
  await send(`Name;Email\r\nJosé ${listed.lastName};nowhere\r\n`);
  await expect(page.getByRole('list', { name: 'Errors' })).toHaveText('Line 2: Please include a valid email');
  await expect(page.getByRole('button', { name: /^Add/ })).toBeHidden();
  await send(`Name;Email\r\nJosé ${listed.lastName};${listed.email}\r\nAna O;${there.email}\r\n`);
  await expect(page.getByText('2 rows: 1 to add, 1 skipped.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Here already' })).toBeVisible();
  await expectAccessible();
  await button(page, 'Add 1 lead').click();
  await expect(page.getByText('2 rows: 1 added, 1 skipped.')).toBeVisible();
  await open(page, `José ${listed.lastName}`);
  await expect(timeline(page).filter({ hasText: 'Added from a list' })).toBeVisible();
});

import type { APIRequestContext, Page } from '@playwright/test';
import { adminToken } from './feed.ts';
import { button, expect, moveTo, said, show, test } from './fixtures.ts';
import { beginWith, goOnAs } from './members.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const stage = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

let people = 0;
async function write(request: APIRequestContext, given: object = {}) {
  const key = `${++people}${Date.now()}`;
  const data = {
    firstName: 'Ben',
    lastName: `Work ${key}`,
    phone: '555-0100',
    email: `ben-${key}@example.com`,
    ...given,
  };
  await request.post('/api/contact', { data });
  return { ...data, name: `${data.firstName} ${data.lastName}` };
}

const open = async (page: Page, name: string) => {
  await show(page, `/dashboard/leads?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
};

test('leads move on the board and in the list', async ({ page, signIn, request, expectAccessible }) => {
  const key = `Bulk${Date.now()}`;
  const [one, two] = [await write(request, { firstName: key }), await write(request, { firstName: key })];
  await signIn();
  await page.goto(`/dashboard/leads?q=${key}`);
  await test.step('many are assigned and closed at once, which is undone', async () => {
    await page.getByLabel('Select all on this page').check();
    await button(page, 'Move to').click();
    await page.getByRole('menuitem', { name: 'Closed' }).click();
    await page.getByLabel('Reason').fill('Test');
    await button(page, 'Save').click();
    await expect(said(page, '2 leads changed')).toBeVisible();
    await expect(page.getByLabel(`Stage of ${one.name}`, { exact: true })).toHaveValue('closed');
    await button(page, 'Undo').click();
    await expect(said(page, 'Undone for 2 leads')).toBeVisible();
    await expect(page.getByLabel(`Stage of ${one.name}`, { exact: true })).toHaveValue('new');
    await page.getByLabel(`Select ${two.name}`, { exact: true }).check();
    await button(page, 'Assign to').click();
    await page.getByRole('menuitem', { name: 'Administrator' }).click();
    await expect(said(page, '1 lead changed')).toBeVisible();
    await expect(page.getByRole('row', { name: two.name })).toContainText('Administrator');
  });
  await test.step('a card moves by keyboard, menu and drag, goes back when it cannot, and a closed one needs a reason', async () => {
    const { name } = await write(request);
    await moveTo(page, '/dashboard/leads/board');
    await expect(stage(page, 'New')).toContainText(name);
    await page.route('/api/leads/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await card(page, name).press('Shift+ArrowRight');
    await expect(
      page.getByRole('alert').filter({ hasText: "We couldn't move this lead. Try again." }),
    ).toBeVisible();
    await expect(stage(page, 'New')).toContainText(name);
    await page.unroute('/api/leads/*');
    await card(page, name).press('Shift+ArrowRight');
    await expect(stage(page, 'Contacted')).toContainText(name);
    await expect(stage(page, 'New')).not.toContainText(name);
    await expect(card(page, name)).toBeFocused();

    await button(page, `Move ${name}`).click();
    await page.getByRole('menuitem', { name: 'Closed' }).click();
    const dialog = page.getByRole('dialog', { name: `Why is ${name} closed?` });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/);
    await expectAccessible();
    await dialog.getByLabel('Reason').fill('Wrong number');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(stage(page, 'Closed')).toContainText(name);
    await expect(dialog).toBeHidden();

    // The whole board in view: one that scrolls moves away under the pointer.
    await page.setViewportSize({ width: 2600, height: 1800 });
    // Wait for the last answer: cards move when columns are sorted again and when the owners arrive.
    await page.reload({ waitUntil: 'networkidle' });
    await expect(stage(page, 'Closed')).toContainText(name);
    const grip = page.locator('li[draggable]').filter({ hasText: name });
    // Shown there before it is saved.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await grip.dragTo(stage(page, 'Joining'), {
      sourcePosition: { x: 4, y: 4 },
      targetPosition: { x: 60, y: 30 },
    });
    await expect(stage(page, 'Joining')).toContainText(name);
    await saved;
    await page.reload();
    await expect(stage(page, 'Joining')).toContainText(name);
  });
});

test('a view of the list is saved and chosen', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/leads?status=agreement-sent');
  await button(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'Save or delete views' }).click();
  await page.getByLabel('View name').fill('With agreement');
  await button(page, 'Save view').click();
  await expect(said(page, 'View saved')).toBeVisible();
  await button(page, 'Close').click();
  await page.goto('/dashboard/leads');
  await button(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'With agreement' }).click();
  await expect(page).toHaveURL(/\?status=agreement-sent$/);
});

test('a lead is worked on from its page, from a step to a member', async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/leads/today');
  await test.step('it has a step, an owner and a logged call, and is in Today', async () => {
    const { name } = await write(request);
    await open(page, name);
    await page.getByLabel('Owner', { exact: true }).selectOption('Administrator');
    await page.getByLabel('What to do').fill('Send the agreement');
    await button(page, 'Save step').click();
    await expect(page.getByLabel('On', { exact: true })).toHaveAccessibleDescription(/Date must be a day/);
    await page.getByLabel('On', { exact: true }).fill('2026-01-05');
    await button(page, 'Save step').click();
    await expect(said(page, 'Next step saved')).toBeVisible();
    const history = page.getByRole('list', { name: 'Timeline' });
    await expect(history).toContainText('Jan 5, 2026: Send the agreement');
    await button(page, 'Log a call').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Outcome (optional)').fill('Wants to think about it');
    await dialog.getByLabel('Next step (optional)').fill('Ask again');
    await button(page, 'Log').click();
    await expect(dialog.getByLabel('On', { exact: true })).toHaveAccessibleDescription(/Date must be a day/);
    await dialog.getByLabel('On', { exact: true }).fill('2026-01-06');
    await button(page, 'Log').click();
    await expect(said(page, 'Call logged')).toBeVisible();
    await expect(page.getByLabel('Stage')).toHaveValue('contacted');
    await expect(history).toContainText('Wants to think about it');
    await expect(history).toContainText('Jan 6, 2026: Ask again');
    await moveTo(page, '/dashboard/leads/today');
    await expect(page.getByRole('list', { name: /^Overdue/ })).toContainText(name);
    await open(page, name);
    await button(page, 'Done').click();
    await expect(history).toContainText('Done: Ask again');
  });
  await test.step('its page offers what its stage asks for', async () => {
    const { name } = await write(request);
    await open(page, name);
    const main = page.getByRole('main');
    await expect(main.locator('.button-primary')).toHaveText(['Log a call']);
    await page.getByLabel('Stage').selectOption('Appointment');
    await expect(main.locator('.button-primary')).toHaveText(['Send agreement']);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Mark agreement sent' }).click();
    await expect(page.getByLabel('Stage')).toHaveValue('agreement-sent');
    await page.getByLabel('Stage').selectOption('Joining');
    await main.getByRole('link', { name: 'Invite', exact: true }).click();
    await expect(page.getByLabel('Name')).toHaveValue(name);
  });
  await test.step('two are linked, listed as one, and unlinked again', async () => {
    const one = await write(request);
    const two = await write(request);
    await open(page, one.name);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Link with another lead' }).click();
    await page.getByRole('searchbox', { name: 'Search for the other lead' }).fill(two.email);
    await button(page, `Link ${two.name}`).click();
    await expect(said(page, 'Leads linked')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Timeline' })).toContainText(`Linked with ${two.name}`);
    await page.goto(`/dashboard/leads?q=${encodeURIComponent(one.name)}`);
    await expect(page.getByText('and 1 linked')).toBeVisible();
    await page.getByRole('link', { name: one.name, exact: true }).click();
    await button(page, `Unlink ${two.name}`).click();
    await expect(said(page, 'Lead unlinked')).toBeVisible();
    await expect(button(page, `Unlink ${two.name}`)).toHaveCount(0);
    await open(page, two.name);
  });
  await test.step('others with the same phone number, however it is written, are shown, and none is joined', async () => {
    const number = `5${`${Date.now()}`.slice(-6)}`;
    const one = await write(request, { firstName: 'Nia', phone: `(310) ${number}` });
    const two = await write(request, {
      firstName: 'Noa',
      phone: `+1 310.${number.slice(0, 3)}-${number.slice(3)}`,
    });
    await open(page, one.name);
    const same = page.getByRole('region', { name: 'Same person', exact: true });
    await expect(same).toContainText('These leads gave the same phone number');
    await same.getByRole('link', { name: two.name }).click();
    await expect(heading(page, two.name)).toBeVisible();
    await expect(same.getByRole('link', { name: one.name })).toBeVisible();
    await button(page, `Link ${one.name}`).click();
    await expect(button(page, `Unlink ${one.name}`)).toBeVisible();
    await expectAccessible();
  });
  await test.step('joined opens the invitation filled in, and the lead follows the member', async () => {
    const { name, email } = await write(request);
    await open(page, name);
    await page.getByLabel('Stage').selectOption('Joined');
    await expect(heading(page, 'Create user')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await button(page, 'Create user').click();
    await expect(page.getByRole('status').filter({ hasText: 'User created' })).toBeVisible();
    await open(page, name);
    await expect(page.getByRole('main')).toContainText(`Joined as ${name}. Invited; the link is valid until`);
  });
});

test('settings and templates are saved, and a template opens the mail program', { tag: '@long' }, async ({
  page,
  signIn,
  request,
}) => {
  const { name, email } = await write(request);
  await signIn();
  await page.goto('/dashboard/leads/settings');
  await page.getByLabel('Office closes').fill('5');
  await button(page, 'Save settings').click();
  await expect(page.getByLabel('Office closes')).toHaveAccessibleDescription(/Closing must be after opening/);
  await page.getByLabel('Office closes').fill('18');
  await button(page, 'Save settings').click();
  await expect(said(page, 'Settings saved')).toBeVisible();
  await button(page, 'Add template').click();
  const dialog = page.getByRole('dialog', { name: 'Add template' });
  await dialog.getByLabel('Name').fill('First answer');
  await dialog.getByLabel('Subject').fill('Hello {firstName}');
  await dialog.getByLabel('Text').fill('When may we call?');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(button(page, 'Edit First answer')).toBeVisible();
  await open(page, name);
  await button(page, 'Use a template').click();
  const href = await page.getByRole('menuitem', { name: 'First answer' }).getAttribute('href');
  const link = new URL(href ?? '');
  expect(`${link.protocol}${link.pathname}`).toBe(`mailto:${email}`);
  expect(link.searchParams.get('subject')).toBe('Hello Ben');
  // The email names its sender with license and postal address, as every email of the site does; the law asks for it.
  expect(link.searchParams.get('body')).toMatch(
    /^When may we call\?\r\n\r\n.+\r\nDRE license \d{8}\r\n.+CA 9\d{4}\r\n.+ · .+@.+$/,
  );
});

test('every page is accessible at 1440 and 320 px, and fits', { tag: '@long' }, async ({
  page,
  signIn,
  request,
  expectAccessibleAt,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { name } = await write(request);
  await signIn();
  await page.goto('/dashboard/leads/today');
  for (const [path, title] of [
    ['today', 'Today'],
    ['board', 'Board'],
    ['settings', 'Lead settings'],
  ] as const)
    await test.step(title, async () => {
      await moveTo(page, `/dashboard/leads/${path}`);
      await expect(heading(page, title)).toBeVisible();
      if (path !== 'settings') await expect(page.getByText(name).first()).toBeVisible();
      else await expect(button(page, 'Save settings')).toBeVisible();
      await expectAccessibleAt(1440, 320);
    });
});

test('a visit by a member’s link and the calculator travel with the contact request', async ({
  page,
  request,
}) => {
  const token = await adminToken(request);
  await beginWith(page, token);
  await page.goto('/dashboard/referrals');
  const link = await page.getByLabel('Your link').inputValue();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/${new URL(link).search}&utm_source=news`);
  const price = page.getByRole('form', { name: 'Closing statement' }).getByLabel('Sale price');
  await price.fill('900,000');
  const storage = () => page.evaluate(() => sessionStorage.getItem('calculation'));
  await expect.poll(storage).toContain('price=900000');
  await page.goto('/contact');
  const lastName = `Referred ${Date.now()}`;
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Phone').fill('555-0100');
  await page.getByLabel('Email', { exact: true }).fill(`ana${Date.now()}@example.com`);
  await page.getByLabel('Deals per year').fill('9');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Email Sent!' })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await goOnAs(page, token, '/dashboard/leads');
  await open(page, `Ana ${lastName}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('12 sales of $900,000 at 2.5%: keeps $262,700');
  await expect(main).toContainText('news, first page /');
  await expect(main.getByRole('link', { name: 'Administrator', exact: true })).toBeVisible();
  await moveTo(page, '/dashboard/referrals');
  await expect(main).toContainText('Contacted us');
});

test.describe('the list on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  const longNames = (index: number) => ({
    firstName: `Scan${index}`,
    lastName: 'Featherstonehaugh-Montgomery de la Vega',
    phone: '(310) 555-0100',
  });

  test('keeps each lead on one line, in rows as high as its user likes, and its heads in sight while it scrolls', {
    tag: '@long',
  }, async ({ page, signIn, request }) => {
    const { email } = await write(request, longNames(1));
    await signIn();
    await page.goto(`/dashboard/leads?q=${email}`);
    const heightOfRow = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0;
    await expect(page.getByRole('row')).toHaveCount(2);
    expect(await heightOfRow()).toBeLessThan(56);
    await expect(page.locator(`span[title="${email}"]`)).toBeVisible();
    await page
      .getByRole('row')
      .nth(1)
      .getByLabel(/^Stage of /)
      .selectOption('Joined');
    await expect(page.getByRole('link', { name: /^Invite / })).toBeVisible();
    expect(await heightOfRow()).toBeLessThan(56);
    await button(page, 'Compact rows').click();
    await expect.poll(heightOfRow).toBeLessThan(45);
    await page.reload();
    await expect(button(page, 'Compact rows')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(heightOfRow).toBeLessThan(45);

    await button(page, 'Compact rows').click();
    for (let index = 0; index < 16; index++) await write(request, { firstName: 'Sticky' });
    await moveTo(page, '/dashboard/leads?q=Sticky');
    const head = page.getByRole('columnheader', { name: 'Next step' });
    await expect(page.getByRole('row').nth(16)).toBeVisible();
    await page.getByRole('row').nth(16).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 3000);
    await expect(head).toBeInViewport();
  });

  test('selects a range with Shift, and shows the oldest first', { tag: '@long' }, async ({
    page,
    signIn,
    request,
  }) => {
    const key = `Range${Date.now()}`;
    const names: string[] = [];
    for (const part of ['a', 'b', 'c', 'd'])
      names.push((await write(request, { firstName: key, lastName: part })).name);
    await signIn();
    await page.goto(`/dashboard/leads?q=${key}`);
    const box = (index: number) => page.getByLabel(`Select ${names[index]}`, { exact: true });
    await box(3).check();
    await box(1).click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected')).toBeVisible();
    await expect(box(2)).toBeChecked();
    await expect(box(0)).not.toBeChecked();
    const received = page.getByRole('columnheader', { name: 'Received' });
    await expect(received).toHaveAttribute('aria-sort', 'descending');
    await received.getByRole('button').click();
    await expect(page).toHaveURL(/sort=date/);
    await expect(received).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByRole('rowheader')).toHaveText(names.map((name) => new RegExp(`^${name}`)));
  });
});

test('the board shows 5 stages at 1440 px, and 8 at 2200 px', { tag: '@long' }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await page.goto('/dashboard/leads/board');
  const columns = page.locator('[data-stage]');
  await expect(columns).toHaveCount(8);
  for (const { width, stages } of [
    { width: 1440, stages: 5 },
    { width: 2200, stages: 8 },
  ])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const end = async () => {
        const last = await columns.nth(stages - 1).boundingBox();
        return (last?.x ?? width) + (last?.width ?? 1);
      };
      await expect.poll(end).toBeLessThanOrEqual(width);
    });
});

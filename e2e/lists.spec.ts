import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { button, expect, test } from './fixtures.ts';
import { changeData, newMember } from './members.ts';

/** A server of its own, as other tests fill theirs with leads and notices. */
test.use({ settings: { LOG_LEVEL: 'error' } });

/** As long as the fields allow: a name that breaks nowhere, a local part and a domain as long as mail knows them. */
const longest = {
  firstName: `Maximiliana${'w'.repeat(89)}`,
  lastName: `Featherstonehaugh${'m'.repeat(83)}`,
  phone: '(310) 555-0100 ext 12345',
  email: `${'w'.repeat(64)}@${'m'.repeat(60)}.example.com`,
};
/** 28 characters, as wide as those of names are. */
const roomy = { firstName: 'Alexandria', lastName: 'Whitmore-Hamilton', phone: '(310) 555-0101' };
const roomyName = `${roomy.firstName} ${roomy.lastName}`;

const lists = [
  '/dashboard/leads',
  '/dashboard/admin?size=all',
  '/dashboard/applications',
  '/dashboard/admin/agreement/signed',
  '/dashboard/admin/closings/list',
  '/dashboard/admin/compliance/licenses?size=all',
  '/dashboard/admin/outbox',
  '/dashboard/admin/audit',
  '/dashboard/admin/security',
  '/dashboard/view-articles?size=all',
  '/dashboard/view-testimonials?size=all',
];

/** Adds, next to the sample content, what is as long as it can be. */
async function fill(request: APIRequestContext, token: string, dataDir: string): Promise<void> {
  const headers = { 'x-auth-token': token };
  await request.post('/api/contact', { data: longest });
  const email = `roomy-${randomUUID()}@example.com`;
  await request.post('/api/contact', { data: { ...roomy, email } });
  const [lead] = await (await request.get(`/api/leads?search=${email}`, { headers })).json();
  await request.post(`/api/leads/${lead._id}/notes`, { headers, data: { text: 'A note' } });
  const name = `${longest.firstName}${'n'.repeat(200)}`.slice(0, 100);
  await request.post('/api/users', {
    headers,
    data: { name, email: `w${randomUUID()}@${'m'.repeat(60)}.example.com` },
  });
  await request.post('/api/testimonials', { headers, data: { name, testimonial: 'W'.repeat(500) } });
  await request.post('/api/articles', {
    headers,
    data: { title: 'W'.repeat(200), url: 'https://example.com', snippet: 'W'.repeat(300), text: 'Text' },
  });
  const [closing] = await (await request.get('/api/closings', { headers })).json();
  changeData(
    dataDir,
    `update closings set property = ?, price = 9999999999, gross = 999999999 where id = ?`,
    'W'.repeat(200),
    closing._id,
  );
  // The longest state with its day.
  changeData(dataDir, "update closings set promise_due = '2029-12-28' where state = ?", 'package-received');
}

/** Faults that a person would see: cut facts, cells that cover one another, a page that scrolls sideways. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('The page scrolls sideways');
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0;
    for (const cell of document.querySelectorAll('tbody [data-kind="fixed"]')) {
      const parts = [...cell.querySelectorAll('*')].filter((part) => !part.closest('.sr-only, select'));
      if ([cell, ...parts].some((part) => getComputedStyle(part).display !== 'inline' && isCut(part)))
        found.push(`Cut: ${cell.textContent}`);
    }
    for (const row of document.querySelectorAll('tbody tr')) {
      const cells = [...row.children]
        .map((cell) => {
          // The value; the label of a card stands before it.
          const inner = cell.lastElementChild?.getBoundingClientRect();
          return { cell: cell.getBoundingClientRect(), text: cell.textContent.slice(0, 40), inner };
        })
        .filter(({ cell }) => cell.width > 0);
      for (const [index, one] of cells.entries()) {
        if (one.inner && one.inner.right > one.cell.right + 1) found.push(`Leaves its cell: ${one.text}`);
        for (const other of cells.slice(index + 1)) {
          const across =
            Math.min(one.cell.right, other.cell.right) - Math.max(one.cell.left, other.cell.left);
          const down = Math.min(one.cell.bottom, other.cell.bottom) - Math.max(one.cell.top, other.cell.top);
          if (across > 1 && down > 1) found.push(`${one.text} covers ${other.text}`);
        }
      }
    }
    return found;
  });

const rowsSeen = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('tbody tr')].filter(
        (row) => row.getBoundingClientRect().bottom <= innerHeight,
      ).length,
  );

/** From below the top bar to the head of the table, or to the first card. */
const heightAbove = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const top = document.querySelector('h1')?.getBoundingClientRect().top ?? Number.NaN;
    return (document.querySelector('thead')?.getBoundingClientRect().top ?? Number.NaN) - top;
  });

const windows = [
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [390, 844],
] as const;

test('no list cuts a date, an amount, a phone number or a stage at any width, and nothing overlaps', {
  tag: '@long',
}, async ({ page, request, signIn, server }) => {
  await fill(request, await signIn(), server.dataDir);
  for (const path of lists) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    for (const [width, height] of windows)
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height });
        // The columns take their widths a moment after the rows are there.
        await expect.poll(() => faults(page), path).toEqual([]);
        // The outbox says above its list that no email is sent, as here.
        if (width > 390 && path !== '/dashboard/admin/outbox')
          expect(await heightAbove(page), path).toBeLessThanOrEqual(200);
        if (path === '/dashboard/leads') {
          const name = page.locator(`[title="${roomyName}"]`).first();
          await expect(name).toBeVisible();
          expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
        }
        if (width === 390) return;
        await button(page, 'Compact rows').click();
        await expect(page.locator('[data-density="compact"]')).toBeVisible();
        await expect.poll(() => faults(page), `${path}, compact`).toEqual([]);
        await button(page, 'Compact rows').click();
      });
  }
});

for (const { width, height, comfortable, compact } of [
  { width: 1440, height: 900, comfortable: 12, compact: 18 },
  { width: 1280, height: 720, comfortable: 8, compact: 12 },
])
  test(`${comfortable} comfortable or ${compact} compact leads are seen at ${width} × ${height}`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn();
    await page.goto('/dashboard/leads?q=sample');
    await expect(page.getByRole('rowheader').nth(20)).toBeVisible();
    expect(await heightAbove(page)).toBeLessThanOrEqual(200);
    expect(await rowsSeen(page)).toBeGreaterThanOrEqual(comfortable);
    await button(page, 'Compact rows').click();
    await expect.poll(() => rowsSeen(page)).toBeGreaterThanOrEqual(compact);
  });

for (const hasTouch of [false, true])
  test.describe(hasTouch ? 'touched' : 'pointed at', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch, isMobile: hasTouch });

    test('4 leads are seen at 390 × 844, with the filters behind one button', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/dashboard/leads?q=sample');
      await expect(page.getByRole('rowheader').nth(20)).toBeVisible();
      expect(await rowsSeen(page)).toBeGreaterThanOrEqual(4);
      await expect(page.getByLabel('Stage', { exact: true })).toBeHidden();
      await button(page, 'Filters').click();
      await expect(page.getByLabel('Stage', { exact: true })).toBeVisible();
    });
  });

test('a filter that is set stays in sight, is changed in place and is removed', { tag: '@long' }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/leads');
  const stage = page.getByLabel('Stage', { exact: true });
  await expect(stage).toBeHidden();
  await button(page, 'Filters').press('Enter');
  await expect(button(page, 'Filters')).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible();
  await stage.focus();
  await stage.selectOption('Contacted');
  await expect(page).toHaveURL(/\?status=contacted$/);
  await expect(stage).toBeFocused();
  await button(page, 'Filters').press('Enter');
  await expect(page.getByLabel('Owner', { exact: true })).toBeHidden();
  await stage.selectOption('Appointment');
  await expect(page).toHaveURL(/\?status=appointment$/);
  await expectAccessible();
  await expect(button(page, 'Remove filter')).toHaveAccessibleDescription('Stage');
  await button(page, 'Remove filter').press('Enter');
  await expect(page).toHaveURL(/\/leads$/);
  await expect(stage).toBeHidden();
  await expect(button(page, 'Filters')).toBeFocused();
});

test('a column that is empty in all rows makes room', { tag: '@long' }, async ({ page, request, signIn }) => {
  await signIn();
  const email = `plain-${randomUUID()}@example.com`;
  await request.post('/api/contact', { data: { ...roomy, email } });
  const owner = page.getByRole('columnheader', { name: 'Owner' });
  await page.goto('/dashboard/leads');
  await expect(owner).toBeVisible();
  await page.goto(`/dashboard/leads?q=${email}`);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(owner).toBeHidden();
  await page.getByLabel(`Select ${roomyName}`, { exact: true }).check();
  await button(page, 'Assign to').click();
  await page.getByRole('menuitem', { name: 'Administrator' }).click();
  await expect(owner).toBeVisible();
});

const heads = (page: Page) => page.getByRole('columnheader');

test('columns are chosen and ordered by keyboard, kept for a person and list and in a saved view, and set back', {
  tag: '@long',
}, async ({ page, request, server, signIn, expectAccessible }) => {
  const usual = ['Name', 'Stage', 'Next step', 'Owner', 'Phone', 'Received'];
  await signIn();
  await page.goto('/dashboard/leads?q=sample');
  await expect(heads(page)).toHaveText(usual.map((name) => new RegExp(`${name}$`)));
  await button(page, 'Columns').press('Enter');
  const chooser = page.getByRole('group', { name: 'Columns' });
  await expect(chooser.getByRole('button', { name: 'Move Stage up' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible();
  await chooser.getByRole('checkbox', { name: 'Owner' }).press('Space');
  const up = chooser.getByRole('button', { name: 'Move Received up' });
  await up.press('Enter');
  await up.press('Enter');
  await expect(up).toBeFocused();
  await expect(chooser.getByRole('status')).toHaveText('Received is number 2 of 4');
  const chosen = [/Name$/, /Stage/, /Received/, /Next step/, /Phone/];
  await expect(heads(page)).toHaveText(chosen);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Columns')).toBeFocused();
  await page.reload();
  await expect(heads(page)).toHaveText(chosen);
  await page.goto('/dashboard/admin');
  await expect(page.getByRole('columnheader', { name: 'Rights' })).toBeVisible();

  await page.goto('/dashboard/leads?status=contacted');
  await button(page, 'Views').click();
  await page.getByRole('menuitem', { name: 'Save or delete views' }).click();
  const name = `My columns ${randomUUID()}`;
  await page.getByLabel('View name').fill(name);
  await button(page, 'Save view').click();
  await expect(page.getByRole('button', { name: `Delete view ${name}` })).toBeVisible();
  await button(page, 'Close').click();
  await button(page, 'Columns').click();
  await button(page, 'Back to the usual columns').click();
  await expect(heads(page)).toHaveText(usual.map((each) => new RegExp(`${each}$`)));
  await page.keyboard.press('Escape');
  await button(page, 'Views').click();
  await page.getByRole('menuitem', { name }).click();
  await expect(heads(page)).toHaveText(chosen);

  const colleague = await newMember(request, server.dataDir);
  changeData(server.dataDir, 'update users set recruiting = 1 where email = ?', colleague.email);
  await page.evaluate((token) => localStorage.setItem('token', token), colleague.token);
  await page.goto('/dashboard/leads');
  await expect(heads(page)).toHaveText(usual.map((each) => new RegExp(`${each}$`)));
});

const focusedRow = (page: Page) => page.getByRole('row').filter({ has: page.locator(':focus') });

test('rows that a search took away answer to keys when they are back', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/admin?q=nomatch');
  await button(page, 'Clear search').click();
  const names = page.getByRole('rowheader');
  await expect(names.nth(2)).toBeVisible();
  const second = (await names.nth(1).getByRole('link').first().textContent()) ?? '';
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(focusedRow(page)).toContainText(second);
});

test('rows are walked, selected and opened by keys, and lead to the next, the one before and back', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/leads?q=sample');
  const names = page.getByRole('rowheader');
  await expect(names.nth(20)).toBeVisible();
  const nameAt = async (index: number) =>
    (await names.nth(index).getByRole('link').first().textContent()) ?? '';
  const [first, second, third] = [await nameAt(0), await nameAt(1), await nameAt(2)];
  await page.keyboard.press('j');
  await expect(focusedRow(page)).toContainText(first);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await expect(focusedRow(page)).toContainText(third);
  await page.keyboard.press('k');
  await expect(focusedRow(page)).toContainText(second);
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeHidden();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(second);
  await expect(page.getByRole('navigation', { name: 'In the list' })).toHaveText(/^2 of \d+$/);
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(heading).toHaveText(third);
  await expect(page.getByRole('navigation', { name: 'In the list' })).toHaveText(/^3 of/);
  await page.keyboard.press('k');
  await expect(heading).toHaveText(second);
  await expect(page.getByRole('link', { name: 'Back to leads' })).toHaveAttribute('href', /q=sample/);

  await page.getByLabel('New note').fill('jk');
  await page.getByLabel('New note').press('j');
  await page.getByLabel('New note').press('Escape');
  await expect(heading).toHaveText(second);
  await page.getByLabel('New note').fill('');
  await heading.focus();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/q=sample/);
  await expect(focusedRow(page)).toContainText(second);
  expect(await heightAbove(page)).toBeLessThanOrEqual(200);

  await page.getByRole('searchbox', { name: 'Search leads' }).press('j');
  await expect(page).toHaveURL(/q=jsample/);
});

test('a page that was opened from elsewhere has no way to the next', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/closings/list');
  await page.getByRole('rowheader').nth(1).getByRole('link').click();
  await expect(page.getByRole('navigation', { name: 'In the list' })).toHaveText(/^2 of \d+$/);
  const closing = page.url();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'In the list' })).toHaveText(/^2 of \d+$/);
  await page.goto('/dashboard/admin/closings');
  await expect(page.getByRole('heading', { level: 1, name: 'Closings' })).toBeVisible();
  await page.goto(closing);
  await expect(page.getByRole('link', { name: 'Back to closings' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'In the list' })).toHaveCount(0);
});

test('a question mark lists all keys, and single keys can be turned off', { tag: '@long' }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/leads?q=sample');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.keyboard.press('Shift+?');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('region', { name: 'In a list' })).toContainText('Next row');
  await expectAccessible();
  await dialog.getByLabel('Use single keys').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await expect(focusedRow(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('');
  await page.keyboard.type('?');
  await dialog.getByLabel('Use single keys').check();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await expect(focusedRow(page)).toHaveCount(1);
});

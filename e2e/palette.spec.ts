import type { Page } from '@playwright/test';
import { placesFor } from '../src/web/office/palette/places.ts';
import { doNotWaitForLoading, expect, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const options = (page: Page) => dialog(page).getByRole('option');
const option = (page: Page, name: string) =>
  options(page).filter({ has: page.getByText(name, { exact: true }) });
const active = (page: Page) => dialog(page).getByRole('option', { selected: true });
const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const status = (page: Page, text: string | RegExp) =>
  dialog(page).getByRole('status').filter({ hasText: text });

async function open(page: Page): Promise<void> {
  await button(page).click();
  await expect(field(page)).toBeFocused();
}

let people = 0;
/** Only letters: typing errors are forgiven in those. */
function newName(): string {
  const letters = [...`${++people}${Date.now()}`].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return `Q${letters}`;
}

test('opens by its button and by Ctrl+K, finds a lead by a part of the name, and goes there', async ({
  page,
  signIn,
  request,
}) => {
  const lastName = newName();
  const data = { firstName: 'Ana', lastName, phone: '555-0100', email: `${lastName}@example.com` };
  await request.post('/api/contact', { data });
  await signIn();
  await page.goto('/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await open(page);
  await field(page).fill(lastName.slice(2));
  await expect(status(page, /^1 result$/)).toBeVisible();
  await expect(dialog(page).getByRole('group', { name: 'Leads' }).getByRole('option')).toHaveCount(1);
  // Two letters in the wrong order, of which none are alike.
  const swapped = lastName.replace(/(.)(?!\1)(.)$/, '$2$1');
  await field(page).fill(`ana ${swapped}`);
  await expect(option(page, `Ana ${lastName}`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page, `Ana ${lastName}`)).toBeFocused();
  await expect(dialog(page)).toBeHidden();
});

test('is moved through with only the keyboard, and gives the focus back', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  const all = await options(page).count();
  const expectActive = async (index: number) => {
    await expect(active(page)).toHaveCount(1);
    const id = await options(page).nth(index).getAttribute('id');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', String(id));
    await expect(options(page).nth(index)).toHaveAttribute('aria-selected', 'true');
    await expect(options(page).nth(index)).toBeInViewport();
  };
  await expectActive(0);
  await page.keyboard.press('ArrowDown');
  await expectActive(1);
  await page.keyboard.press('End');
  await expectActive(all - 1);
  await page.keyboard.press('ArrowDown');
  await expectActive(0);
  await page.keyboard.press('ArrowUp');
  await expectActive(all - 1);
  await page.keyboard.press('Home');
  await expectActive(0);
  await page.keyboard.press('Escape');
  await expect(button(page)).toBeFocused();
});

test('shows what was chosen last first, in this browser until its user signs out', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard');
  for (const name of ['Audit log', 'Board']) {
    await open(page);
    await field(page).fill(name);
    await option(page, name).click();
    await expect(heading(page, name)).toBeFocused();
  }
  await page.reload();
  await open(page);
  const recent = dialog(page).getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent).toHaveText(['Board', 'Audit log']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('/');
  expect(await page.evaluate(() => localStorage.getItem('recent-choices'))).toBeNull();
});

test('keeps what was typed when the search fails, and tries again', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await doNotWaitForLoading(page);
  await page.clock.install();
  await signIn();
  await page.goto('/dashboard');
  await open(page);
  const calls: string[] = [];
  await page.route('**/api/search?*', async (route) => {
    calls.push(new URL(route.request().url()).searchParams.get('q') ?? '');
    await (calls.length === 1 ? route.abort() : route.continue());
  });
  // Stop the page's clock, so that a slow machine makes no pause between the letters.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await field(page).pressSequentially('admin');
  await page.clock.resume();
  const alert = dialog(page).getByRole('alert').filter({ hasText: "We couldn't search." });
  await expect(alert).toBeVisible();
  await expect(field(page)).toHaveValue('admin');
  // The office's own places need no server.
  await expect(option(page, 'Admin')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByRole('group', { name: 'Users' }).getByRole('option')).not.toHaveCount(0);
  await expect(alert).toBeHidden();
  // Once for a pause, not for each letter.
  expect(calls).toEqual(['admin', 'admin']);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await open(page);
  await expect(field(page)).toHaveValue('admin');
  await field(page).fill('zzxxzzxx');
  await expect(dialog(page).getByText('Nothing found for "zzxxzzxx".')).toBeVisible();
  await expect(status(page, 'No results')).toBeVisible();
});

test('says that nothing is found only once everything is searched', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await doNotWaitForLoading(page);
  await signIn();
  await page.goto('/dashboard');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/search?*', async (route) => {
    await held;
    await route.continue();
  });
  await open(page);
  const ofOffice = page.waitForResponse('**/api/search/office?*');
  await field(page).fill('zzyyzzyy');
  await (await ofOffice).finished();
  // The answer is drawn by then.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(status(page, 'Searching…')).toBeVisible();
  await expect(dialog(page).getByText('Nothing found')).toHaveCount(0);
  release();
  await expect(dialog(page).getByText('Nothing found for "zzyyzzyy".')).toBeVisible();
});

test('its script loads when it is first opened', { tag: '@long' }, async ({ page, signIn }) => {
  const scripts: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('.js')) scripts.push(sent.url());
  });
  await signIn();
  await page.goto('/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await open(page);
  expect(scripts.length).toBeGreaterThan(before);
});

test('is accessible at 1440, 390 and 320 px, in the light and the dark', { tag: '@long' }, async ({
  page,
  signIn,
  expectAccessibleAt,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  await page.goto('/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await open(page);
  await expectAccessibleAt(1440, 390, 320);
  await field(page).fill('admin');
  await expect(status(page, /results?$/)).toBeVisible();
  await expect(dialog(page).getByRole('group', { name: 'Users' })).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
  await field(page).fill('zzxxzzxx');
  await expect(status(page, 'No results')).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
});

test('every setting leads to what it names', { tag: '@long' }, async ({ page, signIn }) => {
  test.setTimeout(240_000);
  await signIn();
  await page.goto('/dashboard');
  await open(page);
  await field(page).fill('settings');
  const names: string[] = [];
  for (const { name, spot } of placesFor(
    {
      admin: true,
      recruiting: true,
      closings: true,
      compliance: true,
      content: true,
      editsHandbook: true,
    },
    [],
  ).filter(({ group }) => group !== 'Screens')) {
    if (!spot) continue;
    names.push(name);
    await field(page).fill(name);
    await option(page, name).first().click();
    const shown = page.locator('#content :focus');
    const text = spot.text ?? spot.tab ?? '';
    // A field by its label, a heading, a legend or a tab by its own words.
    await expect(
      shown.and(page.getByLabel(text, { exact: true }).or(page.getByText(text, { exact: true }))),
      name,
    ).toHaveCount(1);
    await expect(shown).toBeInViewport();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
  }
  expect(names.length).toBeGreaterThan(20);
});

/** A newcomer's question, what they type, the choice they pick, and what they should then see. */
const questions: [question: string, typed: string, choice: string, there: (page: Page) => Promise<void>][] = [
  [
    'where do I see who waits for an answer',
    'waiting',
    'Today',
    (page) => expect(heading(page, 'Today')).toBeFocused(),
  ],
  [
    'how do I stop the daily email',
    'daily email',
    'Daily email',
    (page) => expect(page.getByRole('checkbox', { name: 'Email me this list every morning' })).toBeFocused(),
  ],
  [
    "how do I change the office's phone",
    'phone',
    'Office phone',
    (page) => expect(page.getByRole('textbox', { name: 'Phone', exact: true })).toBeFocused(),
  ],
  [
    'how do I invite 40 agents',
    'invite',
    'Invite many people',
    (page) => expect(heading(page, 'Invite many')).toBeFocused(),
  ],
  [
    'how do I write an article',
    'write article',
    'Add article',
    (page) => expect(page).toHaveURL('/dashboard/add-article'),
  ],
  [
    'how do I change my password',
    'password',
    'Password',
    (page) => expect(heading(page, 'Change password')).toBeFocused(),
  ],
  [
    'how do I make the office dark',
    'dark',
    'Appearance',
    (page) => expect(page.getByRole('heading', { name: 'Appearance' })).toBeFocused(),
  ],
  [
    'how do I put up an announcement',
    'anouncement',
    'Announcement',
    (page) =>
      expect(page.getByRole('checkbox', { name: 'Show a bar above every public page' })).toBeFocused(),
  ],
  ['whose license expires', 'license', 'Licenses', (page) => expect(heading(page, 'Licenses')).toBeFocused()],
  ['was my email sent', 'sent', 'Outbox', (page) => expect(heading(page, 'Outbox')).toBeFocused()],
  [
    'how do I use a passkey',
    'passkey',
    'Two-step verification',
    (page) => expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeFocused(),
  ],
];

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a newcomer at ${width} px finds by one search what they ask, and a lead by a part of the name`, {
    tag: width === 390 ? '@long' : [],
  }, async ({ page, signIn, request }) => {
    test.setTimeout(240_000);
    const lastName = newName();
    const data = { firstName: 'Ana', lastName, phone: '555-0100', email: `${lastName}@example.com` };
    await request.post('/api/contact', { data });
    await page.setViewportSize({ width, height });
    await signIn();
    await page.goto('/dashboard');
    for (const [question, typed, choice, there] of questions)
      await test.step(question, async () => {
        // A newcomer has chosen nothing yet.
        await page.evaluate(() => localStorage.removeItem('recent-choices'));
        await open(page);
        await field(page).fill(typed);
        await option(page, choice).click();
        await there(page);
      });
    await test.step('a lead by a part of the name', async () => {
      await open(page);
      await field(page).fill(lastName.slice(3, 12));
      await dialog(page).getByRole('group', { name: 'Leads' }).getByRole('option').click();
      await expect(heading(page, `Ana ${lastName}`)).toBeFocused();
    });
  });

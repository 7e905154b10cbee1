import type { Locator, Page } from '@playwright/test';
import { adminToken } from './feed.ts';
import { admin, doNotWaitForLoading, expect, moveTo, test } from './fixtures.ts';
import { beginWith, goOnAs, newMember } from './members.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** Makes the office believe that the user is no admin. */
async function asMember(page: Page): Promise<void> {
  await page.route('**/api/auth', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), admin: false } });
  });
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The drawer of an admin, except System, which starts closed. Some labels end with a count. */
const everyGroup = {
  Recruiting: [/^Leads/, /^Applications/, /^Referrals/, /^Insights/],
  Closings: [/^My closings/, /^Closings/],
  Community: [/^Posts/, /^Members/, /^Notifications/, /^My profile/, /^My license and education/],
  Content: [/^Handbook/, /^View articles/, /^Add article/, /^View testimonials/, /^Add testimonial/],
  Office: [/^Admin/, /^Onboarding/, /^Compliance/, /^Agreement/, /^Site/],
};

async function expectEntries(drawer: Locator, groups: Record<string, RegExp[]>): Promise<void> {
  for (const [name, entries] of Object.entries(groups)) {
    const group = drawer.getByRole('list', { name, exact: true });
    await expect(group.getByRole('link')).toHaveText(entries);
  }
}

/** Wholly in a window of this height that has not been scrolled. */
async function expectAbove(height: number, shown: Locator[]): Promise<void> {
  expect(shown.length).toBeGreaterThan(5);
  for (const each of shown) {
    const box = await each.boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0), (await each.textContent()) ?? '').toBeLessThanOrEqual(
      height,
    );
  }
}

test.describe('the guard', () => {
  test('sends a visitor to the home page, and one with a dead token, which it forgets', async ({ page }) => {
    for (const path of ['/dashboard', '/dashboard/edit-article/1', '/account-settings', '/admin'])
      await test.step(path, async () => {
        await page.goto(path);
        await page.waitForURL('/');
      });
    await page.evaluate(() => localStorage.setItem('token', 'dead'));
    await page.goto('/dashboard');
    await page.waitForURL('/');
    expect(await storedToken(page)).toBeNull();
  });

  test('waits while the user is loading', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await doNotWaitForLoading(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/auth', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard');
    await expect(page.getByText('Loading')).toBeAttached();
    await expect(page).toHaveURL('/dashboard');
    await expect(heading(page, 'Dashboard')).toBeHidden();
    answer();
    await expect(heading(page, 'Dashboard')).toBeVisible();
  });

  test('keeps the token when the server is away, ends the session at Logout, and shows admin pages to admins only', async ({
    page,
    request,
    signIn,
    expectAccessible,
  }) => {
    const token = await signIn();
    await test.step('away: it offers Retry, and does not blame the connection when the server says that it cannot', async () => {
      await page.route('**/api/auth', (route) => route.abort());
      await page.goto('/dashboard');
      await expect(heading(page, 'No connection')).toBeVisible();
      await expect(page.getByRole('alert')).toContainText("We couldn't load your account. Try again.");
      expect(await storedToken(page)).toBe(token);
      await expectAccessible();
      await page.unroute('**/api/auth');
      const msg = 'The service is not available for the moment, please try again';
      await page.route('**/api/auth', (route) =>
        route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { errors: [{ msg }], msg } }),
      );
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(heading(page, 'Not available right now')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveText(`We couldn't load your account. Try again. ${msg}`);
      expect(await storedToken(page)).toBe(token);
      await page.unroute('**/api/auth');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(heading(page, 'Dashboard')).toBeVisible();
    });
    await test.step('after Logout the session is over, here and on the server', async () => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL('/');
      expect(await storedToken(page)).toBeNull();
      const answer = await request.get('/api/auth', { headers: { 'x-auth-token': token } });
      expect(answer.status()).toBe(401);
      await page.goto('/dashboard');
      await page.waitForURL('/');
    });
    await goOnAs(page, await adminToken(request), '/admin');
    await test.step('admin pages', async () => {
      await page.waitForURL('/dashboard/admin');
      await expect(heading(page, 'Page Not Found')).toBeHidden();
      await asMember(page);
      for (const path of ['/admin', '/dashboard/admin']) {
        await page.goto(path);
        await expect(heading(page, 'Page Not Found')).toBeVisible();
      }
      await page.getByRole('button', { name: /^Account of/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeHidden();
    });
  });
});

test.describe('the session', () => {
  test('that ends says so, keeps what was typed, and goes on after another sign-in, also in another tab', async ({
    page,
    context,
    request,
    signIn,
    expectAccessible,
  }) => {
    await test.step('during the work: it offers to sign in again', async () => {
      const token = await signIn();
      await page.goto('/dashboard');
      await expect(page.getByRole('link', { name: 'New leads' })).toBeVisible();
      // End the session only when this screen asks: a late answer to the dashboard would show the message there.
      await page.route('**/api/articles/all*', async (route) => {
        await request.delete('/api/auth', { headers: { 'x-auth-token': token } });
        await route.continue();
      });
      await page
        .getByRole('navigation', { name: 'Office' })
        .getByRole('link', { name: 'View articles' })
        .click();
      await expect(heading(page, 'Your session has expired')).toBeFocused();
      await expect(page.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
        'href',
        '/login?next=%2Fdashboard%2Fview-articles',
      );
      expect(await storedToken(page)).toBeNull();
      await expectAccessible();
    });
    await page.unroute('**/api/articles/all*');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await signInAgain(page);
    await expect(heading(page, 'Articles')).toBeVisible();
    await test.step('before saving: what was typed stays', async () => {
      const token = (await storedToken(page)) ?? '';
      // Saving is what notices the end, not a number in the drawer.
      await page.route(/count$/, (route) => route.fulfill({ json: { count: 0 } }));
      await moveTo(page, '/dashboard/add-testimonial');
      await page.getByLabel('Name').fill('Dana Example');
      await page.getByRole('textbox', { name: 'Testimonial' }).fill('Typed before the session ended.');
      await request.delete('/api/auth', { headers: { 'x-auth-token': token } });
      await page.getByRole('button', { name: 'Add testimonial' }).click();
      await expect(heading(page, 'Your session has expired')).toBeVisible();

      await page.getByRole('link', { name: 'Sign in again' }).click();
      await signInAgain(page);
      await page.waitForURL('/dashboard/add-testimonial');
      await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
      await expect(page.getByLabel('Name')).toHaveValue('Dana Example');
      await expect(page.getByRole('textbox', { name: 'Testimonial' })).toHaveValue(
        'Typed before the session ended.',
      );
    });
    await test.step('one that begins in another tab goes on in this one', async () => {
      const { token } = await (await request.post('/api/auth', { data: admin })).json();
      const asked = page.waitForRequest(
        (made) => made.url().endsWith('/api/auth') && made.headers()['x-auth-token'] === token,
      );
      const other = await context.newPage();
      await other.goto('/favicon.svg');
      await other.evaluate((value) => localStorage.setItem('token', value), token);
      await asked;
      await expect(page.getByLabel('Name')).toHaveValue('Dana Example');
    });
  });

  test('follows a sign-out in another tab', { tag: '@long' }, async ({ page, context, signIn }) => {
    await signIn();
    await page.goto('/dashboard');
    await expect(heading(page, 'Dashboard')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/favicon.svg');
    await other.evaluate(() => localStorage.removeItem('token'));
    await page.waitForURL('/');
  });
});

test.describe('the shell', () => {
  test('lets the keyboard skip to the content, shows admins the figures, and the account to its user', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    await test.step('the keyboard skips to the content, and has a menu of the account', async () => {
      await page.goto('/dashboard');
      await expect(heading(page, 'Dashboard')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      const first = page.getByRole('main').getByRole('link').first();
      await expect(first).toHaveText('All of today');
      await page.keyboard.press('Tab');
      await expect(first).toBeFocused();

      const button = page.getByRole('button', { name: /^Account of/ });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem')).toHaveText(['Admin', 'Settings', 'Logout']);
      await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeFocused();
      await expectAccessible();
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('/dashboard/account-settings');
      await expect(heading(page, 'Account settings')).toBeFocused();
    });
    await test.step('the dashboard shows admins the figures, and offers the next steps', async () => {
      await moveTo(page, '/dashboard');
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: 'All of today' })).toBeVisible();
      const others = main.locator('a:not([aria-labelledby="today-in-short"] a)');
      await expect(others).toHaveText([
        // Pages of the handbook to acknowledge.
        'Advertising and your license number (sample)',
        'Office policy (sample)',
        'All insights',
        'New leads',
        'Waiting for a reply',
        'Median first response',
        'Joined so far',
        'Active members, 7 days',
        'Active members, 28 days',
        'Invited, not joined',
        /^Add your experience/,
        /^Add your education/,
        /^Edit your profile/,
        /^Add a testimonial/,
        /^Write an article/,
        /^Find a colleague/,
        /^Read the public site/,
      ]);
      await main.getByRole('link', { name: /^Write an article/ }).click();
      await expect(heading(page, 'Add article')).toBeVisible();
    });
    await test.step('the account shows the signed-in user', async () => {
      await moveTo(page, '/account-settings');
      await page.waitForURL('/dashboard/account-settings');
      await expect(page.getByRole('main').getByText(admin.email, { exact: true })).toBeVisible();
      await expect(page.getByRole('main').getByText('Admin', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('/');
    });
  });

  test('has a side drawer that collapses and stays so', { tag: '@long' }, async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn();
    await page.goto('/dashboard');
    const drawer = page.getByRole('navigation', { name: 'Office' });
    const toggle = page.getByRole('button', { name: 'Side drawer' });
    const width = async () => (await drawer.boundingBox())?.width;
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(await width()).toBe(240);
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');

    await toggle.focus();
    await page.keyboard.press('Space');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(await width()).toBe(64);
    await page.reload();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expectAccessible();

    await drawer.getByRole('link', { name: 'View articles' }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Articles')).toBeFocused();
    await expect(page).toHaveTitle(/^Articles · /);
    await expect(drawer.getByRole('link', { name: 'View articles' })).toHaveAttribute('aria-current', 'page');
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
  });

  test('groups the drawer by job, and remembers which groups are open', { tag: '@long' }, async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn();
    await page.goto('/dashboard');
    const drawer = page.getByRole('navigation', { name: 'Office' });
    const group = (name: string) => drawer.getByRole('button', { name });
    await expect(drawer.getByRole('button')).toHaveText([
      /^Recruiting/,
      /^Closings/,
      /^Community/,
      /^Content/,
      /^Office/,
      /^System/,
    ]);
    await expectEntries(drawer, everyGroup);
    // The links for daily use are above the fold.
    await expectAbove(900, [...(await drawer.getByRole('link').all()), group('System')]);
    await expect(group('System')).toHaveAttribute('aria-expanded', 'false');
    await expect(drawer.getByRole('link', { name: 'Outbox' })).toBeHidden();

    await group('System').click();
    await group('Community').press('Enter');
    await page.reload();
    await expect(drawer.getByRole('link', { name: 'Outbox' })).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Posts' })).toBeHidden();
    await expectAccessible();

    await page.goto('/members');
    await expect(drawer.getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'page');
  });

  test('shows a member no group without entries', { tag: '@long' }, async ({ page, request, server }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { token } = await newMember(request, server.dataDir);
    await beginWith(page, token);
    await page.goto('/dashboard');
    const drawer = page.getByRole('navigation', { name: 'Office' });
    await expect(drawer.getByRole('button')).toHaveText([
      /^Recruiting/,
      /^Closings/,
      /^Community/,
      /^Content/,
    ]);
    await expectEntries(drawer, {
      Recruiting: [/^Referrals/],
      Closings: [/^My closings/],
      Community: everyGroup.Community,
      Content: everyGroup.Content,
    });
  });

  test.describe('on a phone', () => {
    // Entries are higher under a finger.
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

    test('has the same entries in a sheet', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Open navigation' }).click();
      const sheet = page.getByRole('dialog');
      const content = sheet.getByRole('button', { name: 'Content' });
      await expect(content).toHaveAttribute('aria-expanded', 'false');
      await expect(sheet).toHaveCSS('translate', 'none');
      await expectAbove(844, [
        ...(await sheet.getByRole('link').all()),
        sheet.getByRole('button', { name: 'System' }),
      ]);
      await content.click();
      await sheet.getByRole('button', { name: 'Office' }).click();
      await expectEntries(sheet, everyGroup);
    });
  });

  test('has a sheet on a phone that the keyboard opens', { tag: '@long' }, async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn();
    await page.goto('/dashboard');
    const button = page.getByRole('button', { name: 'Open navigation' });
    await button.focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Content' }).click();
    for (const name of [
      'Dashboard',
      'View articles',
      'Add article',
      'View testimonials',
      'Add testimonial',
    ]) {
      await expect(sheet.getByRole('link', { name })).toBeVisible();
    }
    await expectAccessible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await sheet.getByRole('link', { name: 'Add article' }).click();
    await expect(sheet).toBeHidden();
    await expect(heading(page, 'Add article')).toBeFocused();
  });

  test('shows the chosen theme from the first paint on', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/dashboard');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await ground()).not.toBe(light);

    await page.addInitScript(() =>
      document.addEventListener('readystatechange', () => {
        document.documentElement.dataset.early ??= document.documentElement.dataset.theme ?? 'none';
      }),
    );
    await page.goto('/dashboard/account-settings');
    await expect(page.locator('html')).toHaveAttribute('data-early', 'dark');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('radio', { name: 'Match system' }).check();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    expect(await ground()).toBe(light);
  });

  test('says when there is no connection', { tag: '@long' }, async ({
    page,
    context,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    await page.goto('/dashboard');
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You're offline.")).toBeVisible();
    await expectAccessible();
    await context.setOffline(false);
    await expect(page.getByText("You're offline.")).toBeHidden();
  });

  test('comes back to where one was with Back', { tag: '@long' }, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await signIn();
    await page.goto('/dashboard/view-articles?size=all');
    await page.getByRole('link', { name: /^Edit/ }).last().click();
    await expect(heading(page, 'Edit article')).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });
});

test.describe('the pages', () => {
  test('of an unknown address', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/dashboard/nowhere/at-all');
    await expect(heading(page, 'Page Not Found')).toBeVisible();
    await expect(page.getByText('Sorry, this page does not exist')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(heading(page, 'Dashboard')).toBeFocused();
  });

  test('that cannot be fetched offer Retry inside of the shell', { tag: '@long' }, async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    await page.goto('/dashboard');
    // Wait for the part above the links, so that they no longer move.
    await expect(page.getByRole('link', { name: 'New leads' })).toBeVisible();
    await page.route('**/assets/AddArticlePage-*.js', (route) => route.abort());
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Write an article/ })
      .click();
    await expect(heading(page, 'Something went wrong')).toBeVisible();
    await expect(page.getByText("Part of this page didn't load.")).toBeVisible();
    await expectAccessible();
    await page.unroute('**/assets/AddArticlePage-*.js');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page, 'Add article')).toBeVisible();
  });

  test('are accessible at 1440 and 390 px, and fit into 320 px', { tag: '@long' }, async ({
    page,
    signIn,
    expectAccessibleAt,
  }) => {
    test.setTimeout(240_000);
    await signIn();
    await page.goto('/dashboard');
    for (const [path, title] of [
      ['/dashboard', 'Dashboard'],
      ['/dashboard/view-articles', 'Articles'],
      ['/dashboard/add-article', 'Add article'],
      ['/dashboard/view-testimonials', 'Testimonials'],
      ['/dashboard/add-testimonial', 'Add testimonial'],
      ['/dashboard/account-settings', 'Account settings'],
      ['/dashboard/nowhere', 'Page Not Found'],
    ] as const)
      await test.step(path, async () => {
        await moveTo(page, path);
        await expect(heading(page, title)).toBeVisible();
        if (path.includes('view-')) await expect(page.getByRole('table')).toBeVisible();
        await expectAccessibleAt(1440, 390, 320);
      });
  });
});

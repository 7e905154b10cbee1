import type { Page, Request } from '@playwright/test';
import { admin, alerted, expect, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

const signInWith = async (page: Page, given: { email: string; password: string }) => {
  await email(page).fill(given.email);
  await password(page).fill(given.password);
  await submit(page).click();
};

const plantToken = (page: Page, token: string) =>
  page.addInitScript((value) => {
    if (sessionStorage.getItem('planted')) return;
    sessionStorage.setItem('planted', 'yes');
    localStorage.setItem('token', value);
  }, token);

async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Imitates a browser that blocks storage for the site. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
  });

test.describe('the login form', () => {
  test('names each fault, signs in, and goes on to the page that was asked for', async ({ page, server }) => {
    const sent = () =>
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/auth'));
    const storedDevice = () => page.evaluate(() => localStorage.getItem('device'));
    await page.goto('/login');
    await test.step('its fields have labels for password managers; each fault is an alert, and next to its field', async () => {
      await expect(email(page)).toHaveAttribute('autocomplete', /^username\b/);
      await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
      await expect(password(page)).toHaveAttribute('minlength', '6');
      await email(page).fill('person');
      await submit(page).click();
      for (const message of ['Please include a valid email', 'Password is required']) {
        await expect(alerted(page, message)).toBeVisible();
      }
      await expect(email(page)).toHaveAccessibleDescription('Please include a valid email');
      await expect(password(page)).toHaveAccessibleDescription('Password is required');
      await expect(email(page)).toBeFocused();
    });

    await test.step('it says how long to wait, and what else the server says; asks only for the password again', async () => {
      const msg = 'Too many requests, please try again in 42 seconds';
      await page.route('/api/auth', (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '42' }, json: { errors: [{ msg }], msg } }),
      );
      await signInWith(page, admin);
      await expect(alerted(page, msg)).toBeVisible();
      await expect(page.locator('form').getByText(msg)).toBeVisible();
      await page.unroute('/api/auth');

      await signInWith(page, { ...admin, password: 'short' });
      await expect(alerted(page, 'Invalid Credentials')).toBeVisible();
      await expect(page.locator('form').getByText('Invalid Credentials')).toBeVisible();
      await expect(email(page)).toHaveValue(admin.email);
      await expect(password(page)).toBeFocused();
      await expect(page).toHaveURL('/login');
    });

    await test.step('it shows the dashboard, and sends the device token of this browser at the next sign-in', async () => {
      await password(page).fill(admin.password);
      const first = sent();
      await page.keyboard.press('Enter');
      expect((await first).postDataJSON()).toMatchObject({ device: '' });
      await expect(page).toHaveURL('/dashboard');
      expect(await storedToken(page)).toMatch(/^[\w-]{43}$/);
      const token = await storedDevice();
      expect(token).toMatch(/^[\w-]{43}$/);

      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/');
      expect(await storedDevice()).toBe(token);

      await page.goto('/login?next=%2Fdashboard%2Fview-articles');
      const second = sent();
      await signInWith(page, admin);
      expect((await second).postDataJSON()).toMatchObject({ device: token });
      await expect(page).toHaveURL('/dashboard/view-articles');
      expect(await storedDevice()).toBe(token);
    });

    await test.step('it never goes on to another site', async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto('/login?next=%2Fx%2F..%2F%2Fexample.com%2Fdashboard');
      await signInWith(page, admin);
      await expect(page).toHaveURL((url) => url.pathname !== '/login');
      expect(new URL(page.url()).origin).toBe(server.url);
    });
  });

  test('can be used with only the keyboard, and says that it is signing in while the server is slow', {
    tag: '@long',
  }, async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('/api/auth', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/login');
    await email(page).focus();
    await page.keyboard.type(admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.keyboard.press('Tab');
    await expect(submit(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Signing in…' })).toBeAttached();
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
    resolve();
    await expect(page).toHaveURL('/dashboard');
  });

  test('says so where the browser stores nothing for the site', { tag: '@long' }, async ({
    page,
    request,
  }) => {
    await blockStorage(page);
    await page.goto('/login');
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await signInWith(page, admin);
    await expect(alerted(page, 'Your browser blocks storage for this site.')).toBeVisible();
    await expect(page.locator('form')).toContainText(
      "Allow it in your browser's settings, then sign in again.",
    );
    await expect(email(page)).toHaveValue(admin.email);
    await expect(page).toHaveURL('/login');
    const headers = { 'x-auth-token': (await (await ended).request().headerValue('x-auth-token')) ?? '' };
    expect((await request.get('/api/auth', { headers })).status()).toBe(401);
  });

  test('stays with what was typed where its script comes late or never, as the set-up page does', async ({
    page,
  }) => {
    await test.step('never', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      // Once: the pointer that rests on the button may ask for the script again at any time.
      await page.route(
        /LoginForm\.island/,
        async (route) => {
          await promise;
          await route.abort();
        },
        { times: 1 },
      );
      const left: string[] = [];
      const note = (sent: Request) => void (sent.isNavigationRequest() && left.push(sent.method()));
      page.on('request', note);
      await page.goto('/login');
      await signInWith(page, { ...admin, password: 'short' });
      await expect(submit(page)).toHaveCSS('opacity', '0.5');
      resolve();
      await expect(submit(page)).toHaveCSS('opacity', '1');
      await expect(email(page)).toHaveValue(admin.email);
      await password(page).fill(admin.password);
      await submit(page).click();
      await expect(page).toHaveURL('/dashboard');
      expect(left).toEqual(['GET', 'GET']);
      page.off('request', note);
    });
    await page.evaluate(() => localStorage.clear());
    await test.step('late: neither what was typed nor the click is lost', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(/LoginForm\.island/, async (route) => {
        await promise;
        await route.continue();
      });
      await page.goto('/login', { waitUntil: 'commit' });
      await page.waitForFunction(
        () => document.querySelector('script[type=module]') && document.readyState !== 'loading',
      );
      await signInWith(page, admin);
      await expect(page).toHaveURL('/login');
      resolve();
      await expect(page).toHaveURL('/dashboard');
    });
    await page.evaluate(() => localStorage.clear());
    await test.step('the set-up page, which makes no further admin once there are users', async () => {
      const letThrough = await holdScripts(page);
      await page.goto('/setup#made-up', { waitUntil: 'commit' });
      await page.getByLabel('Name').fill('Robin Owner');
      await email(page).fill('robin@example.com');
      await password(page).fill('walnut tea kettle');
      await password(page).press('Enter');
      await expect(page).toHaveURL('/setup#made-up');
      letThrough();
      await expect(alerted(page, 'This site is already set up')).toBeVisible();
      await expect(page.getByLabel('Name')).toHaveValue('Robin Owner');
      await expect(page.getByRole('button', { name: 'Create admin account' })).toHaveCSS('opacity', '1');
      expect(await storedToken(page)).toBeNull();
    });
  });

  test('keeps what was typed and the press of a key before any script has come', { tag: '@long' }, async ({
    page,
  }) => {
    const letThrough = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await email(page).fill(admin.email);
    await password(page).fill(admin.password);
    await page.keyboard.press('Enter');
    await submit(page).click();
    await expect(submit(page)).toHaveCSS('opacity', '0.5');
    await expect(page).toHaveURL('/login');
    await expect(email(page)).toHaveValue(admin.email);
    letThrough();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('a password is reset from the login page and back; the page of a mailed link says what is wrong with it', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page).toHaveURL('/reset-password');
  await test.step('the form says at once that the mail was sent, and again when it was', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('/api/auth/reset-password', async (route) => {
      await promise;
      await route.continue();
    });
    await email(page).fill('nobody@example.com');
    await page.getByRole('button', { name: 'Submit' }).click();
    const sent = page.getByRole('status').getByText('Email sent', { exact: true });
    await expect(page.getByRole('status').getByText('Email sent, please check your email')).toBeVisible();
    await expect(sent).toBeHidden();
    resolve();
    await expect(sent).toBeVisible();
    await expect(page.getByText('If nobody@example.com belongs to a member')).toBeVisible();
  });
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/login');
  await test.step('an expired link refers the invited user to the office', async () => {
    await page.goto('/reset-password/new#made-up');
    await expect(alerted(page, 'This link is no longer valid.')).toBeVisible();
    const invited = page.getByRole('heading', { name: 'Were you invited?' });
    await expect(invited).toBeVisible();
    await expect(page.locator('section').filter({ has: invited }).last()).toContainText('Ask the office');
    await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible();
    await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
    await expectAccessible();
  });
  await test.step('an incomplete link of a mail says so', async () => {
    await page.goto('/reset-password/new');
    await expect(page.getByText('Open the full link from your email')).toBeVisible();
  });
});

test.describe('the login page', () => {
  test('sends a signed-in visitor on', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await page.goto('/login');
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/login?next=%2Fdashboard%2Fadd-article');
    await expect(page).toHaveURL('/dashboard/add-article');
  });

  test('forgets a token that is dead', { tag: '@long' }, async ({ page }) => {
    await plantToken(page, 'dead');
    await page.goto('/login');
    await expect.poll(() => storedToken(page)).toBeNull();
    await expect(page).toHaveURL('/login');
    await signInWith(page, admin);
    await expect(page).toHaveURL('/dashboard');
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('says what is missing instead of showing a form that does nothing', { tag: '@long' }, async ({
      page,
    }) => {
      for (const [path, purpose] of [
        ['/login', 'Signing in'],
        ['/reset-password', 'Resetting a password'],
        ['/reset-password/new', 'Setting a password'],
        ['/setup', 'Setting up the site'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByText(`${purpose} needs JavaScript`)).toBeVisible();
        await expect(page.locator('main').getByRole('button')).toHaveCount(0);
      }
    });
  });
});

test.describe('the reset form', () => {
  test('waits for its script with what was typed', { tag: '@long' }, async ({ page }) => {
    const letThrough = await holdScripts(page);
    await page.goto('/reset-password', { waitUntil: 'commit' });
    await email(page).fill('nobody@example.com');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/reset-password');
    letThrough();
    await expect(page.getByText('If nobody@example.com belongs to a member')).toBeVisible();
  });

  test('claims nothing for what is no address; withdraws the early message and removes the token when the server rejects it', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/reset-password');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(email(page)).toHaveAccessibleDescription('Please include a valid email');
    await expect(email(page)).toBeFocused();
    await expect(page.getByText('Email sent', { exact: false })).toBeHidden();

    await page.evaluate(() => localStorage.setItem('token', 'of a visitor'));
    await email(page).fill('person@local');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(alerted(page, 'Please include a valid email')).toBeVisible();
    await expect(email(page)).toHaveAccessibleDescription('Please include a valid email');
    await expect(page.getByText('Email sent', { exact: false })).toBeHidden();
    expect(await storedToken(page)).toBeNull();
  });
});

test.describe('a mailed link', () => {
  const invite = async (request: Page['request'], address: string) => {
    const { token } = await (await request.post('/api/auth', { data: admin })).json();
    const answer = await request.post('/api/users', {
      headers: { 'x-auth-token': token },
      data: { name: 'Dana Fields', email: address, admin: false },
    });
    expect(answer.status()).toBe(200);
  };
  const save = (page: Page) => page.getByRole('button', { name: 'Save password' });

  test('of an invitation sets the password, and one of a reset sets a new one, once', async ({
    page,
    request,
    server,
  }) => {
    const address = 'forgetful@example.com';
    let old = '';
    await test.step('the invitation asks for the age and signs in', async () => {
      await invite(request, address);
      await page.goto(await mailedLink(server.dataDir, address));
      await expect(page.getByText(address)).toBeVisible();
      await password(page).fill('forgotten by now');
      await save(page).click();
      await expect(alerted(page, 'Please confirm that you are 18 or older')).toBeVisible();
      await page.getByLabel('I am 18 or older').check();
      await save(page).click();
      await expect(page).toHaveURL('/dashboard');
      old = (await storedToken(page)) ?? '';
      const me = await request.get('/api/auth', { headers: { 'x-auth-token': old } });
      expect(await me.json()).toMatchObject({ email: address });
    });
    // As in another browser: the session is alive there.
    await page.evaluate(() => localStorage.clear());
    await test.step('the reset ends that session, and the person signs in with the new password', async () => {
      await page.goto('/reset-password');
      await email(page).fill(address);
      await page.getByRole('button', { name: 'Submit' }).click();
      const link = await mailedLink(server.dataDir, address, 'Set a new password');
      await page.goto(link);
      await expect(page.getByText(address)).toBeVisible();
      await password(page).fill('password1');
      await save(page).click();
      await expect(password(page)).toHaveAccessibleDescription(/Password is too common/);
      await password(page).fill('walnut tea kettle wind');
      await expect(page.getByRole('status').filter({ hasText: 'Strong' })).toBeVisible();
      await save(page).click();
      await expect(page.getByRole('status').getByText('Password Updated')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeFocused();
      expect((await request.get('/api/auth', { headers: { 'x-auth-token': old } })).status()).toBe(401);

      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/login');
      await signInWith(page, { email: address, password: 'walnut tea kettle wind' });
      await expect(page).toHaveURL('/dashboard');

      await page.goto(link);
      await expect(page.getByText('You have already set your password with this link.')).toBeVisible();
      await page.getByRole('link', { name: 'Get a new link' }).click();
      await expect(page).toHaveURL('/reset-password');
    });
  });

  test('of an invitation says that the password is saved where the browser blocks storage', {
    tag: '@long',
  }, async ({ page, request, server }) => {
    await blockStorage(page);
    await invite(request, 'private@example.com');
    await page.goto(await mailedLink(server.dataDir, 'private@example.com'));
    await password(page).fill('walnut tea kettle');
    await page.getByLabel('I am 18 or older').check();
    await save(page).click();
    await expect(
      alerted(page, 'Your password is saved. Your browser blocks storage for this site.'),
    ).toBeVisible();
    const given = { email: 'private@example.com', password: 'walnut tea kettle' };
    expect((await request.post('/api/auth', { data: given })).status()).toBe(200);
  });
});

test.describe('the set-up page', () => {
  test('says that the account is made where the browser blocks storage', { tag: '@long' }, async ({
    page,
  }) => {
    await blockStorage(page);
    await page.route('/api/auth/setup', (route) => route.fulfill({ json: { token: 'of the admin' } }));
    await page.goto('/setup#made-up');
    await page.getByLabel('Name').fill('Ann Lee');
    await email(page).fill('ann@example.com');
    await password(page).fill('walnut tea kettle');
    await page.getByRole('button', { name: 'Create admin account' }).click();
    await expect(alerted(page, 'Account created. Your browser blocks storage for this site.')).toBeVisible();
  });
});

const pages = [
  ['/login', 'Sign in'],
  ['/reset-password', 'Submit'],
  ['/setup#made-up', 'Create admin account'],
] as const;
for (const [path, button] of pages)
  test(`${path} is accessible at 1440, 390 and 320 px, also with its errors open, and nothing is cut off`, {
    tag: '@long',
  }, async ({ page, expectAccessibleAt }) => {
    await page.goto(path);
    await expectAccessibleAt(1440, 390, 320);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expectAccessibleAt(1440, 390, 320);
  });

test('the form of a mailed link is accessible at 1440, 390 and 320 px', { tag: '@long' }, async ({
  page,
  expectAccessibleAt,
}) => {
  await page.route('/api/auth/password-link', (route) =>
    route.fulfill({ json: { kind: 'invitation', email: 'dana@example.com' } }),
  );
  await page.goto('/reset-password/new#made-up');
  await password(page).fill('Sunflower7');
  await expectAccessibleAt(1440, 390, 320);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessibleAt(1440, 390, 320);
});

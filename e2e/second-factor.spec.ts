import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { removedPasskeyMessage } from '../src/shared/factors/removed-passkey.ts';
import { codeOf, setUpApp, storeCodes } from './authenticator-app.ts';
import { admin, button, expect, test } from './fixtures.ts';
import { beginWith, changeData, type Member, newMember } from './members.ts';

test.use({ hostname: 'localhost' });

const code = (page: Page) => page.getByLabel('Code', { exact: true });
const settings = '/dashboard/account-settings';

let member: Member;

test.beforeEach(async ({ page, request, server }) => {
  member = await newMember(request, server.dataDir);
  await beginWith(page, member.token);
});

/** The code that set the app up cannot sign in: lets its 30 seconds pass. */
const passTime = (dataDir: string) => changeData(dataDir, 'update totp_factors set last_step = 0');

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('token'));
}

async function typePassword(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await button(page, 'Sign in').click();
}

/** A device with a fingerprint reader that always recognizes its user. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto(settings);
  await page.getByLabel('Passkey name').fill('Laptop');
  await button(page, 'Add a passkey').click();
  await storeCodes(page);
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Laptop');
}

test('is set up, and signs in by code and by recovery code', async ({ page, server, expectAccessible }) => {
  await page.goto(settings);
  const warning = page.getByText('Adding one signs you out on all your other devices.');
  await expect(warning).toBeVisible();
  const secret = await setUpApp(page);
  await expect(warning).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  await expectAccessible();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  const file = await readFile(await download.path(), 'utf8');
  const codes = await storeCodes(page);
  for (const each of codes) expect(file).toContain(each);
  await expect(page.getByText('8 are left')).toBeVisible();

  await signOut(page);
  await typePassword(page);
  await expect(code(page)).toBeFocused();
  await expectAccessible();
  passTime(server.dataDir);
  await code(page).fill('000');
  await button(page, 'Sign in').click();
  await expect(code(page)).toHaveAccessibleDescription(/This code is not valid/);
  await button(page, 'Start again').click();
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(member.password);
  await button(page, 'Sign in').click();
  await code(page).fill(codeOf(secret));
  await button(page, 'Sign in').click();
  await page.waitForURL('/dashboard');

  await signOut(page);
  await typePassword(page);
  await code(page).fill(codes[0]?.toLowerCase() ?? '');
  await button(page, 'Sign in').click();
  await page.waitForURL('/dashboard');
  await page.goto(settings);
  await expect(page.getByText('7 are left')).toBeVisible();
});

test('can be a passkey, which also signs in without a password and confirms', async ({ page, server }) => {
  await plugInAuthenticator(page);
  await addPasskey(page);

  await test.step('without a password, as the browser suggests', async () => {
    await signOut(page);
    await page.goto('/login');
    await page.waitForURL('/dashboard');
  });

  await test.step('to confirm', async () => {
    changeData(
      server.dataDir,
      'update sessions set created_at = ? where user_id = (select id from users where email = ?)',
      new Date(Date.now() - 16 * 60_000).toISOString(),
      member.email,
    );
    await page.goto(settings);
    await button(page, 'Remove: Laptop').click();
    await button(page, 'Remove').click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden();
  });
});

test('a passkey that is removed is signaled to the browser, and its refusal says so', {
  tag: '@long',
}, async ({ page }) => {
  await plugInAuthenticator(page);
  // In the place of the browser's own, which would take the passkey out of the authenticator.
  await page.addInitScript(() => {
    const keep = (name: string) => (about: object) => {
      const told = JSON.parse(sessionStorage.getItem('signals') ?? '[]');
      sessionStorage.setItem('signals', JSON.stringify([...told, { name, ...about }]));
      return Promise.resolve();
    };
    Object.assign(PublicKeyCredential, {
      signalAllAcceptedCredentials: keep('accepted'),
      signalUnknownCredential: keep('unknown'),
    });
  });
  const signals = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('signals') ?? '[]'));
  await addPasskey(page);
  await button(page, 'Remove: Laptop').click();
  await button(page, 'Remove').click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden();
  await expect
    .poll(signals)
    .toEqual([
      { name: 'accepted', rpId: 'localhost', userId: expect.any(String), allAcceptedCredentialIds: [] },
    ]);
  await signOut(page);
  await page.goto('/login');
  await expect(page.getByText(removedPasskeyMessage).first()).toBeVisible();
  expect((await signals()).slice(1)).toEqual([
    { name: 'unknown', rpId: 'localhost', credentialId: expect.any(String) },
  ]);
});

test('that is lost is reset by an admin, who writes down the proof', { tag: '@long' }, async ({
  page,
  request,
  expectAccessible,
}) => {
  await page.goto(settings);
  await setUpApp(page);
  await storeCodes(page);
  const self = await request.get('/api/auth', { headers: { 'x-auth-token': member.token } });
  const { _id } = await self.json();
  const { token } = await (await request.post('/api/auth', { data: admin })).json();
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(`/dashboard/admin/user/edit/${_id}`);
  await button(page, 'Reset two-step verification').click();
  await page
    .getByLabel('How did they prove their identity?')
    .fill('Came to the office with an identity card');
  await expectAccessible();
  await button(page, 'Reset').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button(page, 'Reset two-step verification')).toBeHidden();
  await signOut(page);
  await typePassword(page);
  await page.waitForURL('/dashboard');
});

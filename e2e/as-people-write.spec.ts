import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { heicUnread } from '../src/shared/images/image-type.ts';
import type { SocialNetwork } from '../src/shared/profiles/social-address.ts';
import { emailExamples, refusedEmails } from '../test/email-examples.ts';
import { licenseExamples } from '../test/license-examples.ts';
import { socialExamples } from '../test/social-examples.ts';
import { dialed } from '../test/written-phones.ts';
import { admin, button, expect, said, test } from './fixtures.ts';
import { beginWith, newMember } from './members.ts';

/** The tables of examples that unit and HTTP tests use, typed into the forms. */

// A server of its own: its many leads and licenses would be in the lists that other files look at.
test.use({ settings: { BROKERAGE_NAME: 'Written Realty' } });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** A field of one line has no line breaks. */
const isOneLine = (typed: string) => !/[\r\n]/.test(typed);
/** Chromium's field for emails makes punycode of the domain, with this punctuation in it, before any script reads it. */
const isReadAsTyped = (typed: string) => !/[、。」]/.test(typed);

test('a member signs in with the address as mail programs, phones and spreadsheets give it', {
  tag: '@long',
}, async ({ page, request, server }) => {
  const { email, password } = await newMember(request, server.dataDir);
  const around = emailExamples
    .map(([typed]) => typed)
    .filter((typed) => typed.includes('kim@example.com') && isReadAsTyped(typed));
  expect(around.length).toBeGreaterThan(10);
  await page.goto('/login');
  await field(page, 'Password').fill(password);
  // The server takes what the form sends; the form hears of a failure, and stays to be used again.
  await page.route('/api/auth', async (route) => {
    const answer = await route.fetch();
    expect(answer.status(), route.request().postData() ?? '').toBe(200);
    await route.fulfill({ status: 503, json: { msg: 'Signed in', errors: [{ msg: 'Signed in' }] } });
  });
  for (const typed of around)
    await test.step(JSON.stringify(typed), async () => {
      await field(page, 'Email').fill(typed.replaceAll('kim@example.com', email));
      const answered = page.waitForResponse('/api/auth');
      await button(page, 'Sign in').click();
      await answered;
      await expect(button(page, 'Sign in')).toBeEnabled();
    });
  await page.unroute('/api/auth');
  await button(page, 'Sign in').click();
  await page.waitForURL('/dashboard');
});

test('the contact form takes the addresses and dials the numbers that people write, and names what is wrong', async ({
  page,
  request,
}) => {
  const { token } = await (await request.post('/api/auth', { data: admin })).json();
  const headers = { 'x-auth-token': token };
  const emails = new Map(
    emailExamples.filter(([typed]) => isReadAsTyped(typed)).map(([typed, stored]) => [stored, typed]),
  );
  await page.goto('/contact');
  const send = async (given: Record<string, string>) => {
    for (const [label, value] of Object.entries(given)) await field(page, label).fill(value);
    await button(page, 'Send').click();
  };
  await send({ 'First name': 'Kim', 'Last name': 'Ito', Phone: '310 555 0142' });
  for (const email of refusedEmails.filter((typed) => isOneLine(typed) && isReadAsTyped(typed))) {
    await field(page, 'Email').fill(email);
    await button(page, 'Send').click();
    await expect(field(page, 'Email'), email).toHaveAccessibleDescription('Please include a valid email');
  }
  const numbers = dialed.filter(([typed]) => typed.length >= 6);
  for (const [index, [stored, typed]] of [...emails].entries())
    await test.step(JSON.stringify(typed), async () => {
      const name = `Ito${index}-${Date.now()}`;
      const [phone, dial] = numbers[index % numbers.length] ?? ['', ''];
      await send({ 'First name': 'Kim', 'Last name': name, Phone: phone, Email: typed });
      await expect(field(page, 'Last name')).toHaveValue('');
      const [lead] = await (await request.get(`/api/leads?search=${name}`, { headers })).json();
      expect(lead).toMatchObject({ email: stored, phone });
      expect((await (await request.get(`/api/leads/${lead._id}`, { headers })).json()).dial).toBe(dial);
    });
});

test('what only fills in the hidden field is in the inbox with a mark, and counted', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await page.goto('/contact');
  const opened = Date.now();
  const name = `Trapped${opened}`;
  await field(page, 'First name').fill('Ana');
  await field(page, 'Last name').fill(name);
  await field(page, 'Phone').fill('619 555 0100');
  await field(page, 'Email').fill(`${name}@example.com`);
  // As a program does that fills in forms for people.
  await page.locator('[name=leaveEmpty]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://example.com';
  });
  // Sooner is another sign of a robot.
  await expect.poll(() => Date.now() - opened).toBeGreaterThan(2500);
  await button(page, 'Send').click();
  await expect(said(page, 'Email Sent!')).toBeVisible();

  await signIn();
  await page.goto(`/dashboard/leads?q=${name}`);
  await expect(page.getByRole('row', { name })).toContainText('May be a robot');
  await expect(page.getByText("in the last 7 days filled in a field that people don't see.")).toBeVisible();
  await page.getByRole('link', { name: `Ana ${name}` }).click();
  await expect(page.getByText('May be a robot: a hidden field was filled in')).toBeVisible();
});

const networks: Partial<Record<SocialNetwork, string>> = {
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
};

test('a profile takes handles and license numbers as people copy them', { tag: '@long' }, async ({
  page,
  request,
  server,
}) => {
  const member = await newMember(request, server.dataDir);
  const headers = { 'x-auth-token': member.token };
  const profile = { status: 'Real Estate Agent', skills: 'Escrow' };
  expect((await request.post('/api/profile', { headers, data: profile })).status()).toBe(200);
  await beginWith(page, member.token);
  const taken = socialExamples.filter(([, , stored]) => stored !== undefined);
  const left = Map.groupBy(taken, ([network]) => network);
  for (const license of licenseExamples.slice(
    0,
    Math.max(...[...left.values()].map(({ length }) => length)),
  )) {
    const round = [...left.values()].flatMap((all) => all.splice(0, 1));
    await test.step(JSON.stringify([license, ...round.map(([, typed]) => typed)]), async () => {
      await page.goto('/edit-profile');
      await expect(field(page, 'Skills')).toHaveValue('Escrow');
      const more = button(page, 'Add Social Network Links');
      if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
      await field(page, 'DRE license number').fill(license);
      for (const [network, typed] of round) await field(page, networks[network] ?? network).fill(typed);
      await button(page, 'Save profile').click();
      await page.waitForURL('/profile/me');
      const { license: number, social } = await (await request.get('/api/profile/me', { headers })).json();
      expect(number).toBe('01234567');
      expect(social).toMatchObject(Object.fromEntries(round.map(([network, , stored]) => [network, stored])));
    });
  }
  await page.goto('/edit-profile');
  await expect(field(page, 'Skills')).toHaveValue('Escrow');
  const refused = socialExamples.filter(([, , stored]) => stored === undefined);
  for (const [network, typed] of refused) {
    await field(page, networks[network] ?? network).fill(typed);
    await button(page, 'Save profile').click();
    await expect(field(page, networks[network] ?? network), typed).toHaveAttribute('aria-invalid', 'true');
  }
});

test('a year that has only a correction can be chosen', async ({ page, request, server }) => {
  const member = await newMember(request, server.dataDir);
  const { token } = await (await request.post('/api/auth', { data: admin })).json();
  const call = async (path: string, data: object) => {
    const answer = await request.post(path, { headers: { 'x-auth-token': token }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const street = `${Date.now()} Laurel Ave`;
  const titles = 'reference,agent,property,kind,price,gross,fees,kept,paid';
  const csv = `${titles}\n${street},${member.email},${street},residential,850000,12500,600,11900,2023-12-15`;
  await call('/api/closings/import', { csv, apply: true });
  const headers = { 'x-auth-token': token };
  const [{ _id }] = await (
    await request.get(`/api/closings?search=${encodeURIComponent(street)}`, { headers })
  ).json();
  await call(`/api/closings/${_id}/corrections`, {
    on: '2024-02-01',
    reason: 'Check bounced',
    kept: -500_00,
  });
  await beginWith(page, member.token);
  await page.goto('/dashboard/my-closings');
  await page.getByRole('link', { name: 'My year' }).click();
  await page.getByLabel('Year').selectOption('2024');
  await expect(page.getByRole('heading', { level: 1, name: 'My year 2024' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Each closing' }).getByRole('row', { name: street });
  await expect(row).toContainText('Correction');
  await expect(page.getByText('You kept').locator('..')).toContainText('−$500');
  await page.getByLabel('Year').selectOption('2023');
  await expect(page.getByText('You kept').locator('..')).toContainText('$11,900');
});

interface Sent {
  name: string;
  type: string;
  width: number;
}

test('a photo of a paper is made smaller in the browser, one of an iPhone where it can be read', {
  tag: '@long',
}, async ({ page, signIn }) => {
  // A picture of 48 megapixels is made, read and made smaller.
  test.slow();
  await page.addInitScript(() => {
    const { fetch, createImageBitmap } = window;
    // Tells what is sent: tests don't see the files of a form.
    window.fetch = async (address, options) => {
      const file = options?.body instanceof FormData ? options.body.get('file') : null;
      if (file instanceof File) {
        const { width } = await createImageBitmap(file);
        document.documentElement.dataset.sent = JSON.stringify({ name: file.name, type: file.type, width });
      }
      return fetch(address, options);
    };
  });
  await signIn();
  await page.goto('/dashboard/license');
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 1008, height: 756, channels: 3, background: 'white', noise } as const;
  const photo = await sharp({ create })
    .png()
    .toBuffer()
    .then((small) => sharp(small).resize(8064, 6048, { kernel: 'nearest' }).jpeg().toBuffer());
  expect(photo.length).toBeGreaterThan(2 * 1024 * 1024);
  const heic = Buffer.from(`\0\0\0\x18ftypheic${'\0'.repeat(500)}`, 'latin1');
  const handIn = async (name: string, buffer: Buffer) => {
    await field(page, 'Course').fill(`Course of ${name}`);
    await field(page, 'Provider').fill('Acme School');
    await field(page, 'Completed on').fill('2026-01-02');
    await field(page, 'Hours').fill('3');
    await page.getByLabel('PDF or photo (optional)').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    await button(page, 'Submit certificate').click();
  };
  const list = page.getByRole('list', { name: 'What you submitted' });
  const expectSent = async (course: string, expected: Sent) => {
    const entry = list.getByRole('listitem').filter({ hasText: course });
    // On a busy machine the picture takes longer than others wait.
    await expect(entry.getByRole('button', { name: 'Open file' })).toBeVisible({ timeout: 60_000 });
    expect(JSON.parse((await page.locator('html').getAttribute('data-sent')) ?? '')).toEqual(expected);
  };

  await handIn('IMG_1.JPG', photo);
  await expectSent('Course of IMG_1.JPG', { name: 'IMG_1.jpg', type: 'image/jpeg', width: 3000 });

  await handIn('IMG_2.HEIC', heic);
  await expect(page.getByText(heicUnread).first()).toBeVisible();

  await page.reload();
  // As Safari reads it.
  await page.evaluate(() => {
    const { createImageBitmap } = window;
    window.createImageBitmap = () => createImageBitmap(new ImageData(4032, 3024));
  });
  await handIn('IMG_3.HEIC', heic);
  await expectSent('Course of IMG_3.HEIC', { name: 'IMG_3.jpg', type: 'image/jpeg', width: 3000 });
});

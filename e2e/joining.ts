import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { completeAnswers } from '../test/answers.ts';
import { mailedCode, mailedLink } from './mails.ts';

const text =
  'This agreement is between {brokerage} and {member}, DRE license {license}.\n\n## Fees\n\n{feeSchedule}\n\nSigned by {broker}, DRE license {brokerLicense}, on {date}.';

type Call = (method: 'get' | 'put' | 'post', path: string, data?: object) => Promise<unknown>;

/** Calls as the admin who is signed in. */
export const callsOf =
  (request: APIRequestContext, token: string): Call =>
  async (method, path, data) => {
    const response = await request[method](path, {
      headers: { 'x-auth-token': token },
      ...(data && { data }),
    });
    expect(response.status(), `${method} ${path}: ${await response.text()}`).toBe(200);
    return response.json();
  };

/** The admin may countersign, and a version is published. Tests of a worker share both. */
export async function readyToSend(call: Call): Promise<void> {
  const { _id: user } = Object(await call('get', '/api/auth'));
  const { signers } = Object(await call('get', '/api/agreements/settings'));
  if (signers.length === 0)
    await call('put', '/api/agreements/settings', {
      remindFirst: 3,
      remindSecond: 10,
      keepYears: 3,
      signers: [{ user, name: 'Bo Broker', capacity: 'broker', license: '01999999', since: '2020-01-01' }],
    });
  const { published } = Object(await call('get', '/api/agreements/text'));
  if (published !== null) return;
  await call('put', '/api/agreements/text', { text });
  await call('post', '/api/agreements/versions', { note: 'The first' });
}

let people = 0;

/** A lead with an email address that no other lead has. */
export async function newLead(request: APIRequestContext): Promise<{ name: string; email: string }> {
  people++;
  const lastName = `Applicant${people}x${Date.now().toString(36)}`;
  const email = `${lastName.toLowerCase()}@example.com`;
  const data = { firstName: 'Ana', lastName, phone: '619 555 0100', email };
  expect((await request.post('/api/contact', { data })).status()).toBe(200);
  return { name: `Ana ${lastName}`, email };
}

/** A lead who was invited by the admin and has signed, by the API. */
export async function signedLead(
  request: APIRequestContext,
  call: Call,
  dataDir: string,
): Promise<{ name: string }> {
  await readyToSend(call);
  const { name, email } = await newLead(request);
  const [lead] = Object(await call('get', `/api/leads?search=${encodeURIComponent(email)}`));
  await call('post', `/api/joining/leads/${lead._id}/invitation`);
  const token = new URL(await mailedLink(dataDir, email)).pathname.split('/').at(-1);
  const answers = { ...completeAnswers, name, licenseExpires: '2099-05-31' };
  await call('post', '/api/join/answers', { token, answers });
  const { sha256 } = Object(await call('post', '/api/join/agreement', { token }));
  await call('post', '/api/join/code', { token, sha256 });
  const code = await mailedCode(dataDir, email);
  await call('post', '/api/join/sign', { token, sha256, name, agree: true, consent: true, code });
  return { name };
}

const next = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click();
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Every step of the application, up to the agreement. */
export async function apply(
  page: Page,
  name: string,
  each: () => Promise<void> = async () => {},
): Promise<void> {
  await heading(page, 'Your license');
  // A missing value is named next to its field, and what was typed stays.
  await page.getByLabel('DRE license number').fill('123');
  await next(page);
  await expect(page.getByLabel('DRE license number')).toHaveValue('123');
  await expect(page.getByLabel('DRE license number')).toHaveAccessibleDescription(/License must be 8 digits/);
  await each();
  await page.getByLabel('Name as licensed').fill(name);
  await page.getByLabel('DRE license number').fill('01234567');
  await page.getByLabel('Salesperson').check();
  await page.getByLabel('License expires on').fill('2099-05-31');
  await next(page);
  await heading(page, 'Your current brokerage');
  await page.getByLabel('Current broker').fill('Split Realty');
  await page.getByLabel('Yes', { exact: true }).check();
  await next(page);
  await expect(page.getByText('Enter how many escrows are open')).toBeVisible();
  await page.getByLabel('How many?').fill('2');
  await page.getByLabel('Who is paid for them?').fill('I am, through my current broker');
  await next(page);
  await heading(page, 'How to reach you');
  await page.getByLabel('Mailing address').fill('1 Ocean Ave, San Diego');
  await page.getByLabel('Phone').fill('619 555 0100');
  await next(page);
  await heading(page, 'E&O claims');
  await page.getByLabel('No', { exact: true }).check();
  await next(page);
  await heading(page, 'How you get paid');
  await expect(page.getByText('No birthday, no Social Security number, no bank account.')).toBeVisible();
  await page.getByLabel('Me, the licensee').check();
  await next(page);
  await heading(page, 'Your agreement');
}

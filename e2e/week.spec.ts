import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { giveLicense, office, reportByApi } from './closings.ts';
import { alerted, expect, said, test } from './fixtures.ts';
import { callsOf, newLead, readyToSend, signedLead } from './joining.ts';
import { mailedText } from './mails.ts';
import { beginWith, changeData, type Member, newMember } from './members.ts';

// Rows of other tests would stand before those that are looked for.
test.use({ settings: { BROKERAGE_NAME: 'Weekly Realty' } });

/** Hand-overs of the office as its people meet them: from their first screen, with clicks counted. */

interface Week {
  page: Page;
  click: (what: Locator) => Promise<void>;
  clicks: () => number;
}

/** From the dashboard on. */
async function weekOf(page: Page): Promise<Week> {
  let count = 0;
  await page.goto('/dashboard');
  return {
    page,
    click: async (what) => {
      count += 1;
      await what.click();
    },
    clicks: () => count,
  };
}

const waits = (page: Page) => page.getByRole('list', { name: 'What waits for you' });
const dialogOf = (page: Page) => page.getByRole('dialog');

async function step(request: APIRequestContext, token: string, id: string, path: string, data: object) {
  const headers = { 'x-auth-token': token };
  const answer = await request.post(`/api/closings/${id}/${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A closing of the agent that waits for its payment. */
async function unpaid(request: APIRequestContext, token: string, agent: Member): Promise<string> {
  const { id, property } = await reportByApi(request, agent);
  const headers = { 'x-auth-token': token };
  const {
    version,
    letter,
    package: items,
  } = await (await request.get(`/api/closings/${id}`, { headers })).json();
  await step(request, token, id, 'approve', { version, signature: 'Ada Broker', sha256: letter.sha256 });
  await step(request, token, id, 'steps', { step: 'letter-sent' });
  await step(request, token, id, 'steps', { step: 'closed' });
  const ticked = items.map(({ item }: { item: string }) => item);
  const put = await request.put(`/api/closings/${id}/package`, { headers, data: { ticked } });
  expect(put.ok(), await put.text()).toBe(true);
  await step(request, token, id, 'steps', { step: 'package-received' });
  return property;
}

for (const { width, height, tag } of [
  { width: 1440, height: 900, tag: [] },
  { width: 390, height: 844, tag: '@long' },
])
  test.describe(`at ${width} px`, { tag }, () => {
    test.use({ viewport: { width, height } });

    test('an inquiry is seen by who recruits, without a click, and opens the lead', async ({
      page,
      request,
      server,
    }) => {
      const recruiter = await newMember(request, server.dataDir);
      changeData(server.dataDir, 'update users set recruiting = 1 where email = ?', recruiter.email);
      const { name } = await newLead(request);
      await beginWith(page, recruiter.token);
      await page.goto('/dashboard');
      await expect(waits(page).getByRole('button', { name: `Log call: ${name}` })).toBeVisible();
      await page.goto('/notifications');
      await page.getByRole('link', { name: `${name} sent an inquiry` }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    });

    test('a withdrawn letter is seen by its agent, and by who sends the notice', async ({
      page,
      browser,
      baseURL,
      request,
      server,
    }) => {
      const { agent, adminToken } = await office(request, server.dataDir);
      const { id, property } = await reportByApi(request, agent);
      const headers = { 'x-auth-token': adminToken };
      const closing = async () => (await request.get(`/api/closings/${id}`, { headers })).json();
      const { version, letter } = await closing();
      const approval = { version, signature: 'Ada Broker', sha256: letter.sha256 };
      await step(request, adminToken, id, 'approve', approval);
      await step(request, adminToken, id, 'steps', { step: 'letter-sent' });
      const reason = 'The price fell';
      await step(request, adminToken, id, 'withdraw', { version: (await closing()).version, reason });
      const clerk = await newMember(request, server.dataDir);
      changeData(server.dataDir, 'update users set coordinator = 1 where email = ?', clerk.email);
      await beginWith(page, clerk.token);
      const { click, clicks } = await weekOf(page);
      await click(waits(page).getByRole('link', { name: `Send letter: ${property}` }));
      await click(page.getByRole('button', { name: /^Mark notice \d+ as sent$/ }));
      await expect(said(page, 'Marked as sent')).toBeVisible();
      expect(clicks()).toBeLessThanOrEqual(2);
      const own = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width, height } });
      const theirs = await own.newPage();
      await beginWith(theirs, agent.token);
      await theirs.goto('/notifications');
      await expect(theirs.getByRole('listitem').filter({ hasText: property }).first()).toContainText(reason);
      await own.close();
    });

    test('a call with a next step is logged with two clicks', async ({ page, request, signIn }) => {
      const { name } = await newLead(request);
      await signIn();
      const { click, clicks } = await weekOf(page);
      await click(waits(page).getByRole('button', { name: `Log call: ${name}` }));
      await dialogOf(page).getByLabel('Next step (optional)').fill('Send the fees');
      await dialogOf(page).getByLabel('On', { exact: true }).fill('2099-01-31');
      await click(dialogOf(page).getByRole('button', { name: 'Log', exact: true }));
      await expect(said(page, 'Call logged')).toBeVisible();
      expect(clicks()).toBeLessThanOrEqual(3);
    });

    test('an ordinary closing is approved with three clicks', async ({ page, request, server, signIn }) => {
      const { agent } = await office(request, server.dataDir);
      const { property } = await reportByApi(request, agent);
      await signIn();
      const { click, clicks } = await weekOf(page);
      await click(waits(page).getByRole('link', { name: `Approve: ${property}` }));
      await click(page.getByRole('button', { name: 'Approve', exact: true }));
      await dialogOf(page).getByLabel('Your signature').fill('Ada Broker');
      await click(dialogOf(page).getByRole('button', { name: 'Approve' }));
      await expect(page.getByRole('button', { name: /^Download letter/ })).toBeVisible();
      expect(clicks()).toBeLessThanOrEqual(3);
    });

    test('a letter is emailed with three clicks', async ({ page, request, server, signIn }) => {
      const { agent, adminToken } = await office(request, server.dataDir);
      const { id, property } = await reportByApi(request, agent);
      const headers = { 'x-auth-token': adminToken };
      const { version, letter } = await (await request.get(`/api/closings/${id}`, { headers })).json();
      const approval = { version, signature: 'Ada Broker', sha256: letter.sha256 };
      await step(request, adminToken, id, 'approve', approval);
      await signIn();
      const { click, clicks } = await weekOf(page);
      await click(waits(page).getByRole('link', { name: `Send letter: ${property}` }));
      await click(page.getByRole('button', { name: 'Email letter to escrow' }));
      await dialogOf(page).getByLabel('Email address').fill('officer@escrow.example');
      await expect(dialogOf(page)).toContainText(/Commission instruction \d+\.pdf/);
      await click(dialogOf(page).getByRole('button', { name: 'Send email' }));
      await expect(said(page, 'Email on its way')).toBeVisible();
      await expect(page.getByText('by email to officer@escrow.example')).toBeVisible();
      expect(clicks()).toBeLessThanOrEqual(3);
    });

    test('a payment is noted with two clicks', async ({ page, request, server, signIn }) => {
      const { agent, adminToken } = await office(request, server.dataDir);
      const property = await unpaid(request, adminToken, agent);
      await signIn();
      const { click, clicks } = await weekOf(page);
      await click(waits(page).getByRole('link', { name: `Note payment: ${property}` }));
      await dialogOf(page).getByLabel('Method').fill('Check 1042');
      await click(dialogOf(page).getByRole('button', { name: 'Paid' }));
      await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
      expect(clicks()).toBeLessThanOrEqual(2);
    });

    test('an agreement is countersigned with three clicks', async ({ page, request, server, signIn }) => {
      const token = await signIn();
      const call = callsOf(request, token);
      await readyToSend(call);
      const member = await newMember(request, server.dataDir);
      const own = callsOf(request, member.token);
      await own('put', '/api/licenses/me', { number: `0177${width}`.padEnd(8, '7'), expires: '2099-05-31' });
      const { _id } = Object(await own('get', '/api/auth'));
      await call('post', '/api/agreements/asks', { who: 'chosen', chosen: [_id], due: '2099-12-31' });
      const { sha256 } = Object(await own('post', '/api/agreements/mine/review'));
      await own('post', '/api/agreements/mine/sign', {
        name: member.name,
        agree: true,
        consent: true,
        sha256,
      });
      const { click, clicks } = await weekOf(page);
      await click(waits(page).getByRole('link', { name: `Countersign: ${member.name}` }));
      await click(page.getByRole('button', { name: `Countersign the agreement of ${member.name}` }));
      await click(page.getByRole('alertdialog').getByRole('button', { name: 'Countersign' }));
      await expect(page.getByRole('button', { name: `End the agreement of ${member.name}` })).toBeVisible();
      expect(clicks()).toBeLessThanOrEqual(3);
      // Other tests of the worker expect no license that waits to be checked.
      const gone = await request.delete(`/api/users/${_id}`, { headers: { 'x-auth-token': token } });
      expect(gone.ok()).toBe(true);
    });

    test('a signed application is seen by who decides on it, and opened from the notification', async ({
      page,
      request,
      server,
      signIn,
    }) => {
      const { name } = await signedLead(request, callsOf(request, await signIn()), server.dataDir);
      await page.goto('/dashboard');
      await expect(waits(page).getByRole('link', { name: `Decide: ${name}` })).toBeVisible();
      await page.goto('/notifications');
      await page.getByRole('link', { name: `${name} signed the agreement` }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
    });

    test('an overdue due is seen by who collects it and by who owes it, with its amount', async ({
      page,
      browser,
      baseURL,
      request,
      server,
      signIn,
    }) => {
      const member = await newMember(request, server.dataDir);
      const call = callsOf(request, await signIn());
      const { _id } = Object(await callsOf(request, member.token)('get', '/api/auth'));
      const due = { label: 'Lockbox', amount: 95_00, reason: 'Not returned', due: '2026-01-05' };
      await call('post', '/api/dues', { member: _id, ...due });
      await page.goto('/dashboard');
      await expect(waits(page).getByRole('listitem').filter({ hasText: member.name })).toContainText('$95');
      await waits(page)
        .getByRole('link', { name: `Look at it: ${member.name}` })
        .click();
      await expect(page.getByRole('table', { name: 'Dues' })).toContainText(member.name);
      const own = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width, height } });
      const theirs = await own.newPage();
      await beginWith(theirs, member.token);
      await theirs.goto('/dashboard');
      await expect(waits(theirs)).toContainText('$95');
      await expect(waits(theirs)).toContainText('Overdue: Jan 5, 2026');
      await waits(theirs).getByRole('link', { name: 'See my dues: Lockbox' }).click();
      await expect(theirs.getByText('You owe $95.')).toBeVisible();
      await own.close();
    });

    test('a leaving is told to who gives the notice, who finds it in the file', async ({
      page,
      request,
      server,
      signIn,
    }) => {
      const member = await newMember(request, server.dataDir, 'Lena Leaver');
      giveLicense(server.dataDir, member, `0177${width}`.padEnd(8, '8'));
      const call = callsOf(request, await signIn());
      const { _id } = Object(await callsOf(request, member.token)('get', '/api/auth'));
      await call('post', `/api/compliance/members/${_id}/entries`, {
        kind: 'joined',
        on: '2020-01-01',
        note: '',
      });
      const clerk = await newMember(request, server.dataDir);
      changeData(server.dataDir, 'update users set compliance = 1 where email = ?', clerk.email);
      const on = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format();
      await call('post', `/api/compliance/members/${_id}/leaving`, { on, reason: 'Moves to Nevada' });
      const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'medium' });
      const subject = `${member.name} left on ${day.format()}`;
      const text = await mailedText(server.dataDir, clerk.email, subject);
      const [place = ''] = /\/dashboard\/admin\/compliance\/[\w-]+/.exec(text) ?? [];
      await page.addInitScript((token) => localStorage.setItem('token', token), clerk.token);
      await page.goto(place);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name);
      await expect(page.getByRole('list', { name: 'Open' })).toContainText('Notice of leaving');
    });

    test("a person's license is found with two clicks", async ({ page, request, server, signIn }) => {
      const member = await newMember(request, server.dataDir);
      const number = width === 390 ? '01774422' : '01774423';
      giveLicense(server.dataDir, member, number);
      await signIn();
      const { click, clicks } = await weekOf(page);
      await click(page.getByRole('button', { name: /^Search/ }).first());
      const palette = page.getByRole('dialog', { name: 'Search' });
      await palette.getByRole('combobox', { name: 'Search' }).fill(number);
      await click(palette.getByRole('option').filter({ hasText: member.name }).first());
      await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(number);
      expect(clicks()).toBeLessThanOrEqual(2);
    });

    test('a W-9 that a member hands in is checked off by who is told of it', async ({
      page,
      browser,
      baseURL,
      request,
      server,
      signIn,
      expectAccessible,
    }) => {
      const member = await newMember(request, server.dataDir);
      giveLicense(server.dataDir, member, '01775533');
      const own = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width, height } });
      const theirs = await own.newPage();
      await beginWith(theirs, member.token);
      await theirs.goto('/dashboard/license');
      const form = theirs.getByRole('region', { name: 'Hand in a document' });
      await form.getByLabel('Document').selectOption('W-9');
      const photo = await theirs.screenshot({ type: 'jpeg' });
      await expect(form.getByText('Choose a PDF or photo')).toBeVisible();
      // A text does not arrive, and the photo that is handed in next belongs to the same document.
      for (const [name, mimeType, buffer] of [
        ['w9.txt', 'text/plain', Buffer.from('W-9')],
        ['w9.jpg', 'image/jpeg', photo],
      ] as const) {
        await form.getByLabel('PDF or photo').setInputFiles({ name, mimeType, buffer });
        await form.getByRole('button', { name: 'Hand in' }).click();
        if (buffer !== photo) await expect(alerted(theirs, 'Add the file again below.')).toBeVisible();
      }
      await expect(said(theirs, 'Handed in')).toBeVisible();
      const submitted = theirs.getByRole('list', { name: 'What you submitted' });
      await expect(submitted.getByRole('button', { name: 'Open file' })).toBeVisible();
      await expect(submitted.getByRole('article')).toHaveCount(1);
      await own.close();
      await signIn();
      await page.goto('/notifications');
      await expect(
        page.getByRole('link', { name: `${member.name} handed in a document` }).first(),
      ).toBeVisible();
      await page.goto('/dashboard');
      await page.getByRole('link', { name: `Check off: ${member.name}` }).click();
      await expect(page.getByRole('list', { name: 'Open' })).toContainText('Handed in, to check off: W-9');
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Open' })).not.toContainText('to check off');
      await expect(page.getByRole('button', { name: 'Uncheck: W-9 received' })).toBeVisible();
      await expectAccessible();
    });
  });

import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { giveLicense, office, reportByApi } from './closings.ts';
import { adminToken as adminTokenOf } from './feed.ts';
import { alerted, expect, moveTo, said, test } from './fixtures.ts';
import { callsOf, newLead, readyToSend, signedLead } from './joining.ts';
import { mailedText } from './mails.ts';
import { beginWith, changeData, goOnAs, newMember } from './members.ts';

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
  await moveTo(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
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

/** After this a closing whose letter is sent waits for its payment. */
async function close(request: APIRequestContext, token: string, id: string): Promise<void> {
  const headers = { 'x-auth-token': token };
  const { package: items } = await (await request.get(`/api/closings/${id}`, { headers })).json();
  await step(request, token, id, 'steps', { step: 'closed' });
  const ticked = items.map(({ item }: { item: string }) => item);
  const put = await request.put(`/api/closings/${id}/package`, { headers, data: { ticked } });
  expect(put.ok(), await put.text()).toBe(true);
  await step(request, token, id, 'steps', { step: 'package-received' });
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
      await moveTo(page, '/notifications');
      await page.getByRole('link', { name: `${name} sent an inquiry` }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    });

    test('a withdrawn letter is seen by its agent, and by who sends the notice', async ({
      page,
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
      await page.goto('/dashboard');
      const { click, clicks } = await weekOf(page);
      await click(waits(page).getByRole('link', { name: `Send letter: ${property}` }));
      await click(page.getByRole('button', { name: /^Mark notice \d+ as sent$/ }));
      await expect(said(page, 'Marked as sent')).toBeVisible();
      expect(clicks()).toBeLessThanOrEqual(2);
      await goOnAs(page, agent.token, '/notifications');
      await expect(page.getByRole('listitem').filter({ hasText: property }).first()).toContainText(reason);
    });

    test('what waits for an admin is done with few clicks', async ({ page, request, server, signIn }) => {
      const token = await signIn();
      const call = callsOf(request, token);
      const { name } = await newLead(request);
      const { agent } = await office(request, server.dataDir);
      const { id, property } = await reportByApi(request, agent);
      await page.goto('/dashboard');
      await test.step('a call with a next step is logged with two clicks', async () => {
        const { click, clicks } = await weekOf(page);
        await click(waits(page).getByRole('button', { name: `Log call: ${name}` }));
        await dialogOf(page).getByLabel('Next step (optional)').fill('Send the fees');
        await dialogOf(page).getByLabel('On', { exact: true }).fill('2099-01-31');
        await click(dialogOf(page).getByRole('button', { name: 'Log', exact: true }));
        await expect(said(page, 'Call logged')).toBeVisible();
        expect(clicks()).toBeLessThanOrEqual(3);
      });
      await test.step('an ordinary closing is approved with three clicks', async () => {
        const { click, clicks } = await weekOf(page);
        await click(waits(page).getByRole('link', { name: `Approve: ${property}` }));
        await click(page.getByRole('button', { name: 'Approve', exact: true }));
        await dialogOf(page).getByLabel('Your signature').fill('Ada Broker');
        await click(dialogOf(page).getByRole('button', { name: 'Approve' }));
        await expect(page.getByRole('button', { name: /^Download letter/ })).toBeVisible();
        expect(clicks()).toBeLessThanOrEqual(3);
      });
      await test.step('its letter is emailed with three clicks', async () => {
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
      await test.step('its payment is noted with two clicks', async () => {
        await close(request, token, id);
        // The page has seen the closing as it was before.
        await page.goBack();
        await expect(page).toHaveURL(/\/dashboard$/);
        const { click, clicks } = await weekOf(page);
        await click(waits(page).getByRole('link', { name: `Note payment: ${property}` }));
        await dialogOf(page).getByLabel('Method').fill('Check 1042');
        await click(dialogOf(page).getByRole('button', { name: 'Paid' }));
        await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
        expect(clicks()).toBeLessThanOrEqual(2);
      });

      const member = await newMember(request, server.dataDir);
      const number = `0177${width}`.padEnd(8, '7');
      const own = callsOf(request, member.token);
      const { _id } = Object(await own('get', '/api/auth'));
      await test.step('an agreement is countersigned with three clicks', async () => {
        await readyToSend(call);
        await own('put', '/api/licenses/me', { number, expires: '2099-05-31' });
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
      });
      await test.step("a person's license is found with two clicks", async () => {
        const { click, clicks } = await weekOf(page);
        await click(page.getByRole('button', { name: /^Search/ }).first());
        const palette = page.getByRole('dialog', { name: 'Search' });
        await palette.getByRole('combobox', { name: 'Search' }).fill(number);
        await click(palette.getByRole('option').filter({ hasText: member.name }).first());
        await expect(page.getByRole('region', { name: 'At a glance' })).toContainText(number);
        expect(clicks()).toBeLessThanOrEqual(2);
      });
      // Other tests of the worker expect no license that waits to be checked.
      const gone = await request.delete(`/api/users/${_id}`, { headers: { 'x-auth-token': token } });
      expect(gone.ok()).toBe(true);
    });

    test('what a member owes and hands in, and what an applicant signs, is seen on both sides', async ({
      page,
      request,
      server,
      expectAccessible,
    }) => {
      const member = await newMember(request, server.dataDir);
      giveLicense(server.dataDir, member, '01775533');
      const token = await adminTokenOf(request);
      const call = callsOf(request, token);
      const { _id } = Object(await callsOf(request, member.token)('get', '/api/auth'));
      const due = { label: 'Lockbox', amount: 95_00, reason: 'Not returned', due: '2026-01-05' };
      await call('post', '/api/dues', { member: _id, ...due });
      await beginWith(page, member.token);
      await page.goto('/dashboard');
      await test.step('an overdue due is seen by who owes it, with its amount', async () => {
        await expect(waits(page)).toContainText('$95');
        await expect(waits(page)).toContainText('Overdue: Jan 5, 2026');
        await waits(page).getByRole('link', { name: 'See my dues: Lockbox' }).click();
        await expect(page.getByText('You owe $95.')).toBeVisible();
      });
      await test.step('a member hands in a W-9', async () => {
        await moveTo(page, '/dashboard/license');
        const form = page.getByRole('region', { name: 'Hand in a document' });
        await form.getByLabel('Document').selectOption('W-9');
        const photo = await page.screenshot({ type: 'jpeg' });
        await expect(form.getByText('Choose a PDF or photo')).toBeVisible();
        // A text does not arrive, and the photo that is handed in next belongs to the same document.
        for (const [name, mimeType, buffer] of [
          ['w9.txt', 'text/plain', Buffer.from('W-9')],
          ['w9.jpg', 'image/jpeg', photo],
        ] as const) {
          await form.getByLabel('PDF or photo').setInputFiles({ name, mimeType, buffer });
          await form.getByRole('button', { name: 'Hand in' }).click();
          if (buffer !== photo) await expect(alerted(page, 'Add the file again below.')).toBeVisible();
        }
        await expect(said(page, 'Handed in')).toBeVisible();
        const submitted = page.getByRole('list', { name: 'What you submitted' });
        await expect(submitted.getByRole('button', { name: 'Open file' })).toBeVisible();
        await expect(submitted.getByRole('article')).toHaveCount(1);
      });
      const applicant = await signedLead(request, call, server.dataDir);
      await goOnAs(page, token, '/dashboard');
      await test.step('the due is seen by who collects it', async () => {
        await expect(
          waits(page).getByRole('listitem').filter({ hasText: member.name }).filter({ hasText: '$95' }),
        ).toBeVisible();
        await expect(waits(page).getByRole('link', { name: `Decide: ${applicant.name}` })).toBeVisible();
        await waits(page)
          .getByRole('link', { name: `Look at it: ${member.name}` })
          .click();
        await expect(page.getByRole('table', { name: 'Dues' })).toContainText(member.name);
      });
      await test.step('the W-9 is checked off by who is told of it', async () => {
        await moveTo(page, '/notifications');
        await expect(
          page.getByRole('link', { name: `${member.name} handed in a document` }).first(),
        ).toBeVisible();
        await moveTo(page, '/dashboard');
        await page.getByRole('link', { name: `Check off: ${member.name}` }).click();
        await expect(page.getByRole('list', { name: 'Open' })).toContainText('Handed in, to check off: W-9');
        await page.getByRole('button', { name: 'Confirm', exact: true }).click();
        await expect(page.getByRole('list', { name: 'Open' })).not.toContainText('to check off');
        await expect(page.getByRole('button', { name: 'Uncheck: W-9 received' })).toBeVisible();
        await expectAccessible();
      });
      await test.step('the application, seen by who decides on it, opens from the notification', async () => {
        const { name } = applicant;
        await moveTo(page, '/notifications');
        await page.getByRole('link', { name: `${name} signed the agreement` }).click();
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
      });
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
  });

import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { type Browser, startFirefox, startWebKit } from './browsers/driver.ts';
import { enter, escapeKey, Visitor } from './browsers/visitor.ts';
import { withoutScript } from './browsers/without-script.ts';
import { office, property } from './closings.ts';
import { admin, expect, test as inChromium } from './fixtures.ts';
import { callsOf, newLead, readyToSend } from './joining.ts';
import { mailedCode, mailedLink } from './mails.ts';

const browsers = { Firefox: startFirefox, WebKitGTK: startWebKit };

interface Other {
  visitor: Visitor;
  /** A token of the admin, for what is made beforehand. */
  token: string;
}

for (const [name, start] of Object.entries(browsers)) {
  const test = inChromium.extend<Other, { browserOfTests: Browser }>({
    // Chromium is not started for these.
    quietConsole: async ({ baseURL: _ }, use) => use(undefined),
    patience: async ({ baseURL: _ }, use) => use(undefined),
    browserOfTests: [
      async ({ server: _ }, use) => {
        const browser = await start();
        await use(browser);
        await browser.close();
      },
      { scope: 'worker' },
    ],
    visitor: async ({ browserOfTests, server }, use) => {
      const visitor = new Visitor(browserOfTests, server.url);
      await use(visitor);
      await visitor.open('/accessibility');
      await visitor.run('localStorage.clear(); sessionStorage.clear();');
    },
    token: async ({ request }, use) => use(await tokenOf(request)),
  });

  test.describe(`in ${name}`, () => {
    test.describe.configure({ mode: 'default' });
    test.setTimeout(600_000);

    test('a visitor computes and writes to the office', async ({ visitor }) => {
      await visitor.open('/#calculator');
      await visitor.write('Sale price', '1200000');
      await visitor.sees('$30,000');
      await visitor.open('/contact');
      await visitor.press('Send');
      await visitor.sees('First name is required');
      await visitor.write('First name', 'Ana');
      await visitor.write('Last name', 'Ortiz');
      await visitor.write('Phone', '619 555 0100');
      await visitor.write('Email', `${randomUUID()}@example.com`);
      await visitor.press('Send');
      await visitor.sees('Email Sent!');
    });

    for (const script of ['with', 'without'] as const)
      test(`an applicant applies and signs ${script} script`, async ({
        browserOfTests,
        server,
        request,
        token,
      }) => {
        const site = script === 'with' ? undefined : await withoutScript(server.url);
        const visitor = new Visitor(browserOfTests, site?.url ?? server.url);
        try {
          const call = callsOf(request, token);
          await readyToSend(call);
          const { name: person, email } = await newLead(request);
          const [lead] = Object(await call('get', `/api/leads?search=${email}`));
          await call('post', `/api/joining/leads/${lead._id}/invitation`);
          const { pathname } = new URL(await mailedLink(server.dataDir, email, 'Apply to join'));
          await visitor.open(`${pathname}.`);
          await visitor.press('Start');
          await visitor.sees('Your license');
          await visitor.write('DRE license number', '123');
          await visitor.press('Save and continue');
          await visitor.sees('License must be 8 digits');
          await visitor.write('Name as licensed', person);
          await visitor.write('DRE license number', '01234567');
          await visitor.check('Salesperson');
          await visitor.run(`document.querySelector('input[type=date]').value = '2099-05-31';`);
          await visitor.press('Save and continue');
          await visitor.sees('Your current brokerage');
          await visitor.write('Current broker', 'Split Realty');
          await visitor.check('No');
          await visitor.press('Save and continue');
          await visitor.sees('How to reach you');
          await visitor.write('Mailing address', '1 Ocean Ave, San Diego');
          await visitor.write('Phone', '619 555 0100');
          await visitor.press('Save and continue');
          await visitor.sees('E&O claims');
          await visitor.check('No');
          await visitor.press('Save and continue');
          await visitor.sees('How you get paid');
          await visitor.check('Me, the licensee');
          await visitor.press('Save and continue');
          await visitor.sees('Your agreement');
          await visitor.write('Your name as licensed', person);
          await visitor.check('I agree to sign this agreement electronically');
          await visitor.check('I have read this agreement');
          await visitor.press('Email me a code');
          await visitor.sees('We emailed a code');
          await visitor.write('Code from your email', await mailedCode(server.dataDir, email));
          await visitor.press('Sign the agreement');
          await visitor.sees('Thank you, Ana');
        } finally {
          await site?.close();
        }
      });

    test('an admin signs in, posts, notes a call and reports a closing', async ({ visitor, request }) => {
      const { name: person } = await newLead(request);
      await visitor.open('/login');
      await visitor.write('Email', admin.email);
      await visitor.write('Password', 'wrong');
      await visitor.press('Sign in');
      await visitor.sees('Invalid Credentials');
      await visitor.write('Password', admin.password);
      await visitor.press('Sign in');
      await visitor.isAt('/dashboard');

      await visitor.open('/posts');
      const text = `From ${name} ${randomUUID()}`;
      await visitor.write('Say Something...', text);
      await visitor.control(enter);
      await visitor.sees('Post Created');
      await visitor.sees(text);

      await visitor.open('/dashboard/leads');
      await visitor.sees(person);
      await visitor.type('jj');
      await visitor.type(enter);
      await visitor.sees('2 of');
      await visitor.type('k');
      await visitor.sees('1 of');
      await visitor.type(escapeKey);
      await visitor.isAt('/dashboard/leads');
      await visitor.type(enter);
      await visitor.sees('1 of');
      await visitor.open('/dashboard/leads');
      await visitor.press(person);
      await visitor.write('New note', 'Called back');
      await visitor.press('Save note');
      await visitor.sees('Note saved');

      await visitor.open('/dashboard/my-closings');
      await visitor.press('Report a closing');
      await visitor.sees('Report a closing');
      await visitor.write('Property', `${name} Laurel Ave, Burbank`);
      await visitor.write('Sale price', '1050000');
      await visitor.write('Commission of this side, %', '1');
      await visitor.sees('1% of the $1,050,000 sales price');
    });

    test('a closing goes from the report to the payment', async ({ visitor, request, server, token }) => {
      const { agent } = await office(request, server.dataDir);
      const street = property();
      const be = async (who: string) => {
        await visitor.open('/accessibility');
        await visitor.run(`localStorage.setItem('token', given[0]);`, [who]);
      };
      await be(agent.token);
      await visitor.open('/dashboard/my-closings/new');
      await visitor.press('Report closing');
      await visitor.sees('Property is required');
      await visitor.write('Property', street);
      await visitor.write('Sale price', '1,050,000');
      await visitor.write('Commission of this side, %', '1');
      await visitor.write('Company', 'Golden Escrow');
      await visitor.write('File number', 'GE-77');
      await visitor.press('Report closing');
      await visitor.sees('Reported');
      await be(token);
      await visitor.open('/dashboard/admin/closings');
      await visitor.press(street);
      await visitor.write('Transaction fee', '1000');
      await visitor.press('Save decisions');
      await visitor.sees('Decisions saved');
      await visitor.press('Approve');
      await visitor.write('Your signature', 'Ada Broker');
      await visitor.press('Approve');
      await visitor.press('Mark as sent');
      await visitor.press('Closed');
      await visitor.sees('Date and time (optional)');
      await visitor.press('Closed');
      await visitor.check('Closing disclosure');
      await visitor.sees('Closing package (1 of 2)');
      await visitor.check('Signed instruction');
      await visitor.sees('Closing package (2 of 2)');
      await visitor.press('Package received');
      await visitor.sees('Date and time (optional)');
      await visitor.press('Package received');
      await visitor.press('Paid');
      await visitor.write('Method', 'Check 1042');
      await visitor.press('Paid');
      await visitor.sees('Paid on time');
      await be(agent.token);
      await visitor.open('/dashboard/my-closings');
      await visitor.press('My year');
      await visitor.sees('You kept $9,500');
    });

    test('an editor types and pastes', async ({ visitor, token }) => {
      await visitor.open('/accessibility');
      // Copied by hand, as the clipboard holds what this browser puts there.
      await visitor.run(
        `
        localStorage.setItem('token', given[0]);
        const copied = document.createElement('div');
        copied.innerHTML = '<p>and <strong>pasted</strong> from elsewhere</p>';
        document.querySelector('main').prepend(copied);
        getSelection().selectAllChildren(copied);`,
        [token],
      );
      await visitor.control('c');
      await visitor.open('/dashboard/add-article');
      await visitor.write('Title', `Written in ${name}`);
      await visitor.write('Text', 'Typed by hand');
      await visitor.control('v');
      await visitor.sees('pasted from elsewhere');
      expect(await visitor.run(`return document.querySelector('[role=textbox] strong')?.textContent;`)).toBe(
        'pasted',
      );
    });
  });
}

async function tokenOf(request: APIRequestContext): Promise<string> {
  return (await (await request.post('/api/auth', { data: admin })).json()).token;
}

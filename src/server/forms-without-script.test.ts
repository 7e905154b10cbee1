import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeAnswers } from '../../test/answers.ts';
import { broker, invitedLead, mailedCode, read, signedLead } from '../../test/joining.ts';
import { textsTo } from '../../test/mails.ts';
import { type Answer, type TestServer, testServer } from '../../test/server.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await testServer();
  admin = (await broker(server)).token;
});
afterAll(() => server.stop());

interface Form {
  address: string;
  fields: Record<string, string>;
  /** The page's words about where the form leads. */
  shows: string;
}

const applicant = () => invitedLead(server, admin);
const complete = async () => {
  const invited = await applicant();
  return { ...invited, sha256: await read(server, invited) };
};
const signed = { name: completeAnswers.name ?? '', agree: 'yes', consent: 'yes' };
const asked = async () => {
  const { id, token } = await signedLead(server, admin);
  await server.made(`POST /api/joining/applications/${id}/question`, {
    token: admin,
    body: { text: 'Which MLS?' },
  });
  return token;
};
const contact = { firstName: 'Ana', lastName: 'Ortiz', phone: '619 555 0100' };
const privacy = { kind: 'know', name: 'Ana Ortiz' };
const confirmation = async () => {
  const email = 'confirms@example.com';
  await send({ address: '/privacy-request', fields: { ...privacy, email }, shows: '' });
  return /\/privacy-request\/confirm\/[\w-]+/.exec((await textsTo(server, email))[0] ?? '')?.[0] ?? '';
};

/** Every form that works without script, by its route: as it is filled in rightly, and wrongly where that can be. */
const forms: Record<string, (() => Promise<Form>)[]> = {
  '/contact': [
    async () => ({
      address: '/contact',
      fields: { ...contact, email: 'ana@example.com' },
      shows: 'Email Sent!',
    }),
    async () => ({
      address: '/contact',
      fields: { ...contact, email: 'wrong' },
      shows: 'Please include a valid email',
    }),
  ],
  '/privacy-request': [
    async () => ({
      address: '/privacy-request',
      fields: { ...privacy, email: 'ana@example.com' },
      shows: 'We received your request',
    }),
    async () => ({ address: '/privacy-request', fields: privacy, shows: 'Please include a valid email' }),
  ],
  '/privacy-request/confirm/:token': [
    async () => ({ address: await confirmation(), fields: {}, shows: 'Your request is confirmed' }),
  ],
  '/join/:token/decline': [
    async () => ({
      address: `/join/${(await applicant()).token}/decline`,
      fields: { sure: 'yes' },
      shows: 'Thank you for telling us',
    }),
    async () => ({
      address: `/join/${(await applicant()).token}/decline`,
      fields: {},
      shows: 'Check the box to close your application',
    }),
  ],
  '/join/:token/reply': [
    async () => ({ address: `/join/${await asked()}/reply`, fields: { text: 'CRMLS' }, shows: 'Thank you' }),
    async () => ({
      address: `/join/${await asked()}/reply`,
      fields: { text: ' ' },
      shows: 'Answer is required',
    }),
  ],
  '/join/:token/code': [
    async () => {
      const { token, sha256 } = await complete();
      return {
        address: `/join/${token}/code`,
        fields: { ...signed, sha256 },
        shows: 'Code from your email',
      };
    },
    async () => {
      const { token, sha256 } = await complete();
      return { address: `/join/${token}/code`, fields: { name: 'Kim', sha256 }, shows: 'value="Kim"' };
    },
  ],
  '/join/:token/sign': [
    async () => {
      const invited = await complete();
      const code = await mailedCode(server, invited, invited.sha256);
      return {
        address: `/join/${invited.token}/sign`,
        fields: { ...signed, sha256: invited.sha256, code },
        shows: 'You signed',
      };
    },
    async () => {
      const invited = await complete();
      await mailedCode(server, invited, invited.sha256);
      return {
        address: `/join/${invited.token}/sign`,
        fields: { ...signed, sha256: invited.sha256, code: 'none' },
        shows: 'Code from your email',
      };
    },
  ],
  '/join/:token/:step': [
    async () => ({
      address: `/join/${(await applicant()).token}/claims`,
      fields: { claims: 'no', claimsText: '' },
      shows: 'Your license',
    }),
    async () => ({
      address: `/join/${(await applicant()).token}/license`,
      fields: { name: 'Ana Ortiz', license: '123' },
      shows: 'value="123"',
    }),
  ],
};

const send = ({ address, fields }: Form) =>
  server.call(`POST ${address}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** As a browser does that opens the address in a new tab. */
async function open(address: string): Promise<Answer> {
  const answer = await server.call(`GET ${address.replace(/#.*/, '')}`);
  const on = answer.headers.get('location');
  return answer.status === 303 && on ? open(on) : answer;
}

it('every form is in the table', () => {
  const routes = globSync('src/server/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((source) => source.includes('register(formBody)'))
    .flatMap((source) => [...source.matchAll(/app\.post(?:<[^(]*>)?\(\s*[`']([^`']+)/g)])
    .map(([, path = '']) => path.replace('$' + '{path}', '/privacy-request/confirm'));
  expect(routes.toSorted()).toEqual(Object.keys(forms).toSorted());
});

const cases = Object.entries(forms).flatMap(([route, all]) =>
  all.map((make, at) => [`${route}, ${at === 0 ? 'right' : 'wrong'}`, make] as const),
);

it.each(cases)('%s: leads to an address that shows the same step whenever it is opened', async (_, make) => {
  const form = await make();
  const posted = await send(form);
  expect(posted.status).toBe(303);
  const location = posted.headers.get('location') ?? '';
  for (let times = 0; times < 2; times++) {
    const { status, body } = await open(location);
    expect(status).toBe(200);
    expect(body).toContain(form.shows);
  }
  for (const value of Object.values(form.fields)) if (value.length > 3) expect(location).not.toContain(value);
  // The address that the form was sent to stands in histories of browsers, too.
  expect((await open(form.address)).status).toBe(200);
});

it('the page of the agreement has the field for a code that was mailed, on whatever device', async () => {
  const invited = await complete();
  const page = `/join/${invited.token}/agreement`;
  expect((await open(page)).body).not.toContain('Code from your email');
  const first = await mailedCode(server, invited, invited.sha256);
  expect((await open(page)).body).toContain('Code from your email');
  // Another one is the same, so that each of the emails counts.
  expect(await mailedCode(server, invited, invited.sha256)).toBe(first);
});

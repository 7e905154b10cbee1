import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import {
  type Applicant,
  broker,
  checkedLicense,
  invitedLead,
  mailedCode,
  read,
} from '../../../../test/joining.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { tokenScopes } from '../../../shared/api-tokens/token-scope-names.ts';
import { joiningContract } from '../../../shared/joining/joining.contract.ts';

/**
 * Each act on an application, by who acts and where it stands (docs/product.md P27, docs/security.md S18). The applicant has
 * the link and no session; all others have a session or a token with each scope, and a link that they guess. The owner is the
 * admin whose lead it is; owner and admin are not named as those who sign for the broker.
 *
 *   told   who gets an email: "-" for no one
 *   trail  what the history of the application says, with its person
 *   logs   what the audit log says, by that person, and the security log
 */
const matrix = `
act                                                state      applicant  owner  signer  admin  coordinator  member  token  told             trail            logs

POST   /api/join                                   invited          200    404     404    404          404     404    404  -                -                -
POST   /api/join                                   started          200    404     404    404          404     404    404  -                -                -
POST   /api/join                                   signed           200    404     404    404          404     404    404  -                -                -
POST   /api/join                                   question         200    404     404    404          404     404    404  -                -                -
POST   /api/join                                   approved         200    404     404    404          404     404    404  -                -                -
POST   /api/join                                   joined           200    404     404    404          404     404    404  -                -                -
POST   /api/join                                   declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join                                   withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join                                   closed           404    404     404    404          404     404    404  -                -                -

POST   /api/join/answers                           invited          200    404     404    404          404     404    404  -                opened           -
POST   /api/join/answers                           started          200    404     404    404          404     404    404  -                -                -
POST   /api/join/answers                           signed           409    404     404    404          404     404    404  -                -                -
POST   /api/join/answers                           question         409    404     404    404          404     404    404  -                -                -
POST   /api/join/answers                           approved         409    404     404    404          404     404    404  -                -                -
POST   /api/join/answers                           joined           409    404     404    404          404     404    404  -                -                -
POST   /api/join/answers                           declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join/answers                           withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join/answers                           closed           404    404     404    404          404     404    404  -                -                -

POST   /api/join/agreement                         invited          400    404     404    404          404     404    404  -                -                -
POST   /api/join/agreement                         started          200    404     404    404          404     404    404  -                reviewed         -
POST   /api/join/agreement                         signed           409    404     404    404          404     404    404  -                -                -
POST   /api/join/agreement                         question         409    404     404    404          404     404    404  -                -                -
POST   /api/join/agreement                         approved         409    404     404    404          404     404    404  -                -                -
POST   /api/join/agreement                         joined           409    404     404    404          404     404    404  -                -                -
POST   /api/join/agreement                         declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join/agreement                         withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join/agreement                         closed           404    404     404    404          404     404    404  -                -                -

POST   /api/join/copy                              invited          404    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              started          404    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              signed           200    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              question         200    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              approved         200    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              joined           200    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join/copy                              closed           404    404     404    404          404     404    404  -                -                -

POST   /api/join/code                              invited          409    404     404    404          404     404    404  -                -                -
POST   /api/join/code                              started          200    404     404    404          404     404    404  applicant        code-sent        -
POST   /api/join/code                              signed           409    404     404    404          404     404    404  -                -                -
POST   /api/join/code                              question         409    404     404    404          404     404    404  -                -                -
POST   /api/join/code                              approved         409    404     404    404          404     404    404  -                -                -
POST   /api/join/code                              joined           409    404     404    404          404     404    404  -                -                -
POST   /api/join/code                              declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join/code                              withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join/code                              closed           404    404     404    404          404     404    404  -                -                -

POST   /api/join/sign                              invited          400    404     404    404          404     404    404  -                -                -
POST   /api/join/sign                              started          200    404     404    404          404     404    404  applicant,owner  signed           agreement.signed
POST   /api/join/sign                              signed           409    404     404    404          404     404    404  -                -                -
POST   /api/join/sign                              question         409    404     404    404          404     404    404  -                -                -
POST   /api/join/sign                              approved         409    404     404    404          404     404    404  -                -                -
POST   /api/join/sign                              joined           409    404     404    404          404     404    404  -                -                -
POST   /api/join/sign                              declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join/sign                              withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join/sign                              closed           404    404     404    404          404     404    404  -                -                -

POST   /api/join/reply                             invited          400    404     404    404          404     404    404  -                -                -
POST   /api/join/reply                             started          400    404     404    404          404     404    404  -                -                -
POST   /api/join/reply                             signed           400    404     404    404          404     404    404  -                -                -
POST   /api/join/reply                             question         200    404     404    404          404     404    404  owner            answered         -
POST   /api/join/reply                             approved         400    404     404    404          404     404    404  -                -                -
POST   /api/join/reply                             joined           400    404     404    404          404     404    404  -                -                -
POST   /api/join/reply                             declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join/reply                             withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join/reply                             closed           404    404     404    404          404     404    404  -                -                -

POST   /api/join/decline                           invited          200    404     404    404          404     404    404  applicant,owner  withdrawn        -
POST   /api/join/decline                           started          200    404     404    404          404     404    404  applicant,owner  withdrawn        -
POST   /api/join/decline                           signed           200    404     404    404          404     404    404  applicant,owner  withdrawn        -
POST   /api/join/decline                           question         200    404     404    404          404     404    404  applicant,owner  withdrawn        -
POST   /api/join/decline                           approved         200    404     404    404          404     404    404  applicant,owner  withdrawn        -
POST   /api/join/decline                           joined           409    404     404    404          404     404    404  -                -                -
POST   /api/join/decline                           declined         404    404     404    404          404     404    404  -                -                -
POST   /api/join/decline                           withdrawn        404    404     404    404          404     404    404  -                -                -
POST   /api/join/decline                           closed           404    404     404    404          404     404    404  -                -                -

PUT    /api/joining/leads/:id/terms                invited          401    200     200    200          403     403    403  -                terms            application.terms
PUT    /api/joining/leads/:id/terms                started          401    200     200    200          403     403    403  -                terms            application.terms
PUT    /api/joining/leads/:id/terms                signed           401    400     400    400          403     403    403  -                -                -
PUT    /api/joining/leads/:id/terms                question         401    400     400    400          403     403    403  -                -                -
PUT    /api/joining/leads/:id/terms                approved         401    400     400    400          403     403    403  -                -                -
PUT    /api/joining/leads/:id/terms                joined           401    400     400    400          403     403    403  -                -                -
PUT    /api/joining/leads/:id/terms                declined         401    200     200    200          403     403    403  -                terms            application.terms
PUT    /api/joining/leads/:id/terms                withdrawn        401    200     200    200          403     403    403  -                terms            application.terms
PUT    /api/joining/leads/:id/terms                closed           401    200     200    200          403     403    403  -                terms            application.terms

POST   /api/joining/leads/:id/invitation           invited          401    200     200    200          403     403    403  applicant        resent           application.invited
POST   /api/joining/leads/:id/invitation           started          401    200     200    200          403     403    403  applicant        resent           application.invited
POST   /api/joining/leads/:id/invitation           signed           401    200     200    200          403     403    403  applicant        resent           application.invited
POST   /api/joining/leads/:id/invitation           question         401    200     200    200          403     403    403  applicant        resent           application.invited
POST   /api/joining/leads/:id/invitation           approved         401    200     200    200          403     403    403  applicant        resent           application.invited
POST   /api/joining/leads/:id/invitation           joined           401    400     400    400          403     403    403  -                -                -
POST   /api/joining/leads/:id/invitation           declined         401    200     200    200          403     403    403  applicant        resent           application.invited
POST   /api/joining/leads/:id/invitation           withdrawn        401    200     200    200          403     403    403  applicant        resent           application.invited
POST   /api/joining/leads/:id/invitation           closed           401    200     200    200          403     403    403  applicant        resent           application.invited

DELETE /api/joining/leads/:id/invitation           invited          401    200     200    200          403     403    403  -                closed           application.withdrawn
DELETE /api/joining/leads/:id/invitation           started          401    200     200    200          403     403    403  -                closed           application.withdrawn
DELETE /api/joining/leads/:id/invitation           signed           401    400     400    400          403     403    403  -                -                -
DELETE /api/joining/leads/:id/invitation           question         401    400     400    400          403     403    403  -                -                -
DELETE /api/joining/leads/:id/invitation           approved         401    400     400    400          403     403    403  -                -                -
DELETE /api/joining/leads/:id/invitation           joined           401    400     400    400          403     403    403  -                -                -
DELETE /api/joining/leads/:id/invitation           declined         401    400     400    400          403     403    403  -                -                -
DELETE /api/joining/leads/:id/invitation           withdrawn        401    400     400    400          403     403    403  -                -                -
DELETE /api/joining/leads/:id/invitation           closed           401    400     400    400          403     403    403  -                -                -

POST   /api/joining/applications/:id/license-check  invited          401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/license-check  started          401    200     200    200          403     403    403  -                license-checked  application.license-checked
POST   /api/joining/applications/:id/license-check  signed           401    200     200    200          403     403    403  -                license-checked  application.license-checked
POST   /api/joining/applications/:id/license-check  question         401    200     200    200          403     403    403  -                license-checked  application.license-checked
POST   /api/joining/applications/:id/license-check  approved         401    200     200    200          403     403    403  -                license-checked  application.license-checked
POST   /api/joining/applications/:id/license-check  joined           401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/license-check  declined         401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/license-check  withdrawn        401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/license-check  closed           401    409     409    409          403     403    403  -                -                -

POST   /api/joining/applications/:id/question      invited          401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/question      started          401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/question      signed           401    200     200    200          403     403    403  applicant        question         application.asked
POST   /api/joining/applications/:id/question      question         401    200     200    200          403     403    403  applicant        question         application.asked
POST   /api/joining/applications/:id/question      approved         401    200     200    200          403     403    403  applicant        question         application.asked
POST   /api/joining/applications/:id/question      joined           401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/question      declined         401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/question      withdrawn        401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/question      closed           401    409     409    409          403     403    403  -                -                -

POST   /api/joining/applications/:id/approve       invited          401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/approve       started          401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/approve       signed           401    200     200    200          403     403    403  -                approved         application.approved
POST   /api/joining/applications/:id/approve       question         401    200     200    200          403     403    403  -                approved         application.approved
POST   /api/joining/applications/:id/approve       approved         401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/approve       joined           401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/approve       declined         401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/approve       withdrawn        401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/approve       closed           401    409     409    409          403     403    403  -                -                -

POST   /api/joining/applications/:id/decline       invited          401    200     200    200          403     403    403  applicant        declined         application.declined
POST   /api/joining/applications/:id/decline       started          401    200     200    200          403     403    403  applicant        declined         application.declined
POST   /api/joining/applications/:id/decline       signed           401    200     200    200          403     403    403  applicant        declined         application.declined
POST   /api/joining/applications/:id/decline       question         401    200     200    200          403     403    403  applicant        declined         application.declined
POST   /api/joining/applications/:id/decline       approved         401    200     200    200          403     403    403  applicant        declined         application.declined
POST   /api/joining/applications/:id/decline       joined           401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/decline       declined         401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/decline       withdrawn        401    409     409    409          403     403    403  -                -                -
POST   /api/joining/applications/:id/decline       closed           401    409     409    409          403     403    403  -                -                -

POST   /api/joining/applications/:id/countersign   invited          401    403     400    403          403     403    403  -                -                -
POST   /api/joining/applications/:id/countersign   started          401    403     400    403          403     403    403  -                -                -
POST   /api/joining/applications/:id/countersign   signed           401    403     400    403          403     403    403  -                -                -
POST   /api/joining/applications/:id/countersign   question         401    403     400    403          403     403    403  -                -                -
POST   /api/joining/applications/:id/countersign   approved         401    403     200    403          403     403    403  applicant        countersigned    user.created,license.updated,lead.updated,agreement.countersigned,agreement.countersigned
POST   /api/joining/applications/:id/countersign   joined           401    403     409    403          403     403    403  -                -                -
POST   /api/joining/applications/:id/countersign   declined         401    403     400    403          403     403    403  -                -                -
POST   /api/joining/applications/:id/countersign   withdrawn        401    403     400    403          403     403    403  -                -                -
POST   /api/joining/applications/:id/countersign   closed           401    403     400    403          403     403    403  -                -                -
`;

const actors = ['applicant', 'owner', 'signer', 'admin', 'coordinator', 'member', 'token'] as const;
type ActorName = (typeof actors)[number];
const states = [
  'invited',
  'started',
  'signed',
  'question',
  'approved',
  'joined',
  'declined',
  'withdrawn',
  'closed',
] as const;
type State = (typeof states)[number];

interface Row {
  act: string;
  state: State;
  statuses: number[];
  told: string;
  trail: string;
  logs: string;
}

const isState = (text: string): text is State => states.some((state) => state === text);
const cell = (text: string) => (text === '-' ? '' : text);

const rows: Row[] = matrix
  .split('\n')
  .slice(2)
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [method, path, state = '', ...rest] = line.trim().split(/\s+/);
    const [told = '', trail = '', logs = ''] = rest.slice(actors.length);
    if (!isState(state) || logs === '') throw new Error(`Not a row: ${line}`);
    return {
      act: `${method} ${path}`,
      state,
      statuses: rest.slice(0, actors.length).map(Number),
      told: cell(told),
      trail: cell(trail),
      logs: cell(logs),
    };
  });

/** Those on one application; the checks of a member are of someone who has joined. */
const acts = Object.keys(joiningContract).filter(
  (key) => !key.startsWith('GET ') && !key.includes('/members/:id'),
);
const isByLink = (key: string) => key.startsWith('POST /api/join') && !key.startsWith('POST /api/joining');

it('the matrix has each act in each state', () => {
  const wanted = acts.flatMap((act) => states.map((state) => `${act} ${state}`));
  expect(rows.map(({ act, state }) => `${act} ${state}`).sort()).toEqual(wanted.sort());
});

let server: TestServer;
let people: Record<Exclude<ActorName, 'applicant'>, Person>;

beforeAll(async () => {
  server = await testServer({}, { plain: true });
  const signer = await broker(server);
  const coordinator = await person(server);
  await server.db.updateTable('users').set({ coordinator: true }).where('id', '=', coordinator.id).execute();
  const admin = await person(server, { admin: true });
  const { token } = await made(server, admin, 'POST /api/api-tokens', {
    name: 'Acts',
    scopes: tokenScopes,
    days: 30,
  });
  people = {
    signer,
    owner: await person(server, { admin: true }),
    admin,
    coordinator,
    member: await person(server),
    token: { ...admin, token },
  };
  // The security log notes it after the answer, and is compared from here on.
  const noted = () =>
    server.db.selectFrom('security_log').select('id').where('event', '=', 'api-token.created').execute();
  await vi.waitFor(async () => expect(await noted()).toHaveLength(1), { timeout: 60_000, interval: 20 });
});
afterAll(() => server.stop());

const join = (path: string, body: object) => made(server, { token: '' }, `POST /api/join${path}`, body);
const office = ({ id }: Applicant, path: string, body?: object) =>
  made(server, people.signer, `POST /api/joining/applications/${id}/${path}`, body);

const noSignature = { sha256: '0'.repeat(64), code: '000000' };

async function sign(applicant: Applicant): Promise<string> {
  const sha256 = await read(server, applicant);
  const code = await mailedCode(server, applicant, sha256);
  await join('/sign', signBody(applicant, { sha256, code }));
  return sha256;
}

const signBody = ({ token }: Applicant, { sha256, code }: typeof noSignature) => ({
  token,
  sha256,
  code,
  name: completeAnswers.name,
  agree: true,
  consent: true,
});

async function applicationIn(state: State): Promise<Applicant> {
  const applicant = await invitedLead(server, people.signer.token);
  await server.db
    .updateTable('contact_requests')
    .set({ owner_id: people.owner.id })
    .where('id', '=', applicant.lead)
    .execute();
  const { token, lead } = applicant;
  if (state === 'invited') return applicant;
  if (state === 'withdrawn') await join('/decline', { token });
  else if (state === 'closed')
    await made(server, people.signer, `DELETE /api/joining/leads/${lead}/invitation`);
  else if (state === 'started') await join('/answers', { token, answers: completeAnswers });
  else await signedIn(state, applicant);
  return applicant;
}

async function signedIn(state: State, applicant: Applicant): Promise<void> {
  const sha256 = await sign(applicant);
  if (state === 'question') await office(applicant, 'question', { text: 'Since when?' });
  if (state === 'declined') await office(applicant, 'decline', { reason: 'Not now' });
  if (state !== 'approved' && state !== 'joined') return;
  await checkedLicense(server, people.signer.token, applicant);
  await office(applicant, 'approve');
  if (state === 'joined') await office(applicant, 'countersign', { sha256 });
}

const hashOf = async ({ id }: Applicant): Promise<string> => {
  const { agreement } = await made(server, people.signer, `GET /api/joining/applications/${id}`);
  return agreement?.sha256 ?? noSignature.sha256;
};

/** The body of each call; first brings the application into the state that it needs. */
const bodies: Record<string, (applicant: Applicant, state: State) => object | Promise<object | undefined>> = {
  'POST /api/join': ({ token }) => ({ token }),
  'POST /api/join/answers': ({ token }) => ({ token, answers: { phone: '619 555 0199' } }),
  'POST /api/join/agreement': ({ token }) => ({ token }),
  'POST /api/join/copy': ({ token }) => ({ token }),
  'POST /api/join/code': async (applicant, state) => ({
    token: applicant.token,
    sha256: state === 'started' ? await read(server, applicant) : noSignature.sha256,
  }),
  'POST /api/join/sign': async (applicant, state) => {
    if (state !== 'started') return signBody(applicant, noSignature);
    const sha256 = await read(server, applicant);
    return signBody(applicant, { sha256, code: await mailedCode(server, applicant, sha256) });
  },
  'POST /api/join/reply': ({ token }) => ({ token, text: 'Since May' }),
  'POST /api/join/decline': ({ token }) => ({ token, reason: 'Too far' }),
  'PUT /api/joining/leads/:id/terms': () => ({
    terms: { date: '2026-01-01', lines: [], mentor: 'Mo Mentor' },
  }),
  'POST /api/joining/leads/:id/invitation': async () => undefined,
  'DELETE /api/joining/leads/:id/invitation': async () => undefined,
  'POST /api/joining/applications/:id/license-check': () => ({ finding: 'as-expected' }),
  'POST /api/joining/applications/:id/question': () => ({ text: 'Which office?' }),
  'POST /api/joining/applications/:id/approve': async (applicant, state) => {
    if (state === 'signed' || state === 'question')
      await checkedLicense(server, people.signer.token, applicant);
    return undefined;
  },
  'POST /api/joining/applications/:id/decline': () => ({ reason: 'Not now', mail: 'We have no place.' }),
  'POST /api/joining/applications/:id/countersign': async (applicant) => ({
    sha256: await hashOf(applicant),
  }),
};

/** Reads the history, the logs and the outbox: an act adds the difference. */
async function trailOf({ id }: Applicant) {
  const { db } = server;
  const history = await db
    .selectFrom('application_events')
    .select(['id', 'kind', 'by_id', 'by_name', 'address'])
    .where('application_id', '=', id)
    .orderBy('id')
    .execute();
  const audit = await db
    .selectFrom('audit_log')
    .select(['id', 'actor_id as user', 'action as what'])
    .orderBy('id')
    .execute();
  const security = await db
    .selectFrom('security_log')
    .select(['id', 'user_id as user', 'event as what'])
    // Refusals are noted after their answer.
    .where('event', '!=', 'forbidden')
    .orderBy('number')
    .execute();
  const mails = await db.selectFrom('mails').select(['id', 'recipient']).execute();
  return { history, logs: [...audit, ...security], mails };
}

/** Mails that were not sent may go, so it is not their number that counts. */
function since<T extends { id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}

function nameOf(address: string, { email }: Applicant): string {
  if (address === email) return 'applicant';
  if (address === server.config.brokerage.email) return 'office';
  return actors.find((name) => name !== 'applicant' && people[name].email === address) ?? address;
}

async function act({ act: key, state }: Row, who: ActorName, applicant: Applicant) {
  const { id, lead } = applicant;
  const body = await bodies[key]?.(applicant, state);
  const guessed = isByLink(key) && who !== 'applicant' ? { ...body, token: 'A'.repeat(43) } : body;
  const before = await trailOf(applicant);
  const path = key.replace(':id', key.includes('/leads/') ? lead : id);
  const token = who === 'applicant' ? undefined : people[who].token;
  const answer = await server.call(path, { token, body: guessed });
  const after = await trailOf(applicant);
  const mails = since(before.mails, after.mails);
  return {
    answer,
    history: since(before.history, after.history),
    logs: since(before.logs, after.logs),
    told: new Set(mails.map(({ recipient }) => nameOf(recipient, applicant))),
  };
}

const nothing = { told: '', trail: '', logs: '' };

describe.each(acts)('%s', (key) => {
  it('is for whom the matrix names, and leaves what it says', async () => {
    const isChange = rows.some(({ act: name, trail }) => name === key && trail !== '');
    for (const row of rows.filter((each) => each.act === key)) {
      const untouched = await applicationIn(row.state);
      for (const [at, who] of actors.entries()) {
        const status = row.statuses[at];
        const isDone = status === 200;
        const { answer, ...left } = await act(
          row,
          who,
          isDone && isChange ? await applicationIn(row.state) : untouched,
        );
        const what = `${row.state}, ${who}: ${answer.body?.msg}`;
        expect(answer.status, what).toBe(status);
        const { told, trail, logs } = isDone ? row : nothing;
        expect([...left.told].sort().join(), what).toBe(told);
        expect(left.history.map(({ kind }) => kind).join(), what).toBe(trail);
        expect(left.logs.map(({ what: done }) => done).join(), what).toBe(logs);
        const [by, name] = who === 'applicant' ? [null, 'Applicant'] : [people[who].id, people[who].name];
        expect(
          left.history.map(({ by_id, by_name, address }) => [by_id, by_name, address]),
          what,
        ).toEqual(left.history.map(() => [by, name, '127.0.0.1']));
        expect(left.logs.every(({ user }) => user === by)).toBe(true);
      }
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  coordinator,
  letWork,
  made,
  nameApprover,
  payment,
  takeStep,
  versionOf,
} from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { closingsContract } from '../../../shared/closings/closings.contract.ts';
import { closingsOfficeContract } from '../../../shared/closings/closings-office.contract.ts';
import { officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';
import { eventWords } from './closing-changes.ts';

/**
 * Each act on a closing, by who acts and where it stands (docs/security.md S18.1). The agent and the
 * co-agent are coordinators and named as approvers, too: that they are paid is what refuses them. The token is one of the
 * approver, with all scopes of closings.
 *
 *   told    roles that get an email, besides people who are not in the table: "-" for no one
 *   trail   what the history says; of the office the audit log says as much, and of letters the security log
 */
const matrix = `
act                                state           agent  co-agent  coordinator  approver  admin  token  told                     trail

PUT    /api/my-closings/:id        reported          200       404          404       404    404    403  -                        changed
PUT    /api/my-closings/:id        changes-asked     200       404          404       404    404    403  -                        changed
PUT    /api/my-closings/:id        approved          200       404          404       404    404    403  agent,approver,co-agent  withdrawn,changed
PUT    /api/my-closings/:id        funds-received    400       404          404       404    404    403  -                        -
PUT    /api/my-closings/:id        paid              400       404          404       404    404    403  -                        -
PUT    /api/my-closings/:id        fell-through      400       404          404       404    404    403  -                        -
PUT    /api/my-closings/:id        archived          400       404          404       404    404    403  -                        -
POST   /api/my-closings/:id/ask    reported          400       404          404       404    404    403  -                        -
POST   /api/my-closings/:id/ask    changes-asked     400       404          404       404    404    403  -                        -
POST   /api/my-closings/:id/ask    approved          200       404          404       404    404    403  approver,co-agent        change-asked
POST   /api/my-closings/:id/ask    funds-received    200       404          404       404    404    403  approver,co-agent        change-asked
POST   /api/my-closings/:id/ask    paid              200       404          404       404    404    403  approver,co-agent        change-asked
POST   /api/my-closings/:id/ask    fell-through      400       404          404       404    404    403  -                        -
POST   /api/my-closings/:id/ask    archived          400       404          404       404    404    403  -                        -

PUT    /api/closings/:id           reported          403       403          200       200    200    200  agent,co-agent           changed
PUT    /api/closings/:id           changes-asked     403       403          200       200    200    200  agent,co-agent           changed
PUT    /api/closings/:id           approved          403       403          400       400    400    400  -                        -
PUT    /api/closings/:id           funds-received    403       403          400       400    400    400  -                        -
PUT    /api/closings/:id           paid              403       403          400       400    400    400  -                        -
PUT    /api/closings/:id           fell-through      403       403          400       400    400    400  -                        -
PUT    /api/closings/:id           archived          403       403          400       400    400    400  -                        -
PUT    /api/closings/:id/decisions reported          403       403          200       200    200    403  -                        decided
PUT    /api/closings/:id/decisions changes-asked     403       403          200       200    200    403  -                        decided
PUT    /api/closings/:id/decisions approved          403       403          400       400    400    403  -                        -
PUT    /api/closings/:id/decisions funds-received    403       403          400       400    400    403  -                        -
PUT    /api/closings/:id/decisions paid              403       403          400       400    400    403  -                        -
PUT    /api/closings/:id/decisions fell-through      403       403          400       400    400    403  -                        -
PUT    /api/closings/:id/decisions archived          403       403          400       400    400    403  -                        -
POST   /api/closings/:id/ask       reported          403       403          200       200    200    200  agent                    changes-asked
POST   /api/closings/:id/ask       changes-asked     403       403          400       400    400    400  -                        -
POST   /api/closings/:id/ask       approved          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/ask       funds-received    403       403          400       400    400    400  -                        -
POST   /api/closings/:id/ask       paid              403       403          400       400    400    400  -                        -
POST   /api/closings/:id/ask       fell-through      403       403          400       400    400    400  -                        -
POST   /api/closings/:id/ask       archived          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/approve   reported          403       403          403       200    403    403  agent,co-agent           approved
POST   /api/closings/:id/approve   changes-asked     403       403          403       400    403    403  -                        -
POST   /api/closings/:id/approve   approved          403       403          403       400    403    403  -                        -
POST   /api/closings/:id/approve   funds-received    403       403          403       400    403    403  -                        -
POST   /api/closings/:id/approve   paid              403       403          403       400    403    403  -                        -
POST   /api/closings/:id/approve   fell-through      403       403          403       400    403    403  -                        -
POST   /api/closings/:id/approve   archived          403       403          403       400    403    403  -                        -
POST   /api/closings/:id/withdraw  reported          403       403          403       400    403    403  -                        -
POST   /api/closings/:id/withdraw  changes-asked     403       403          403       400    403    403  -                        -
POST   /api/closings/:id/withdraw  approved          403       403          403       200    403    403  agent,approver,co-agent  withdrawn
POST   /api/closings/:id/withdraw  funds-received    403       403          403       200    403    403  agent,approver,co-agent  withdrawn
POST   /api/closings/:id/withdraw  paid              403       403          403       400    403    403  -                        -
POST   /api/closings/:id/withdraw  fell-through      403       403          403       400    403    403  -                        -
POST   /api/closings/:id/withdraw  archived          403       403          403       400    403    403  -                        -
POST   /api/closings/:id/steps     reported          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/steps     changes-asked     403       403          400       400    400    400  -                        -
POST   /api/closings/:id/steps     approved          403       403          200       200    200    200  -                        letter-sent
POST   /api/closings/:id/steps     funds-received    403       403          400       400    400    400  -                        -
POST   /api/closings/:id/steps     paid              403       403          400       400    400    400  -                        -
POST   /api/closings/:id/steps     fell-through      403       403          400       400    400    400  -                        -
POST   /api/closings/:id/steps     archived          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/emails    reported       403       403          404       404    404    403  -                        -
POST   /api/closings/:id/emails    changes-asked  403       403          404       404    404    403  -                        -
POST   /api/closings/:id/emails    approved       403       403          200       200    200    403  agent,files@shore.example             letter-sent
POST   /api/closings/:id/emails    funds-received 403       403          400       400    400    403  -                        -
POST   /api/closings/:id/emails    paid           403       403          400       400    400    403  -                        -
POST   /api/closings/:id/emails    fell-through   403       403          404       404    404    403  -                        -
POST   /api/closings/:id/emails    archived       403       403          400       400    400    403  -                        -
PUT    /api/closings/:id/package   reported          403       403          200       200    200    200  -                        ticked
PUT    /api/closings/:id/package   changes-asked     403       403          200       200    200    200  -                        ticked
PUT    /api/closings/:id/package   approved          403       403          200       200    200    200  -                        ticked
PUT    /api/closings/:id/package   funds-received    403       403          200       200    200    200  -                        ticked
PUT    /api/closings/:id/package   paid              403       403          400       400    400    400  -                        -
PUT    /api/closings/:id/package   fell-through      403       403          400       400    400    400  -                        -
PUT    /api/closings/:id/package   archived          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/paid      reported          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/paid      changes-asked     403       403          400       400    400    400  -                        -
POST   /api/closings/:id/paid      approved          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/paid      funds-received    403       403          200       200    200    200  agent,co-agent           paid
POST   /api/closings/:id/paid      paid              403       403          400       400    400    400  -                        -
POST   /api/closings/:id/paid      fell-through      403       403          400       400    400    400  -                        -
POST   /api/closings/:id/paid      archived          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/corrections reported        403       403          400       400    400    403  -                        -
POST   /api/closings/:id/corrections changes-asked   403       403          400       400    400    403  -                        -
POST   /api/closings/:id/corrections approved        403       403          400       400    400    403  -                        -
POST   /api/closings/:id/corrections funds-received  403       403          400       400    400    403  -                        -
POST   /api/closings/:id/corrections paid            403       403          200       200    200    403  agent                    corrected
POST   /api/closings/:id/corrections fell-through    403       403          400       400    400    403  -                        -
POST   /api/closings/:id/corrections archived        403       403          200       200    200    403  agent                    corrected
POST   /api/closings/:id/fell-through reported       403       403          200       200    200    200  agent,co-agent           fell-through
POST   /api/closings/:id/fell-through changes-asked  403       403          200       200    200    200  agent,co-agent           fell-through
POST   /api/closings/:id/fell-through approved       403       403          403       200    403    403  agent,approver,co-agent  fell-through
POST   /api/closings/:id/fell-through funds-received 403       403          400       400    400    400  -                        -
POST   /api/closings/:id/fell-through paid           403       403          400       400    400    400  -                        -
POST   /api/closings/:id/fell-through fell-through   403       403          400       400    400    400  -                        -
POST   /api/closings/:id/fell-through archived       403       403          400       400    400    400  -                        -
POST   /api/closings/:id/archive   reported          403       403          200       200    200    200  -                        archived
POST   /api/closings/:id/archive   changes-asked     403       403          200       200    200    200  -                        archived
POST   /api/closings/:id/archive   approved          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/archive   funds-received    403       403          400       400    400    400  -                        -
POST   /api/closings/:id/archive   paid              403       403          200       200    200    200  -                        archived
POST   /api/closings/:id/archive   fell-through      403       403          200       200    200    200  -                        archived
POST   /api/closings/:id/archive   archived          403       403          400       400    400    400  -                        -
POST   /api/closings/:id/link      reported          403       403          200       200    200    200  -                        linked
POST   /api/closings/:id/link      changes-asked     403       403          200       200    200    200  -                        linked
POST   /api/closings/:id/link      approved          403       403          200       200    200    200  -                        linked
POST   /api/closings/:id/link      funds-received    403       403          200       200    200    200  -                        linked
POST   /api/closings/:id/link      paid              403       403          200       200    200    200  -                        linked
POST   /api/closings/:id/link      fell-through      403       403          200       200    200    200  -                        linked
POST   /api/closings/:id/link      archived          403       403          200       200    200    200  -                        linked
DELETE /api/closings/:id/link      reported          403       403          200       200    200    200  -                        linked
DELETE /api/closings/:id/link     changes-asked     403       403          200       200    200    200  -                        linked
DELETE /api/closings/:id/link      approved          403       403          200       200    200    200  -                        linked
DELETE /api/closings/:id/link      funds-received    403       403          200       200    200    200  -                        linked
DELETE /api/closings/:id/link      paid              403       403          200       200    200    200  -                        linked
DELETE /api/closings/:id/link      fell-through      403       403          200       200    200    200  -                        linked
DELETE /api/closings/:id/link     archived          403       403          200       200    200    200  -                        linked
`;

const actors = ['agent', 'co-agent', 'coordinator', 'approver', 'admin', 'token'] as const;
type ActorName = (typeof actors)[number];
const states = [
  'reported',
  'changes-asked',
  'approved',
  'funds-received',
  'paid',
  'fell-through',
  'archived',
] as const;
type State = (typeof states)[number];

interface Row {
  act: string;
  state: State;
  statuses: number[];
  told: string;
  trail: string;
}

const isState = (text: string): text is State => states.some((state) => state === text);

const rows: Row[] = matrix
  .split('\n')
  .slice(2)
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [method, path, state = '', ...rest] = line.trim().split(/\s+/);
    const [told = '', trail = ''] = rest.slice(actors.length);
    if (!isState(state) || trail === '') throw new Error(`Not a row: ${line}`);
    return {
      act: `${method} ${path}`,
      state,
      statuses: rest.slice(0, actors.length).map(Number),
      told: told === '-' ? '' : told,
      trail: trail === '-' ? '' : trail,
    };
  });

/** The calls that change one closing. */
const acts = Object.keys({ ...closingsContract, ...closingsOfficeContract }).filter(
  (key) => !key.startsWith('GET ') && key.includes('/:id'),
);

it('the matrix has each act in each state', () => {
  const wanted = acts.flatMap((act) => states.map((state) => `${act} ${state}`));
  expect(rows.map(({ act, state }) => `${act} ${state}`).sort()).toEqual(wanted.sort());
});

let server: TestServer;
let people: Record<ActorName, Person>;
let office: Person;

beforeAll(async () => {
  server = await testServer({}, { plain: true });
  office = await approver(server);
  people = {
    agent: await coordinator(server),
    'co-agent': await coordinator(server),
    coordinator: await coordinator(server),
    approver: office,
    admin: await person(server, { admin: true }),
    token: office,
  };
  for (const who of [people.agent, people['co-agent']]) {
    await nameApprover(server, who.id);
    await letWork(server, who.id);
  }
  const { token } = await made(server, office, 'POST /api/api-tokens', {
    name: 'Acts',
    scopes: ['closings:read', 'closings:write'],
    days: 30,
  });
  people.token = { ...office, token };
});
afterAll(() => server.stop());

const entry = (given: object = {}) =>
  closingBody({ coAgents: [{ user: people['co-agent'].id, rate: 40_00 }], ...given });
const report = async (who: Person, body: object): Promise<string> =>
  (await made(server, who, 'POST /api/my-closings', body))._id;

async function closingIn(state: State): Promise<string> {
  const id = await report(people.agent, entry());
  if (state === 'fell-through')
    await made(server, office, `POST /api/closings/${id}/fell-through`, { reason: 'The buyer withdrew' });
  if (state === 'changes-asked')
    await made(server, office, `POST /api/closings/${id}/ask`, { text: 'Which escrow?' });
  if (state === 'reported' || state === 'changes-asked' || state === 'fell-through') return id;
  await takeStep(server, office, id, 'approved');
  if (state === 'approved') return id;
  for (const step of ['letter-sent', 'closed', 'funds-received'] as const)
    await takeStep(server, office, id, step);
  if (state === 'funds-received') return id;
  await takeStep(server, office, id, 'paid');
  if (state === 'archived') await made(server, office, `POST /api/closings/${id}/archive`);
  return id;
}

const bodies: Record<string, (id: string) => object | Promise<object | undefined>> = {
  'PUT /api/my-closings/:id': () => entry({ fileNumber: 'SE-2' }),
  'POST /api/my-closings/:id/ask': () => ({ text: 'Another file number' }),
  'PUT /api/closings/:id': () => entry({ fileNumber: 'SE-2' }),
  'PUT /api/closings/:id/decisions': () => ({
    deductions: [{ kind: 'annual', amount: 100_00, reason: 'Unpaid' }],
  }),
  'POST /api/closings/:id/ask': () => ({ text: 'Which escrow?' }),
  'POST /api/closings/:id/approve': (id) => approval(server, office, id),
  'POST /api/closings/:id/withdraw': () => ({ reason: 'The price fell' }),
  'POST /api/closings/:id/steps': () => ({ step: 'letter-sent' }),
  'POST /api/closings/:id/emails': async (id) => ({ number: await letterOf(id), to: 'files@shore.example' }),
  'PUT /api/closings/:id/package': () => ({ ticked: ['Closing statement'] }),
  'POST /api/closings/:id/paid': (id) => payment(server, office, id),
  'POST /api/closings/:id/corrections': async (id) => ({
    version: await versionOf(server, office, id),
    on: officeDay(now()),
    reason: 'Counted twice',
    kept: 100,
  }),
  'POST /api/closings/:id/fell-through': () => ({ reason: 'The seller withdrew' }),
  'POST /api/closings/:id/archive': async () => undefined,
  'POST /api/closings/:id/link': async () => ({ closing: await report(await person(server), closingBody()) }),
  'DELETE /api/closings/:id/link': async () => undefined,
};

const act = async (key: string, id: string, who: ActorName) => {
  const path = key.replace(':id', id);
  return server.call(path, { token: people[who].token, body: await bodies[key]?.(id) });
};

async function letterOf(id: string): Promise<number> {
  const { letters } = await made(server, office, `GET /api/closings/${id}`);
  return letters[0]?.number ?? 1;
}

/** Counts all that a closing and the logs hold: the difference is what an act has added. */
async function trailOf(id: string) {
  const { db } = server;
  const history = await db
    .selectFrom('closing_events')
    .select(['id', 'kind', 'actor_id'])
    .where('closing_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const audit = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('object_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const letters = await db
    .selectFrom('security_log')
    .select(['user_id', 'detail'])
    .where('event', '=', 'letter.made')
    .orderBy('number')
    .execute();
  const mails = await db.selectFrom('mails').select(['id', 'recipient']).orderBy('id').execute();
  return { history, audit, letters, mails };
}

const nameOf = (email: string): string =>
  actors.find((name) => name !== 'token' && people[name].email === email) ?? email;

const lettersMade = new Set(['approved', 'withdrawn']);

describe.each(acts)('%s', (key) => {
  it('is for whom the matrix names, and leaves what it says', async () => {
    for (const row of rows.filter((each) => each.act === key)) {
      const untouched = await closingIn(row.state);
      for (const [at, who] of actors.entries()) {
        const status = row.statuses[at];
        const id = status === 200 ? await closingIn(row.state) : untouched;
        const before = await trailOf(id);
        const answer = await act(key, id, who);
        const after = await trailOf(id);
        const what = `${row.state}, ${who}: ${answer.body?.msg}`;
        expect(answer.status, what).toBe(status);
        const history = after.history.slice(before.history.length);
        const told = new Set(
          after.mails.slice(before.mails.length).map(({ recipient }) => nameOf(recipient)),
        );
        const trail = status === 200 ? row.trail : '';
        expect(history.map(({ kind }) => kind).join(), what).toBe(trail);
        expect([...told].sort().join(), what).toBe(status === 200 ? row.told : '');
        const by = people[who].id;
        expect(history.every(({ actor_id }) => actor_id === by)).toBe(true);
        const audit = after.audit.slice(before.audit.length);
        const isOffice = key.includes('/api/closings/');
        expect(
          audit.map(({ actor_id, details }) => [actor_id, details.split(':')[0]]),
          what,
        ).toEqual(isOffice ? history.map(({ kind }) => [by, eventWords[kind]]) : []);
        const letters = after.letters.slice(before.letters.length);
        const falls = trail === 'fell-through' && row.state === 'approved';
        const wanted = falls || history.some(({ kind }) => lettersMade.has(kind)) ? [by] : [];
        expect(
          letters.map(({ user_id }) => user_id),
          what,
        ).toEqual(wanted);
      }
    }
  });
});

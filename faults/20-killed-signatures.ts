import { join } from 'node:path';
import { verifyAgreements } from '../src/server/features/agreements/verify.service.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { approval, approver, closingBody, letWork, made } from '../test/closings.ts';
import { sharedKey } from '../test/empty-place.ts';
import { approvedLead, broker, invitedLead, signature } from '../test/joining.ts';
import { type Person, person } from '../test/scene.ts';
import { call, secondServer, type TestServer } from '../test/server.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import { type Patch, patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { end, pause } from './lib/stage.ts';

const rounds = 10;
/** Attempts of each kind in a round. */
const each = 3;

const halfDone = patch(
  'platform/db/transaction.ts',
  'return retried(() => db.transaction().execute(work));',
  'return retried(() => work(db));',
);
/** More of the kills come in the middle. */
const slowed = (service: string, at: string): Patch => ({
  file: `src/server/features/${service}.service.ts`,
  from: at,
  to: `await new Promise((resolve) => setTimeout(resolve, 150)); ${at}`,
});
const slowly = [
  slowed('agreements/signing', "await transaction.deleteFrom('agreement_drafts')"),
  slowed('agreements/signing', 'await settleFileSoon(transaction, userId);\n  await recordAuditEvent('),
  slowed('closings/letters', "await transaction\n    .insertInto('closing_letters')"),
];

export default {
  number: '20',
  title: `kill -9 while people sign, countersign and approve, ${rounds} times`,
  limit: 400,
  protections: { 'the one transaction of a signature': [halfDone] },
  helpers: slowly,
  async run(stage) {
    const settings = {
      DATABASE_URL: (await Postgres.start(stage)).url,
      DATA_DIR: join(stage.folder, 'data'),
      SECRETS_KEY: sharedKey,
    };
    // Migrates.
    await end(await stage.started(settings));
    // A server of this process on that data prepares the work, and looks at what has become of it.
    const config = readConfig({ ...settings, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
    const office = await secondServer({ config });
    const [signer, approves] = [await broker(office), await approver(office)];
    const done = { yes: 0, no: 0 };
    const all: Work[] = [];
    for (let round = 1; round <= (stage.isControl ? 4 : rounds); round++) {
      const work: Work[] = [];
      for (let attempt = 0; attempt < each; attempt++) {
        work.push(await signing(office, signer.token));
        work.push(await countersigning(office, signer.token));
        work.push(await approving(office, approves));
      }
      all.push(...work);
      const victim = await stage.started(settings, [...stage.patches, ...slowly]);
      const calls = work.map(({ key, options }) => call(victim.url, key, options).catch(() => undefined));
      // Some are done then, and the others not at the same step.
      await Promise.race(calls);
      await pause(50 * ((round - 1) % 6));
      await end(victim);
      const answers = await Promise.all(calls);
      // By then the database has noticed that the client is gone.
      await pause(500);
      for (const [index, each] of work.entries()) {
        const is = await isDone(each);
        expectThat(answers[index]?.status !== 200 || is, `${each.name}: acknowledged and not done`);
        done[is ? 'yes' : 'no']++;
      }
      await expectWhole(office);
    }
    const server = await stage.started(settings);
    for (const work of all) {
      const { status, body } = await call(server.url, work.key, work.options);
      expectThat([200, 400, 409].includes(status), `${work.name}, again: ${status} ${JSON.stringify(body)}`);
      expectThat(await isDone(work), `${work.name}: not done after another try`);
    }
    await expectWhole(office);
    return `${done.no} not done and ${done.yes} done after ${all.length} tries, none half; then all done once`;
  },
} satisfies Fault;

interface Work {
  name: string;
  key: string;
  options: { token?: string; body: unknown };
  /** Counts each thing that it leaves behind: one of each, or nothing. */
  traces(): Promise<number[]>;
}

/** @throws NotSurvived when it is half done, or done twice */
async function isDone({ name, traces }: Work): Promise<boolean> {
  const found = (await traces()).join();
  expectThat(/^(0(,0)*|1(,1)*)$/.test(found), `${name} is half done, or twice: ${found}`);
  return found.startsWith('1');
}

async function signing(server: TestServer, token: string): Promise<Work> {
  const applicant = await invitedLead(server, token);
  return {
    name: 'a signature',
    key: 'POST /api/join/sign',
    options: { body: await signature(server, applicant) },
    async traces() {
      const { state, agreement_id } = await applicationOf(server, applicant.id);
      const agreements = await agreementsOf(server, applicant.email);
      return [Number(state === 'signed'), Number(agreement_id !== null), agreements.length];
    },
  };
}

async function countersigning(server: TestServer, token: string): Promise<Work> {
  const { id, email, sha256, lead } = await approvedLead(server, token);
  return {
    name: 'a countersignature',
    key: `POST /api/joining/applications/${id}/countersign`,
    options: { token, body: { sha256 } },
    async traces() {
      const { state } = await applicationOf(server, id);
      const inForce = (await agreementsOf(server, email)).filter((row) => row.state === 'in-force');
      const users = await server.db.selectFrom('users').select('id').where('email', '=', email).execute();
      const request = server.db.selectFrom('contact_requests').select('status').where('id', '=', lead);
      const { status } = await request.executeTakeFirstOrThrow();
      return [Number(state === 'joined'), inForce.length, users.length, Number(status === 'joined')];
    },
  };
}

async function approving(server: TestServer, office: Person): Promise<Work> {
  const { db } = server;
  const agent = await person(server);
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody());
  await letWork(server, agent.id);
  return {
    name: 'an approval',
    key: `POST /api/closings/${_id}/approve`,
    options: { token: office.token, body: await approval(server, office, _id) },
    async traces() {
      const closing = db.selectFrom('closings').select('state').where('id', '=', _id);
      const { state } = await closing.executeTakeFirstOrThrow();
      const letters = db.selectFrom('closing_letters').select('number').where('closing_id', '=', _id);
      return [Number(state === 'approved'), (await letters.execute()).length];
    },
  };
}

const applicationOf = ({ db }: TestServer, id: string) =>
  db
    .selectFrom('applications')
    .select(['state', 'agreement_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const agreementsOf = ({ db }: TestServer, email: string) =>
  db.selectFrom('agreements').select('state').where('email', '=', email).execute();

/** Files, rows and the log's events of all agreements. */
async function expectWhole({ db, parts }: TestServer): Promise<void> {
  const { faults } = await verifyAgreements({ db, images: parts.images, sealing: parts.sealing });
  expectThat(faults.length === 0, faults.join('; '));
}

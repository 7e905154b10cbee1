import { join } from 'node:path';
import { verifyAgreements } from '../src/server/features/agreements/verify.service.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { approval, approver, closingBody, letWork, made } from '../test/closings.ts';
import { approvedLead, broker, invitedLead, signature } from '../test/joining.ts';
import { type Person, person } from '../test/scene.ts';
import { call, serve, type TestServer } from '../test/server.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import type { Patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';
import { end, pause, type Stage } from './lib/stage.ts';

const rounds = 10;
/** Attempts of each kind in a round. */
const each = 3;

const key = Buffer.alloc(32, 7).toString('base64');

const halfDone: Patch = {
  file: 'src/server/platform/db/transaction.ts',
  from: 'return retried(() => db.transaction().execute(work));',
  to: 'return retried(() => work(db));',
};
const wait = 'await new Promise((resolve) => setTimeout(resolve, 150));';
/** More of the kills come in the middle. */
const slowly: Patch[] = [
  {
    file: 'src/server/features/agreements/signing.service.ts',
    from: "await transaction.deleteFrom('agreement_drafts')",
    to: `${wait} await transaction.deleteFrom('agreement_drafts')`,
  },
  {
    file: 'src/server/features/agreements/signing.service.ts',
    from: 'await settleFileSoon(transaction, userId);\n  await recordAuditEvent(',
    to: `${wait} await settleFileSoon(transaction, userId);\n  await recordAuditEvent(`,
  },
  {
    file: 'src/server/features/closings/letters.service.ts',
    from: "await transaction\n    .insertInto('closing_letters')",
    to: `${wait} await transaction\n    .insertInto('closing_letters')`,
  },
];

const fault: Fault = {
  number: '20',
  title: `kill -9 while people sign, countersign and approve, ${rounds} times`,
  limit: 400,
  protections: { 'the one transaction of a signature': [halfDone] },
  helpers: slowly,
  async run(stage) {
    const settings = {
      DATABASE_URL: (await Postgres.start(stage)).url,
      DATA_DIR: join(stage.folder, 'data'),
      SECRETS_KEY: key,
    };
    // Migrates.
    await end(await stage.started(settings));
    const office = await beside(stage, settings);
    const people = { signer: await broker(office), approver: await approver(office) };
    const done = { yes: 0, no: 0 };
    const all: Work[] = [];
    for (let round = 1; round <= (stage.isControl ? 4 : rounds); round++) {
      const work = await workFor(office, people);
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
      for (const [index, { name, isDone }] of work.entries()) {
        const is = await isDone();
        expectThat(answers[index]?.status !== 200 || is, `${name}: acknowledged and not done`);
        done[is ? 'yes' : 'no']++;
      }
      await expectWhole(office);
    }
    const server = await stage.started(settings);
    for (const { name, key, options, isDone } of all) {
      const { status, body } = await call(server.url, key, options);
      expectThat([200, 400, 409].includes(status), `${name}, again: ${status} ${JSON.stringify(body)}`);
      expectThat(await isDone(), `${name}: not done after another try`);
    }
    await expectWhole(office);
    return `${done.no} not done and ${done.yes} done after ${all.length} tries, none half; then all done once`;
  },
};
export default fault;

type Settings = Record<'DATABASE_URL' | 'DATA_DIR' | 'SECRETS_KEY', string>;

/** A server of this process on the same data: prepares the work, and looks at what has become of it. */
async function beside(stage: Stage, settings: Settings): Promise<TestServer> {
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const db = openDatabase(config);
  const server = await serve(config, db, () => db.destroy());
  stage.onClose(() => server.stop());
  return server;
}

interface Work {
  name: string;
  key: string;
  options: { token?: string; body: unknown };
  /** @throws NotSurvived when it is half done, or done twice */
  isDone(): Promise<boolean>;
}

interface Office {
  signer: Person;
  approver: Person;
}

async function workFor(server: TestServer, { signer, approver }: Office): Promise<Work[]> {
  const work: Work[] = [];
  for (let n = 0; n < each; n++) {
    work.push(await signing(server, signer.token));
    work.push(await countersigning(server, signer.token));
    work.push(await approving(server, approver));
  }
  return work;
}

const oneOutcome = (name: string, signs: boolean[]): boolean => {
  expectThat(new Set(signs).size === 1, `${name} is half done: ${signs.join(', ')}`);
  return signs[0] === true;
};

async function signing(server: TestServer, token: string): Promise<Work> {
  const applicant = await invitedLead(server, token);
  return {
    name: 'a signature',
    key: 'POST /api/join/sign',
    options: { body: await signature(server, applicant) },
    async isDone() {
      const { state, agreement_id } = await applicationOf(server, applicant.id);
      const agreements = await agreementsOf(server, applicant.email);
      expectThat(agreements.length <= 1, `${agreements.length} agreements of one application`);
      return oneOutcome('a signature', [state === 'signed', agreement_id !== null, agreements.length === 1]);
    },
  };
}

async function countersigning(server: TestServer, token: string): Promise<Work> {
  const { id, email, sha256, lead } = await approvedLead(server, token);
  return {
    name: 'a countersignature',
    key: `POST /api/joining/applications/${id}/countersign`,
    options: { token, body: { sha256 } },
    async isDone() {
      const { state } = await applicationOf(server, id);
      const inForce = (await agreementsOf(server, email)).filter((row) => row.state === 'in-force');
      const users = await server.db.selectFrom('users').select('id').where('email', '=', email).execute();
      const { status } = await server.db
        .selectFrom('contact_requests')
        .select('status')
        .where('id', '=', lead)
        .executeTakeFirstOrThrow();
      const signs = [state === 'joined', inForce.length === 1, users.length === 1, status === 'joined'];
      return oneOutcome('a countersignature', signs);
    },
  };
}

async function approving(server: TestServer, office: Person): Promise<Work> {
  const agent = await person(server);
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody());
  await letWork(server, agent.id);
  return {
    name: 'an approval',
    key: `POST /api/closings/${_id}/approve`,
    options: { token: office.token, body: await approval(server, office, _id) },
    async isDone() {
      const { state } = await server.db
        .selectFrom('closings')
        .select('state')
        .where('id', '=', _id)
        .executeTakeFirstOrThrow();
      const letters = await server.db
        .selectFrom('closing_letters')
        .select('number')
        .where('closing_id', '=', _id)
        .execute();
      expectThat(letters.length <= 1, `${letters.length} letters of one approval`);
      return oneOutcome('an approval', [state === 'approved', letters.length === 1]);
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

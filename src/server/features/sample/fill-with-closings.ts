import { closingFields } from '../../../shared/closings/closing-fields.ts';
import type { ClosingState } from '../../../shared/closings/closing-states.ts';
import { promiseDue, promiseState } from '../../../shared/closings/promise-clock.ts';
import { addDays, officeDay, today } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { momentInOffice } from '../../../shared/site/office-hours.ts';
import { minute } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { addClosingFigures } from '../bookkeeping/paid-figures.ts';
import { freeze } from '../closings/approve.service.ts';
import { countPriceOnce } from '../closings/closing-changes.ts';
import { newRow, storeFigures } from '../closings/closing-entry.ts';
import { settle } from '../closings/closing-rows.ts';
import { type Settings, settingsOf } from '../closings/closing-settings.service.ts';
import { noteCorporationsPaid } from '../closings/corporations-paid.ts';
import { eraseRecords } from '../closings/erase-old-closings.ts';
import { saidOf } from '../closings/letter-facts.ts';
import { tellOfApprovers } from '../security-log/tell-of-approvers.ts';
import { type Filled, noteFilled } from './filled.ts';
import { type SampleClosing, sampleClosings } from './sample.closings.ts';
import type { SampleMemberKey } from './sample.members.ts';

interface Person {
  id: string;
  name: string;
}

interface Office {
  admin: Person;
  brokerage: Brokerage;
}

const capacity = 'Broker (sample)';
/** No one is reminded of a sample. */
const never = '9999-12-31';

/** The first admin approves and pays, and has closings, too. No one is told of them. */
export async function fillWithClosings(
  transaction: DatabaseTransaction,
  office: Office,
  members: ReadonlyMap<SampleMemberKey, Person>,
): Promise<void> {
  const { admin } = office;
  const { numUpdatedRows: named } = await transaction
    .updateTable('closing_settings')
    .set({ approvers: JSON.stringify([{ user: admin.id, capacity }]) })
    .where('approvers', '=', '[]')
    .executeTakeFirstOrThrow();
  const settings = await settingsOf(transaction);
  const closings: string[] = [];
  for (const sample of sampleClosings(today())) {
    const agent = sample.agent === 'admin' ? admin : members.get(sample.agent);
    if (agent) closings.push(await addClosing(transaction, { office, settings, agent }, sample));
  }
  await noteFilled(transaction, { closings, approvers: named > 0n ? [admin.id] : [] });
}

interface Around {
  office: Office;
  settings: Settings;
  agent: Person;
}

async function addClosing(
  transaction: DatabaseTransaction,
  { office, settings, agent }: Around,
  { entry, path, text = '' }: SampleClosing,
): Promise<string> {
  const { admin, brokerage } = office;
  const signatory = { siteSettings: { brokerageIn: async () => brokerage } };
  const [, reportedAgo = 0] = path[0] ?? [];
  let row = newRow(agent, closingFields.parse(entry), newId(), momentOf('reported', reportedAgo));
  await transaction.insertInto('closings').values(row).execute();
  await storeFigures(transaction, row);
  for (const [state, daysAgo] of path) {
    const moment = momentOf(state, daysAgo);
    if (state === 'approved') {
      const settled = await settle(transaction, row);
      const said = await saidOf(transaction, signatory, row, settled.statement);
      const signed = { moment, signature: admin.name, capacity };
      ({ frozen: row } = await freeze(transaction, admin, { row, settled, said }, signed));
    }
    if (state === 'letter-sent')
      await transaction
        .updateTable('closing_letters')
        .set({ sent_at: moment })
        .where('closing_id', '=', row.id)
        .execute();
    const changes = changesOf[state]?.({ row, settings, moment, admin, text });
    row = { ...row, ...changes, state, since: moment };
    await addEvent(transaction, row, state === 'reported' ? agent : admin, moment);
  }
  const { gross: _g, fees: _f, kept: _k, counts_price: _c, ...changed } = row;
  await transaction.updateTable('closings').set(changed).where('id', '=', row.id).execute();
  await countPriceOnce(transaction, row.deal_id);
  await addClosingFigures(transaction, [row.id]);
  await noteCorporationsPaid(transaction, [row.id]);
  return row.id;
}

const hours: Record<ClosingState, number> = {
  reported: 8,
  'changes-asked': 11,
  approved: 12,
  'letter-sent': 13,
  closed: 15,
  'package-received': 9,
  'funds-received': 14,
  paid: 16,
  'fell-through': 11,
  archived: 12,
};

/** At its hour of the day, but never in the future. */
const momentOf = (state: ClosingState, daysAgo: number): string => {
  const moment = momentInOffice(addDays(today(), -daysAgo), hours[state]);
  return new Date(Math.min(moment, Date.now() - minute)).toISOString();
};

interface Step {
  row: ClosingRow;
  settings: Settings;
  moment: string;
  admin: Person;
  text: string;
}

/** As the steps of the office change it. */
const changesOf: Partial<Record<ClosingState, (step: Step) => Partial<ClosingRow>>> = {
  'changes-asked': ({ text }) => ({ asked: text }),
  closed: ({ moment }) => ({ closed_on: officeDay(moment), keep_from: officeDay(moment) }),
  'package-received': ({ settings, moment, admin }) => ({
    package: JSON.stringify(settings.package.map((item) => ({ item, date: moment, by: admin.name }))),
    package_at: moment,
    promise_due: promiseDue(moment, settings),
    promise_told: never,
  }),
  'funds-received': ({ moment }) => ({ funds_at: moment }),
  paid({ row: { promise_due }, moment, admin }) {
    const day = officeDay(moment);
    const promise = promise_due === null ? null : promiseState(promise_due, day, day);
    return {
      paid_on: day,
      paid_at: moment,
      payer_name: admin.name,
      method: 'Check (sample)',
      promise: promise === 'kept' || promise === 'broken' ? promise : null,
    };
  },
  'fell-through': ({ moment, text }) => ({ fell_at: moment, fell_reason: text }),
};

async function addEvent(
  transaction: DatabaseTransaction,
  { id, state, asked, fell_reason }: ClosingRow,
  by: Person,
  moment: string,
): Promise<void> {
  await transaction
    .insertInto('closing_events')
    .values({
      id: newId(),
      closing_id: id,
      kind: state,
      text: asked || fell_reason,
      actor_id: by.id,
      actor_name: by.name,
      created_at: moment,
    })
    .execute();
}

/**
 * Removes their letters, too: the numbers begin at 1 again, unless there is a real letter. Those who approve learn that
 * the sample approver no longer does; `mails.wake()` afterwards.
 */
export function removeClosings(
  { db, config, sealing }: Pick<Parts, 'db' | 'config' | 'sealing'>,
  actor: Actor,
  filled: Filled,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    if (filled.closings.length === 0) return;
    await acquireLock(transaction, 'users');
    await eraseRecords(transaction, filled.closings);
    const { approvers } = await settingsOf(transaction);
    const isSample = (each: { user: string; capacity: string }) =>
      each.capacity === capacity && filled.approvers.includes(each.user);
    const real = approvers.filter((each) => !isSample(each));
    await transaction
      .updateTable('closing_settings')
      .set({ approvers: JSON.stringify(real) })
      .execute();
    await transaction
      .updateTable('closing_settings')
      .set({ letters: 0 })
      .where((e) => e.not(e.exists(e.selectFrom('closing_letters').select('number'))))
      .execute();
    await tellOfApprovers(transaction, { config, sealing }, actor, {
      of: 'closings',
      before: approvers.map(({ user }) => user),
      after: real.map(({ user }) => user),
    });
  });
}

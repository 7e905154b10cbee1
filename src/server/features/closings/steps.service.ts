/** Steps of an approved closing: letter sent, package, payment, fall. */

import { dueAfterFall } from '../../../shared/closings/closing.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import type {
  FallFields,
  OfficeStep,
  PaidFields,
  StepFields,
} from '../../../shared/closings/closing-fields.ts';
import { promiseDue, promiseState } from '../../../shared/closings/promise-clock.ts';
import { formatDay, officeDay, today } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { momentInOffice } from '../../../shared/site/office-hours.ts';
import { minute } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { addClosingFigures } from '../bookkeeping/paid-figures.ts';
import { addChargeOfFall, freeDuesOf, markKeptDues } from '../dues/kept-dues.ts';
import { notifyOfOwn } from '../notifications/notifications.service.ts';
import {
  type By,
  countPriceOnce,
  demandNext,
  lockFacts,
  recordEvent,
  updateClosing,
} from './closing-changes.ts';
import { tellMembers, tellOfWithdrawal } from './closing-notices.ts';
import { entryOf, settle, tickedOf } from './closing-rows.ts';
import { packageOf, settingsOf } from './closing-settings.service.ts';
import { queueClosingEvent } from './closing-webhooks.ts';
import { noteCorporationsPaid } from './corporations-paid.ts';
import type { Signatory } from './letter-facts.ts';
import { noticesToSend, standingLetters } from './letters.service.ts';
import { packageFacts } from './made-for.ts';
import { byOffice, type OfficeParts } from './office-acts.ts';
import { actsOfPayees, openPoints } from './open-points.ts';
import { demandMayWithdraw, noticesOf, withdrawLetters } from './withdraw.ts';

/**
 * @throws 404; 412 on a conflict, and when another letter stands than the call names; 400 when it cannot follow, and when
 * the package is not complete
 */
export async function noteStep(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  { step, at, number }: StepFields,
  expected?: number[],
): Promise<OfficeClosing> {
  const moment = at ?? now();
  if (moment > fromNow(minute)) throw invalid('The time must not be in the future', 'at');
  const text = at === undefined || step === 'notice-sent' ? '' : `on ${officeDay(moment)}`;
  return byOffice(parts, { actor, id, expected }, (transaction, row, by) =>
    takeStep(transaction, by, row, { step, moment, number, text, signatory: parts }),
  );
}

interface Taken extends Pick<StepFields, 'step' | 'number'> {
  moment: string;
  /** For the history: what it adds to the step. */
  text: string;
  signatory: Signatory;
}

/** Notes a step of a locked closing. @throws as noteStep */
export async function takeStep(
  transaction: DatabaseTransaction,
  by: By,
  row: ClosingRow,
  { step, number, moment, text, signatory }: Taken,
): Promise<void> {
  if (step === 'notice-sent') return markNotices(transaction, by, row, { moment, number, text });
  demandNext(row, step);
  if (number !== undefined) await demandStanding(transaction, row, number);
  if (step === 'letter-sent') await demandNothingOpen(transaction, row, signatory);
  else await demandNoActOfPayee(transaction, row);
  const saved = await updateClosing(transaction, row, {
    ...(await changesOf[step](transaction, row, new Date(moment).toISOString())),
    state: step,
  });
  await recordEvent(transaction, by, saved, step, text);
}

/** Notes that a letter or notice whose emails failed is emailed again; the state stays. @throws 400 as before it was sent */
export async function noteSentAgain(
  transaction: DatabaseTransaction,
  by: By,
  row: ClosingRow,
  { step, number, moment, text, signatory }: Taken & { step: 'letter-sent' | 'notice-sent'; number: number },
): Promise<void> {
  if (step === 'letter-sent') await demandNothingOpen(transaction, { ...row, state: 'approved' }, signatory);
  await transaction
    .updateTable('closing_letters')
    .set({ sent_at: moment })
    .where('number', '=', number)
    .execute();
  const saved = await updateClosing(transaction, row, {});
  await recordEvent(transaction, by, saved, step, step === 'notice-sent' ? `${number}, ${text}` : text);
}

/** Notices of letters that were sent wait until they are, too. @throws 400 without one, and for a time before it was made */
async function markNotices(
  transaction: DatabaseTransaction,
  by: By,
  row: ClosingRow,
  { moment, number, text }: Pick<Taken, 'moment' | 'number' | 'text'>,
): Promise<void> {
  const waiting = (await noticesToSend(transaction, row.id)).filter(
    (notice) => number === undefined || notice.number === number,
  );
  if (waiting.length === 0) throw invalid('No notice waits to be sent');
  const early = waiting.find(({ created_at }) => Date.parse(moment) + minute < Date.parse(created_at));
  if (early) throw invalid(`Notice ${early.number} was made after this time`, 'at');
  const numbers = waiting.map((notice) => notice.number);
  await transaction
    .updateTable('closing_letters')
    .set({ sent_at: new Date(moment).toISOString() })
    .where('number', 'in', numbers)
    .execute();
  const saved = await updateClosing(transaction, row, {});
  await recordEvent(transaction, by, saved, 'notice-sent', [...numbers, ...(text ? [text] : [])].join(', '));
}

/** @throws 412 */
async function demandStanding(
  transaction: DatabaseTransaction,
  { id }: ClosingRow,
  number: number,
): Promise<void> {
  const [letter, ...others] = await standingLetters(transaction, id);
  if ([letter, ...others].some((each) => each?.number === number)) return;
  const stands = letter ? `Letter ${letter.number} stands` : 'No letter stands';
  throw new HttpError(412, [{ msg: `${stands} by now, and not ${number}` }]);
}

/** Nothing may be open again when a letter is sent, or an agent is paid by it. @throws 400 with the first point */
async function demandNothingOpen(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  signatory: Signatory,
): Promise<void> {
  await lockFacts(transaction, row);
  const [point] = await openPoints(transaction, row, await settle(transaction, row), signatory);
  if (point) throw invalid(point);
}

/** A record counts from its closing, and never from before its report: a day of long ago would erase it at once. */
function keptFrom({ reported_at }: Pick<ClosingRow, 'reported_at'>, day: string): string {
  const reported = officeDay(reported_at);
  return day > reported ? day : reported;
}

/** The office waits for both after the report; a closing may have been reported late. @throws 400 */
function demandSinceReport({ reported_at }: Pick<ClosingRow, 'reported_at'>, moment: string, what: string) {
  const reported = officeDay(reported_at);
  if (officeDay(moment) < reported)
    throw invalid(
      `${what} can't be received before the closing was reported, on ${formatDay(reported)}`,
      'at',
    );
}

/** Later steps only note what has happened; an approval for oneself stops them, too. @throws 400 with the point */
async function demandNoActOfPayee(transaction: DatabaseTransaction, row: ClosingRow): Promise<void> {
  const [point] = await actsOfPayees(transaction, row);
  if (point) throw invalid(point);
}

type ChangesOf = (
  transaction: DatabaseTransaction,
  row: ClosingRow,
  moment: string,
) => Promise<Partial<ClosingRow>>;

const changesOf: Record<OfficeStep, ChangesOf> = {
  async 'letter-sent'(transaction, { id }, moment) {
    for (const { number, created_at } of await standingLetters(transaction, id)) {
      if (Date.parse(moment) + minute < Date.parse(created_at))
        throw invalid(`Letter ${number} was made after this time`, 'at');
      const isLate = moment < created_at;
      await transaction
        .updateTable('closing_letters')
        // The clock of another system can be a little late.
        .set({ sent_at: isLate ? created_at : moment })
        .where('number', '=', number)
        .execute();
    }
    return {};
  },
  async closed(_transaction, row, moment) {
    const day = officeDay(moment);
    return { closed_on: day, keep_from: keptFrom(row, day) };
  },
  async 'package-received'(transaction, row, moment) {
    if (row.package_at !== null) throw invalid('The package is already recorded');
    const settings = await settingsOf(transaction);
    const ticked = new Set(tickedOf(row).map(({ item }) => item));
    const missing = packageOf(settings, row.kind).filter((item) => !ticked.has(item));
    if (missing.length > 0) throw invalid(`The package is not complete: ${missing.join(', ')}`);
    demandSinceReport(row, moment, 'The package');
    return { package_at: moment, promise_due: promiseDue(moment, settings) };
  },
  async 'funds-received'(_transaction, row, moment) {
    if (row.funds_at !== null) throw invalid('The funds are already recorded');
    demandSinceReport(row, moment, 'The funds');
    return { funds_at: moment };
  },
};

/** All that is there of the package. @throws 404; 412 on a conflict; 400 for an item that no setting has */
export async function tickPackage(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  wanted: string[],
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    if (row.package_at !== null) throw invalid('The package is already recorded');
    if (row.paid_on !== null || row.state === 'fell-through' || row.state === 'archived')
      throw invalid('This closing is over');
    const before = tickedOf(row);
    const wantedItems = packageOf(await settingsOf(transaction), row.kind);
    const known = new Set([...wantedItems, ...before.map(({ item }) => item)]);
    if (wanted.some((item) => !known.has(item))) throw invalid('Item not found', 'ticked');
    const moment = now();
    const madeFor = packageFacts(entryOf(row));
    const ticked = [...new Set(wanted)].map(
      (item) => before.find((each) => each.item === item) ?? { item, date: moment, by: actor.name, madeFor },
    );
    const saved = await updateClosing(transaction, row, { package: JSON.stringify(ticked) });
    await recordEvent(
      transaction,
      by,
      saved,
      'ticked',
      ticked.map(({ item }) => item).join(', ') || 'nothing',
    );
  });
}

/** The hour that stands for a payment of an earlier day. */
const endOfBusiness = 17;

/**
 * Tells the members concerned.
 * @throws 404; 412 on a conflict; 400 when it cannot follow, for a day to come, and for one before the approval
 */
export async function notePayment(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  { on, method }: Omit<PaidFields, 'version'>,
  expected?: number[],
): Promise<OfficeClosing> {
  const day = today();
  if (on > day) throw invalid('The date must not be in the future', 'on');
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    demandNext(row, 'paid');
    await demandApprovedBy(transaction, row, on);
    await demandNothingOpen(transaction, row, parts);
    const moment = on === day ? now() : new Date(momentInOffice(on, endOfBusiness)).toISOString();
    const promise = row.promise_due && promiseState(row.promise_due, on, day);
    const saved = await updateClosing(transaction, row, {
      state: 'paid',
      paid_on: on,
      method,
      payer_name: actor.name,
      paid_at: row.package_at !== null && moment < row.package_at ? row.package_at : moment,
      promise: promise === 'kept' || promise === 'broken' ? promise : null,
      keep_from: keptFrom(row, row.closed_on ?? on),
    });
    await transaction
      .updateTable('closing_shares')
      .set({ paid_on: on })
      .where('closing_id', '=', id)
      .execute();
    await markKeptDues(transaction, actor, row, { on, method });
    await countPriceOnce(transaction, row.deal_id);
    await addClosingFigures(transaction, [id]);
    await noteCorporationsPaid(transaction, [id]);
    await recordEvent(transaction, by, saved, 'paid', `${on}, ${method}`);
    await queueClosingEvent(transaction, 'closing.paid', id);
    const notice = {
      what: 'Your closing is paid',
      more: 'The office has noted the payment, and it counts in your year.',
      coAgents: true,
      withAmount: true,
    };
    await tellMembers(transaction, { actor, brokerage: parts.config.brokerage }, saved, notice);
  });
}

/** An approval that was withdrawn counts, too: its letter may have been paid by. @throws 400 for a day before the first */
async function demandApprovedBy(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  on: string,
): Promise<void> {
  const approved = officeDay(
    (await firstApproval(transaction, row.id)) ?? row.approved_at ?? row.reported_at,
  );
  if (on < approved)
    throw invalid(`The payment can't be before the closing was approved, on ${formatDay(approved)}`, 'on');
}

async function firstApproval(transaction: DatabaseTransaction, id: string): Promise<string | undefined> {
  const first = await transaction
    .selectFrom('closing_events')
    .select('created_at')
    .where('closing_id', '=', id)
    .where('kind', '=', 'approved')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.created_at;
}

/**
 * The charges that stay due can be at most the fees of the closing.
 * @throws 400 with the amount
 */
async function demandBound(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  charges: FallFields['charges'],
): Promise<void> {
  const { statement, schedule } = await settle(transaction, row);
  const listed = dueAfterFall(entryOf(row), schedule).map(({ amount }) => Math.abs(amount));
  const most = Math.max(statement.fees, sumOf(listed));
  if (sumOf(charges.map(({ amount }) => amount)) > most)
    throw invalid(`Charges can add up to at most ${formatMoney(most)}, the fees of this closing`, 'charges');
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Withdraws the letter, if one stands.
 * @throws 403 for who may not withdraw it; 404; 412 on a conflict; 400 when it cannot follow, and for charges beyond its fees
 */
export async function noteFall(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  { reason, charges }: FallFields,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    demandNext(row, 'fell-through');
    if (row.approved_at !== null) await demandMayWithdraw(transaction, actor);
    await demandBound(transaction, row, charges);
    const notDue = await notCharged(transaction, row, charges);
    const letters = await withdrawLetters(transaction, by, row, `Fell through: ${reason}`);
    await freeDuesOf(transaction, actor, row);
    const saved = await updateClosing(transaction, row, {
      state: 'fell-through',
      fell_at: now(),
      fell_reason: reason,
      // It never closed: the record counts from the report.
      closed_on: null,
      keep_from: officeDay(row.reported_at),
    });
    for (const charge of charges) await stayDue(transaction, actor, row, charge);
    await countPriceOnce(transaction, row.deal_id);
    const words = [`${reason}${noticesOf(letters)}`, ...notDue].join('; ');
    await recordEvent(transaction, by, saved, 'fell-through', words);
    const what = 'Your closing is noted as fallen through';
    const more =
      charges.length === 0
        ? 'Nothing stays due.'
        : 'Open it to see what stays due, and is kept from the next closing.';
    const { brokerage } = parts.config;
    if (letters.length > 0)
      await tellOfWithdrawal(
        transaction,
        { actor, brokerage },
        { before: row, after: saved },
        { what: 'A closing fell through', more, reason, letters },
      );
    else await tellMembers(transaction, { actor, brokerage }, saved, { what, more, coAgents: true });
  });
}

/** As a due, and as earlier versions read it. */
async function stayDue(
  transaction: DatabaseTransaction,
  actor: Actor,
  row: ClosingRow,
  charge: FallFields['charges'][number],
): Promise<void> {
  const id = newId();
  const values = {
    id,
    user_id: row.agent_id,
    closing_id: row.id,
    ...charge,
    taken_by: null,
    created_at: now(),
  };
  await transaction.insertInto('closing_charges').values(values).execute();
  await addChargeOfFall(transaction, actor, row, { id, ...charge });
}

/** Lines that stay due by the fees and that the office does not charge, in words. */
async function notCharged(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  charges: FallFields['charges'],
): Promise<string[]> {
  const { schedule } = await settle(transaction, row);
  return dueAfterFall(entryOf(row), schedule)
    .filter((due) => !charges.some(({ label, amount }) => label === due.label && amount >= -due.amount))
    .map(({ label, amount }) => `${label} ${formatMoney(-amount)} waived`);
}

/** @throws 404; 412 on a conflict; 400 when it cannot follow, and for one that was ever approved */
export async function archiveClosing(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  expected?: number[],
): Promise<OfficeClosing> {
  return byOffice(parts, { actor, id, expected }, async (transaction, row, by) => {
    demandNext(row, 'archived');
    if (row.paid_on === null && row.state !== 'fell-through' && (await firstApproval(transaction, id)))
      throw invalid('This closing was approved before: note that it fell through, with what stays due');
    const saved = await updateClosing(transaction, row, { state: 'archived' });
    await countPriceOnce(transaction, row.deal_id);
    await recordEvent(transaction, by, saved, 'archived');
    const members = [row.agent_id, ...entryOf(row).coAgents.map(({ user }) => user)];
    for (const member of new Set(members))
      await notifyOfOwn(transaction, member, {
        kind: 'closing',
        objectId: id,
        actorId: actor.id,
        text: `A closing was archived: ${row.property}`,
      });
  });
}

import type { ClosingState } from '../../../shared/closings/closing-states.ts';
import { officeDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { deductsAnnualFee } from '../dues/deducted-fees.ts';
import { freeDues } from '../dues/kept-dues.ts';
import { payoutStops, whyNotWork } from '../member-files/stops.ts';
import { annualFeeTaken, otherFeeDue } from './annual-fee.ts';
import { actOfPayee } from './closing-interest.ts';
import { entryOf, namesOf, otherSides, type Settled, settle } from './closing-rows.ts';
import {
  changedSince,
  documentsOf,
  paysOtherwise,
  previewOf,
  type Said,
  undrawnIn,
} from './letter-content.ts';
import { type Signatory, saidOf } from './letter-facts.ts';
import { standingLetters } from './letters.service.ts';
import { decisionTexts } from './made-for.ts';

type Db = Database | DatabaseTransaction;

/** The states whose next step is not stopped by anything but its order. */
const isOver = (state: ClosingState): boolean =>
  state === 'paid' || state === 'fell-through' || state === 'archived';

/**
 * Lists what keeps a closing from its next step: the approval, sending its letter, or the payment; in words, the first the one to
 * settle first. One list for these calls and the screen (docs/product.md P29.7).
 */
export async function openPoints(
  db: Db,
  row: ClosingRow,
  settled: Settled,
  signatory: Signatory,
): Promise<string[]> {
  if (isOver(row.state)) return [];
  const said = await saidOf(db, signatory, row, settled.statement);
  return [
    ...questionsIn(row, settled),
    ...addresseeIn(said),
    ...(await stoppedMembers(db, row)),
    ...(await otherPayees(db, row)),
    ...(await sidesIn(db, row, settled)),
    ...(row.settlement === null ? undrawnIn(previewOf(said)) : await staleLetter(db, said)),
    ...(await takenCharges(db, row, settled)),
    ...(await takenAnnualFee(db, row, settled)),
    ...(await actsOfPayees(db, row)),
  ];
}

/** Questions of the fees; each with the decision that was made for other facts, if any. */
function questionsIn(row: ClosingRow, { statement, reopened }: Settled): string[] {
  const asked = new Set(statement.open.map(({ id }) => id));
  const questionOf: Partial<Record<string, string>> = {
    settled: 'estimate',
    newConstruction: 'new-construction',
    inHouseEscrow: 'in-house-escrow',
  };
  const counts = reopened.filter(({ decision }) => {
    if (decision === 'package') return false;
    // Until the approval an open choice is none: only what is asked now has to be decided again.
    const stays = decision === 'lines' || decision === 'deductions' || decision === 'annual';
    return stays || row.settlement !== null || asked.has(questionOf[decision] ?? decision);
  });
  return [...statement.open, ...counts].map(({ text }) => text);
}

function addresseeIn(said: Said): string[] {
  const { entry } = said;
  const documents = documentsOf(said);
  if (documents.includes('letter') && (entry.holderName === '' || entry.fileNumber === ''))
    return ['The letter needs the name of escrow or title and the file number'];
  if (documents.includes('payer-invoice') && entry.holderName === '')
    return ['The invoice needs the name of who pays'];
  return [];
}

const membersOf = (row: ClosingRow): string[] =>
  [row.agent_id, ...entryOf(row).coAgents.map(({ user }) => user)].flatMap((id) => id ?? []);

/**
 * The agent and the co-agents who can't work on what was reported that day. Once approved, whose account has gone is paid
 * all the same.
 */
async function stoppedMembers(db: Db, row: ClosingRow): Promise<string[]> {
  const ids = membersOf(row);
  const names = await namesOf(db, ids);
  const reasons = await whyNotWork(db, [...names.keys()], officeDay(row.reported_at));
  const points = [...names].flatMap(([id, name]) =>
    (reasons.get(id) ?? []).map((reason) => `${name} ${reason}`),
  );
  if (row.settlement !== null) return points;
  return [
    ...(row.agent_id === null ? ['The agent’s account has gone'] : []),
    ...(ids.some((id) => !names.has(id)) ? ['The account of a co-agent has gone: change the co-agents'] : []),
    ...points,
  ];
}

/** No one is paid under another name than the one that the office checked the payout details for, nor by details that it takes back. */
async function otherPayees(db: Db, row: ClosingRow): Promise<string[]> {
  const names = await namesOf(db, membersOf(row));
  const stops = await payoutStops(db, [...names.keys()]);
  return [...names].flatMap(([id, name]) => {
    const stop = stops.get(id);
    if (stop === undefined) return [];
    return stop === 'taken-back'
      ? [`The tick for the payout details of ${name} was taken back: check them again first`]
      : [`The payout details were checked for ${stop.was}, and ${stop.is} would be paid: check them again`];
  });
}

const wanted = { each: 'each', here: 'there', there: 'here' } as const;

/**
 * each and each, or here and there. A side that is not decided yet has to follow, but where another is to be charged for
 * this one: that says so first, and is paid first, so that the fee is never owed by no side.
 */
async function sidesIn(db: Db, row: ClosingRow, settled: Settled): Promise<string[]> {
  const { sides } = settled.decisions;
  if (sides === null) return [];
  const others = await otherSides(db, row);
  const theirs = await Promise.all(
    others.map(async (other) => ({ other, its: (await settle(db, other)).decisions.sides })),
  );
  if (theirs.some(({ its }) => its !== null && its !== wanted[sides]))
    return ['The two sides are not decided alike: each apart, or one here and the other there'];
  if (sides !== 'there') return [];
  const charged = theirs.find(({ its }) => its === 'here');
  if (!charged)
    return ['No other side is charged for this one: decide there first that both are charged as one'];
  const isPayment = row.state !== 'approved' && row.settlement !== null;
  if (isPayment && charged.other.paid_on === null)
    return ['The other side is charged for both, so it is paid first'];
  return [];
}

/** The letter still says whom to pay and how, and who signs, as they are now. */
async function staleLetter(db: Db, said: Said): Promise<string[]> {
  const letters = await standingLetters(db, said.row.id);
  const changed = letters.flatMap((letter) => changedSince(said, letter) ?? [])[0];
  if (changed)
    return [
      `The letter says “${changed.was}”, and now it would be “${changed.now}”: withdraw the approval, then approve the letter as it is now`,
    ];
  return letters.some((letter) => paysOtherwise(said, letter))
    ? ['The invoice says how to pay as it was: withdraw the approval, then approve the invoice as it is now']
    : [];
}

/** No one decides for themselves, also when the deal pays them only since (docs/security.md S18.1). */
export async function actsOfPayees(db: Db, row: ClosingRow): Promise<string[]> {
  if (isOver(row.state)) return [];
  const act = await actOfPayee(db, row);
  if (!act) return [];
  const again =
    row.approved_at === null
      ? 'save the decisions again'
      : 'withdraw the approval, save the decisions again, then approve again';
  return [`${act.name} ${act.did} it and is paid by it now: ${again}`];
}

/** A due cannot be deducted here if another closing keeps it, if it is settled, or if its record is gone. */
async function takenCharges(db: Db, row: ClosingRow, { decisions }: Settled): Promise<string[]> {
  const { carried } = decisions;
  if (carried.length === 0) return [];
  const free = await freeDues(db, row, carried);
  if (free.length === carried.length) return [];
  const settled = await settledSince(db, carried);
  return settled.length === 0
    ? ['A charge is already kept from another closing']
    : settled.map(({ label, state }) => `“${label}” is ${state} by now: decide the deductions again`);
}

/** The annual fee is deducted from one closing, as a charge is, and whole, if it is charged by now. */
async function takenAnnualFee(db: Db, row: ClosingRow, { decisions, reopened }: Settled): Promise<string[]> {
  const taken = deductsAnnualFee(decisions) ? await annualFeeTaken(db, row) : null;
  if (taken !== null) return [`The annual fee is already deducted from another closing: ${taken}`];
  if (row.settlement !== null || reopened.some(({ decision }) => decision === 'annual')) return [];
  const due = await otherFeeDue(db, row, decisions);
  return due === null
    ? []
    : [`Decide again: ${decisionTexts.annual(decisions)} (fee due: ${formatMoney(due)})`];
}

/** Those among these dues that are neither open nor kept from a closing. */
const settledSince = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('dues')
    .select(['label', 'state'])
    .where('id', 'in', ids)
    .where('state', 'not in', ['open', 'kept'])
    .orderBy('id')
    .execute();

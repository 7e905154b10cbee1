/**
 * Closings as their agent reports, changes and copies them. `shared` leaves out fields that a co-agent does
 * not see; `otherSideOf` and `copyOfClosing` choose theirs, too.
 */

import { confirmMessage } from '../../../shared/auth/sensitive-calls.ts';
import type { OwnClosing } from '../../../shared/closings/closing-answers.ts';
import type { ClosingFields, NewClosing } from '../../../shared/closings/closing-fields.ts';
import { approvedStates } from '../../../shared/closings/closing-states.ts';
import { closingsContract } from '../../../shared/closings/closings.contract.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireFresh } from '../../platform/http/confirmation.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { onlySeen } from '../../platform/http/versions.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { commonOf, isApproved } from './closing-answers.ts';
import { type By, countPriceOnce, lockClosing, recordEvent, updateClosing } from './closing-changes.ts';
import {
  changesLetter,
  checkCoAgents,
  newRow,
  policyInWords,
  saveEntry,
  storeFigures,
} from './closing-entry.ts';
import {
  mailApprovers,
  tellOffice,
  tellOfWithdrawal,
  tellSharing,
  withdrawnWords,
} from './closing-notices.ts';
import { decisionsByPolicy, entryOf, findClosing, settle } from './closing-rows.ts';
import { queueClosingEvent } from './closing-webhooks.ts';
import { deleteDraft } from './own-lists.service.ts';
import { sayingWhatReopens } from './reopened.ts';
import { type WithdrawnLetter, withdrawApproval } from './withdraw.ts';

type Db = Database | DatabaseTransaction;

/** With the other side as a closing of its own, if one is given. @throws 400; 422 for a key that another request used */
export async function reportClosing(
  db: Database,
  actor: Actor,
  { otherSide, draft, ...fields }: NewClosing,
  key?: IdempotencyKey,
): Promise<OwnClosing> {
  return onceInTransaction(db, key, async (transaction) => {
    if (otherSide && !fields.bothSides)
      throw invalid('Report the other side only when we have both sides', 'otherSide');
    await checkCoAgents(transaction, actor.id, fields);
    const dealId = newId();
    const row = await insertClosing(transaction, actor, fields, dealId);
    if (otherSide) await insertClosing(transaction, actor, otherSideOf(fields, otherSide), dealId);
    await tellOffice(transaction, actor, row, 'reported');
    await countPriceOnce(transaction, dealId);
    await deleteDraft(transaction, actor.id, draft);
    return toOwnClosing(transaction, actor, await findClosing(transaction, row.id));
  });
}

const opposite = { listing: 'buyer', buyer: 'listing', both: 'both' } as const;

/** Credits, a bonus and options are those of the side for which they were reported. */
const otherSideOf = (fields: ClosingFields, commission: ClosingFields['commission']): ClosingFields => ({
  ...fields,
  commission,
  credits: 0,
  referral: null,
  coAgents: [],
  bonus: 0,
  coordinator: false,
  shortSale: false,
  inHouseEscrow: false,
  newConstruction: false,
  side: fields.side && opposite[fields.side],
});

async function insertClosing(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> & Actor,
  entry: ClosingFields,
  dealId: string,
): Promise<ClosingRow> {
  const reported = newRow(actor, entry, dealId, now());
  const row = { ...reported, decisions: await decisionsByPolicy(transaction, reported) };
  await transaction.insertInto('closings').values(row).execute();
  await storeFigures(transaction, row);
  await recordEvent(transaction, { actor, call: 'own' }, row, 'reported', policyInWords(reported, row));
  await queueClosingEvent(transaction, 'closing.reported', row.id);
  return row;
}

type OwnParts = Pick<Parts, 'db' | 'config' | 'mails' | 'proofMethods'>;

/**
 * Until the funds are there. A change of what the letter says withdraws it, asks to confirm first, and is told to all
 * concerned; before the approval one of the shares is told to those who have or had one (docs/product.md P29.11).
 * @throws 404; 412 on a conflict; 400 once it is over or the funds are there, and with the ways to confirm
 */
export async function changeOwnClosing(
  parts: OwnParts,
  actor: Actor,
  id: string,
  fields: ClosingFields,
  expected?: number[],
): Promise<OwnClosing> {
  const { db, config, mails } = parts;
  const seen = await demandOwn(db, actor, id);
  const withdraws = changesLetter(seen, fields);
  if (withdraws)
    await requireFresh(parts, actor, confirmMessage, closingsContract['PUT /api/my-closings/:id']);
  const closing = await inTransaction(db, async (transaction) => {
    await demandOwn(transaction, actor, id);
    // Approved since it was looked at: whether that is confirmed is not known.
    const row = await lockClosing(transaction, id, withdraws ? expected : onlySeen(seen.version, expected));
    if (row.paid_on === null && row.funds_at !== null)
      throw invalid('The funds are received: ask the office for this change');
    const by: By = { actor, call: 'own' };
    let letters: WithdrawnLetter[] = [];
    const saved = await sayingWhatReopens(transaction, by, { config, deals: [row.deal_id] }, () =>
      saveEntry(transaction, by, row, fields, async (changed) => {
        const withdrawn = await withdrawApproval(transaction, by, row, `Changed: ${changed}`);
        letters = withdrawn.letters;
        return withdrawn.reported;
      }),
    );
    if (row.approved_at !== null && saved.approved_at === null)
      await tellOfWithdrawal(
        transaction,
        { actor, brokerage: config.brokerage },
        { before: row, after: saved },
        {
          what: withdrawnWords,
          more: 'Its agent has changed what the letter says, and the office will decide again.',
          reason: '',
          letters,
        },
      );
    else if (!isSameSharing(row, saved))
      await tellSharing(
        transaction,
        { actor, brokerage: config.brokerage },
        { before: row, after: saved },
        {
          what: 'Its agent has changed the shares of a closing',
          more: 'The office has not approved it yet.',
        },
      );
    if (row.state === 'changes-asked' && saved.state === 'reported')
      await tellOffice(transaction, actor, saved, 'corrected');
    return toOwnClosing(transaction, actor, await findClosing(transaction, saved.id));
  });
  mails.wake();
  return closing;
}

/** Whether the same co-agents have the same rates. */
const isSameSharing = (before: ClosingRow, after: ClosingRow): boolean =>
  JSON.stringify(entryOf(before).coAgents) === JSON.stringify(entryOf(after).coAgents);

/** Tells the approvers; the closing shows the request. @throws 404; 412 on a conflict; 400 unless it is approved */
export async function askOffice(
  { db, config, mails }: OwnParts,
  actor: Actor,
  id: string,
  text: string,
  expected?: number[],
): Promise<OwnClosing> {
  const closing = await inTransaction(db, async (transaction) => {
    await demandOwn(transaction, actor, id);
    const row = await lockClosing(transaction, id, expected);
    if (!mayAsk(row)) throw invalid('Ask for a change of an approved closing; change any other yourself');
    // A new version: anyone about to pay without having seen the request has to look again.
    const saved = await updateClosing(transaction, row, {});
    await recordEvent(transaction, { actor, call: 'own' }, saved, 'change-asked', text);
    const mailed = await mailApprovers(transaction, config.brokerage, row, {
      what: 'An agent asks for a change of a closing',
      more: 'The closing is approved. Open it to see what they ask for.',
      but: new Set([actor.id]),
    });
    await tellOffice(transaction, actor, row, 'change-asked', mailed);
    return toOwnClosing(transaction, actor, saved);
  });
  mails.wake();
  return closing;
}

/** Approved, also long ago, and not over. */
const mayAsk = (row: ClosingRow) =>
  isApproved(row) && row.state !== 'fell-through' && row.state !== 'archived';

/** @throws 404 'Closing not found' unless it is the actor's own */
export async function demandOwn(db: Db, { id }: Pick<Actor, 'id'>, closingId: string): Promise<ClosingRow> {
  const row = await findClosing(db, closingId);
  if (row.agent_id !== id) throw notFound('Closing');
  return row;
}

/** One's own, or one with a share. @throws 404 'Closing not found' */
export async function getOwnClosing(db: Db, actor: Actor, id: string): Promise<OwnClosing> {
  const row = await findClosing(db, id);
  if (row.agent_id === actor.id) return toOwnClosing(db, actor, row);
  const { statement } = await settle(db, row);
  const share = await db
    .selectFrom('closing_shares')
    .select('amount')
    .where('closing_id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (!share) throw notFound('Closing');
  return shared(await toOwn(db, row, statement, 'co-agent'), actor, share.amount);
}

/** Without the figures of another agent's side (docs/product.md P29.4). */
async function toOwnClosing(db: Db, actor: Actor, row: ClosingRow): Promise<OwnClosing> {
  const { statement } = await settle(db, row);
  const closing = await toOwn(db, row, statement, 'agent');
  const linked = closing.linked.map((side) =>
    side.agent._id === actor.id ? side : { ...side, gross: null, sides: null },
  );
  return { ...closing, linked };
}

async function toOwn(
  db: Db,
  row: ClosingRow,
  statement: Awaited<ReturnType<typeof settle>>['statement'],
  role: OwnClosing['role'],
): Promise<OwnClosing> {
  const isOver = row.paid_on !== null || row.state === 'fell-through' || row.state === 'archived';
  return {
    ...(await commonOf(db, row, statement)),
    role,
    mayChange: role === 'agent' && !isOver && row.funds_at === null,
    mayAsk: role === 'agent' && mayAsk(row),
    withdraws: approvedStates.includes(row.state) && row.paid_on === null,
    kept: statement.agentKeeps,
  };
}

/** A co-agent's view, without the parts that concern only the agent. */
function shared(closing: OwnClosing, { id }: Pick<Actor, 'id'>, share: number): OwnClosing {
  const { statement, entry } = closing;
  const isOwn = ({ user }: { user?: string | undefined }) => user === id;
  return {
    ...closing,
    letters: [],
    corrections: [],
    asked: '',
    request: '',
    linked: [],
    withdraws: false,
    fell: null,
    warnings: [],
    kept: share,
    paid: closing.paid && { ...closing.paid, method: '' },
    coAgents: closing.coAgents.filter(({ _id }) => _id === id),
    entry: {
      ...entry,
      note: '',
      fileUrl: '',
      holderContact: '',
      coAgents: entry.coAgents.filter(isOwn),
    },
    statement: {
      ...statement,
      lines: statement.lines.filter(
        (line) => line.id !== 'deduction' && (line.id !== 'co-agent' || isOwn(line)),
      ),
      deductions: 0,
      agentKeeps: share,
      payees: statement.payees.filter(isOwn),
      open: [],
      outcome: 'letter',
      invoice: null,
    },
  };
}

/** Copies a closing into a new report. @throws 404 'Closing not found' unless it is one's own */
export async function copyOfClosing(db: Database, actor: Actor, id: string): Promise<ClosingFields> {
  const entry = entryOf(await demandOwn(db, actor, id));
  return { ...entry, fileNumber: '', expectedOn: null, note: '', fileUrl: '' };
}

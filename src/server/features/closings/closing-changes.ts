/** Locks a closing, and decides which state may follow. */

import type { ClosingEventKind } from '../../../shared/closings/closing-events.ts';
import {
  type ClosingState,
  closingStateLabels,
  nextClosingStates,
} from '../../../shared/closings/closing-states.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { closingColumns, entryOf } from './closing-rows.ts';

/**
 * Locks a closing until the transaction ends, by a no-op update, which works on every engine. When calls come together,
 * one decides, and the others see its result.
 * @throws 404 'Closing not found'; 412 with the changes since unless its version is expected
 */
export async function lockClosing(
  transaction: DatabaseTransaction,
  id: string,
  expected?: number[] | undefined,
): Promise<ClosingRow> {
  const row = await transaction
    .updateTable('closings')
    .set({ id })
    .where('id', '=', id)
    .returning(closingColumns)
    .executeTakeFirst();
  if (!row) throw notFound('Closing');
  if (expected && !expected.includes(row.version)) throw await changedMeanwhile(transaction, id);
  return row;
}

/**
 * Locks the facts behind a decision about a locked closing: the other sides of its deal, and its members with their
 * licenses and checks. Other calls change them before or after.
 */
export async function lockFacts(
  transaction: DatabaseTransaction,
  { id, deal_id, agent_id, entry }: Pick<ClosingRow, 'id' | 'deal_id' | 'agent_id' | 'entry'>,
): Promise<void> {
  await transaction
    .updateTable('closings')
    .set({ deal_id })
    .where('deal_id', '=', deal_id)
    .where('id', '!=', id)
    .execute();
  const members = [agent_id, ...entryOf({ entry }).coAgents.map(({ user }) => user)];
  await lockMembers(
    transaction,
    members.flatMap((id) => id ?? []),
  );
}

/** Their licenses, checks and days of leaving change before or after. */
export async function lockMembers(transaction: DatabaseTransaction, ids: Iterable<string>): Promise<void> {
  for (const user of [...new Set(ids)].toSorted())
    await transaction.updateTable('users').set({ id: user }).where('id', '=', user).execute();
}

export const eventWords: Record<ClosingEventKind, string> = {
  reported: 'reported',
  changed: 'changed',
  decided: 'decided',
  reopened: 'open again',
  'changes-asked': 'changes requested',
  approved: 'approved',
  withdrawn: 'approval withdrawn',
  'letter-sent': 'letter sent',
  'notice-sent': 'notice sent',
  closed: 'closed',
  'package-received': 'package received',
  'funds-received': 'funds received',
  paid: 'paid',
  corrected: 'corrected',
  'fell-through': 'fell through',
  archived: 'archived',
  linked: 'linked with another side',
  ticked: 'package ticked',
  'change-asked': 'change asked for by the agent',
};

async function changedMeanwhile(transaction: DatabaseTransaction, id: string): Promise<HttpError> {
  const last = await transaction
    .selectFrom('closing_events')
    .select(['kind', 'actor_name'])
    .where('closing_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const what = last ? `: ${eventWords[last.kind]} by ${last.actor_name}` : '';
  return new HttpError(412, [{ msg: `Closing has been changed by someone else in the meantime${what}` }]);
}

/** @throws 400 when the state cannot follow */
export function demandNext({ state }: Pick<ClosingRow, 'state'>, next: ClosingState): void {
  if (nextClosingStates[state].includes(next)) return;
  const [is, becomes] = [closingStateLabels[state], closingStateLabels[next]];
  throw invalid(state === next ? `This closing is already “${is}”` : `“${becomes}” cannot follow “${is}”`);
}

type Changes = Partial<Omit<ClosingRow, 'id' | 'version' | 'since'>>;

/** Changes a locked closing, which is of another version then; returns it. */
export async function updateClosing(
  transaction: DatabaseTransaction,
  row: ClosingRow,
  changes: Changes,
): Promise<ClosingRow> {
  const moves = changes.state !== undefined && changes.state !== row.state;
  return transaction
    .updateTable('closings')
    .set({ ...changes, version: row.version + 1, ...(moves && { since: now() }) })
    .where('id', '=', row.id)
    .returning(closingColumns)
    .executeTakeFirstOrThrow();
}

/** Whether the office or a member calls. The history records this, even when the agent works in the office. */
export interface By {
  actor: Actor;
  call: 'office' | 'own';
}

/** Adds to the history; what a call of the office does is audited, too (docs/security.md S18.2). */
export async function recordEvent(
  transaction: DatabaseTransaction,
  { actor, call }: By,
  row: Pick<ClosingRow, 'id' | 'property'>,
  kind: ClosingEventKind,
  text = '',
): Promise<void> {
  await transaction
    .insertInto('closing_events')
    .values({
      id: newId(),
      closing_id: row.id,
      kind,
      text,
      actor_id: actor.id,
      actor_name: actor.name,
      created_at: now(),
    })
    .execute();
  if (call === 'own') return;
  await recordAuditEvent(transaction, actor, {
    action: 'closing.updated',
    object: { id: row.id, name: row.property },
    details: text === '' ? eventWords[kind] : `${eventWords[kind]}: ${text}`,
  });
}

/** One side of a deal has its price: the first that is paid, or goes on. Call it after a change of sides or states. */
export async function countPriceOnce(transaction: DatabaseTransaction, dealId: string): Promise<void> {
  const sides = await transaction
    .selectFrom('closings')
    .select(['id', 'state', 'paid_on', 'counts_price'])
    .where('deal_id', '=', dealId)
    .orderBy('id')
    .execute();
  const isOver = ({ state, paid_on }: { state: ClosingState; paid_on: string | null }) =>
    paid_on === null && (state === 'fell-through' || state === 'archived');
  const counting =
    sides.find(({ paid_on, counts_price }) => paid_on !== null && counts_price) ??
    sides.find(({ paid_on }) => paid_on !== null) ??
    sides.find((side) => !isOver(side)) ??
    sides.at(0);
  for (const { id, counts_price } of sides) {
    if (counts_price === (id === counting?.id)) continue;
    await transaction
      .updateTable('closings')
      .set({ counts_price: id === counting?.id })
      .where('id', '=', id)
      .execute();
  }
}

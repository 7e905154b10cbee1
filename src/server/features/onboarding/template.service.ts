/** The plans that onboarding copies for each member. */

import type { StepFields, TemplateStep } from '../../../shared/onboarding/onboarding.contract.ts';
import type { Plan } from '../../../shared/onboarding/plans.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, stale } from '../../platform/http-error.ts';

/** The steps of a plan, in order. */
export async function readTemplate(db: Database, plan: Plan): Promise<TemplateStep[]> {
  return (await templateRows(db, plan)).map((row) => ({
    _id: row.id,
    title: row.title,
    text: row.text,
    who: row.who,
    page: row.page_id,
    dueDays: row.due_days,
    ...(row.about !== null && { about: row.about === 'none' ? null : row.about }),
  }));
}

const templateRows = (db: Database, plan: Plan) =>
  db
    .selectFrom('onboarding_template')
    .select(['id', 'title', 'text', 'who', 'page_id', 'due_days', 'about'])
    .where('plan', '=', plan)
    .orderBy('position')
    .execute();

/**
 * Replaces the steps of a plan; copies stay.
 * @throws 400 for a page that is not in the handbook; 412 when they are others than `seen`
 */
export async function saveTemplate(
  db: Database,
  actor: Actor,
  plan: Plan,
  steps: StepFields[],
  seen?: StepFields[],
): Promise<TemplateStep[]> {
  return inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'users');
    if (seen && !isSame(seen, await readTemplate(transaction, plan))) throw stale('The template');
    await replaceTemplate(transaction, plan, steps);
    await recordAuditEvent(transaction, actor, {
      action: 'onboarding.updated',
      object: { id: plan, name: plan === 'on' ? 'Template of joining' : 'Template of leaving' },
      details: steps.length === 1 ? '1 step' : `${steps.length} steps`,
    });
    return readTemplate(transaction, plan);
  });
}

/** A client that does not know what steps are about leaves that out. */
const isSame = (seen: StepFields[], present: TemplateStep[]): boolean =>
  textOf(seen) === textOf(present) &&
  seen.every(({ about }, at) => about === undefined || about === present[at]?.about);

const textOf = (steps: StepFields[]): string =>
  JSON.stringify(
    steps.map(({ _id, title, text, who, dueDays, page }) => [_id, title, text, who, dueDays, page]),
  );

/** Also replaces samples, which no one recorded. */
export async function replaceTemplate(
  transaction: DatabaseTransaction,
  plan: Plan,
  steps: StepFields[],
): Promise<void> {
  // Two admins who save at once: the later one's steps stand, never a mixture.
  await acquireLock(transaction, 'users');
  const before = new Map((await templateRows(transaction, plan)).map((row) => [row.id, row]));
  await transaction.deleteFrom('onboarding_template').where('plan', '=', plan).execute();
  if (steps.length === 0) return;
  await demandPages(transaction, steps);
  const rows = steps.map(({ _id, dueDays, page, about, ...step }, position) => {
    const known = _id === undefined ? undefined : before.get(_id);
    // Taken once: a step that is sent twice becomes two.
    if (known) before.delete(known.id);
    return {
      ...step,
      id: known?.id ?? newId(),
      plan,
      position,
      due_days: dueDays,
      page_id: page,
      about: about === undefined ? (known?.about ?? null) : (about ?? ('none' as const)),
      page: '',
      page_version: 0,
    };
  });
  await transaction.insertInto('onboarding_template').values(rows).execute();
}

async function demandPages(transaction: DatabaseTransaction, steps: StepFields[]): Promise<void> {
  const pages = new Set(steps.flatMap(({ page }) => page ?? []));
  if (pages.size === 0) return;
  const there = await transaction
    .selectFrom('handbook_pages')
    .select('id')
    .where('id', 'in', [...pages])
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .execute();
  if (there.length < pages.size) throw invalid('A page of these steps is not in the handbook', 'steps');
}

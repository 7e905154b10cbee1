/** Steps of one member. */

import { confirmMessage } from '../../../shared/auth/sensitive-calls.ts';
import { today } from '../../../shared/dates.ts';
import { checkKinds, type MemberCheckKind } from '../../../shared/member-files/member-checks.ts';
import {
  type MemberProgress,
  type MemberStep,
  onboardingContract,
} from '../../../shared/onboarding/onboarding.contract.ts';
import type { Doer } from '../../../shared/onboarding/plans.ts';
import { type StepSubject, subjectByTitle, tickedBySteps } from '../../../shared/onboarding/step-subjects.ts';
import { day } from '../../../shared/time.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import { may } from '../../../shared/users/rights.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireFresh } from '../../platform/http/confirmation.ts';
import { forbidden, invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { MemberStepRow } from '../../tables/onboarding.ts';
import { checksOf, recordCheck } from '../joining/member-checks.service.ts';
import { isSamePerson } from '../member-files/same-person.ts';
import { tellingOfOwn } from '../users/own-work.ts';

const maxListed = 1000;

/** A member's steps in order; `plan` leaves out those of the other plan. @throws 404 'User not found' */
export async function stepsOf(db: Database, userId: string, plan?: 'on'): Promise<MemberStep[]> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user) throw notFound('User');
  let query = stepRows(db).where('step.user_id', '=', userId);
  if (plan) query = query.where('step.plan', '=', plan);
  const rows = await query.orderBy('step.plan', 'desc').orderBy('step.position').execute();
  return rows.map(toStep);
}

/**
 * As the office sees them: open ones of joining say what they are about, and for which facts a tick would note a check
 * (docs/product.md P27.9). @throws 404 'User not found'
 */
export async function stepsForOffice(db: Database, actor: Actor, userId: string): Promise<MemberStep[]> {
  const steps = await stepsOf(db, userId);
  if (await isSamePerson(db, actor.id, userId)) return steps;
  const rows = await db
    .selectFrom('onboarding_steps')
    .select(['id', 'title', 'about', 'plan'])
    .where('user_id', '=', userId)
    .where('plan', '=', 'on')
    .where('done_at', 'is', null)
    .execute();
  const subjects = new Map(rows.map((row) => [row.id, subjectOf(row)]));
  const checks = await checksOf(db, userId);
  return steps.map((step) => {
    const about = subjects.get(step._id);
    if (about === undefined) return step;
    const kind = checkNotedBy(about);
    return { ...step, about, ...(kind && checks[kind] === null && { current: checks.current[kind] }) };
  });
}

const subjectOf = ({ plan, about, title }: Pick<Step, 'plan' | 'about' | 'title'>) => {
  if (plan !== 'on' || about === 'none') return undefined;
  return about ?? subjectByTitle(title);
};

/** The check that ticking a step about it notes, too; undefined where a look or signatures are needed. */
const checkNotedBy = (about: StepSubject | undefined): MemberCheckKind | undefined =>
  checkKinds.find((kind) => kind === about && tickedBySteps.includes(kind));

type Step = Pick<MemberStepRow, 'user_id' | 'who' | 'plan' | 'title' | 'done_at'> & {
  page_id: string | null;
  about: StepSubject | 'none' | null;
};

/**
 * Ticks a step or takes it back. Members tick their own, those with the right to compliance any; steps of others and of
 * the office are recorded. What the office ticks for another person is checked off, too, where that needs no more than a tick.
 * @throws 404 'Step not found'; 403 for a step of the office, and for one's own about the agreement or a check,
 * as tellingOfOwn; 400 for a page that its member has not acknowledged, and with
 * the ways to confirm for a check; 409 when the facts of the check differ from those on the screen
 */
export async function tickStep(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails' | 'proofMethods'>,
  actor: Actor,
  id: string,
  { done, current }: { done: boolean; current?: string | undefined },
): Promise<MemberStep> {
  // A screen that showed no facts notes nothing.
  const noted = done && current !== undefined ? await checkToNote(parts.db, actor, id) : undefined;
  // Members may call this, so the call itself is let in by no right that could be taken under way.
  const inOffice: Actor = { ...actor, by: 'compliance' };
  if (noted)
    await requireFresh(parts, actor, confirmMessage, onboardingContract['PUT /api/onboarding/steps/:id']);
  const ticked = await inTransaction(parts.db, async (transaction) => {
    // Before the step is locked: a check locks its member first, and then their steps.
    if (noted && (await isStillOpen(transaction, id, noted.user.id)))
      await recordCheck(transaction, inOffice, { ...noted, ticked: true, day: today(), note: '', current });
    // A no-op update locks the row on every engine.
    const step = await transaction
      .updateTable('onboarding_steps')
      .set({ id })
      .where('id', '=', id)
      .returning(['user_id', 'who', 'plan', 'about', 'page_id', 'done_at', 'title'])
      .executeTakeFirst();
    if (!step || (step.user_id !== actor.id && !may(actor, 'compliance'))) throw notFound('Step');
    if (step.who === 'office' && !may(actor, 'compliance')) throw forbidden();
    if (done && (await isUnread(transaction, step))) throw invalid('Please read the page first');
    // Such a tick is of the file; others say only what is done.
    const isOfFile = step.who === 'office' && subjectOf(step) !== undefined;
    const isOwn = isOfFile && (await isSamePerson(transaction, actor.id, step.user_id));
    const act = `step ${done ? 'ticked' : 'not ticked any more'}`;
    const own = { isOwn, act, what: 'file', id: step.user_id } as const;
    if (done !== (step.done_at !== null))
      await tellingOfOwn(transaction, parts, actor, own, async () => {
        await transaction
          .updateTable('onboarding_steps')
          .set(done ? { done_at: now(), done_by: actor.id } : { done_at: null, done_by: null })
          .where('id', '=', id)
          .execute();
        if (step.user_id !== actor.id || step.who === 'office')
          await recordAuditEvent(transaction, inOffice, {
            action: 'onboarding.ticked',
            object: { id: step.user_id, name: await nameOf(transaction, step.user_id) },
            details: `${step.title}: ${done ? 'done' : 'open'}`,
          });
      });
    return toStep(await stepRows(transaction).where('step.id', '=', id).executeTakeFirstOrThrow());
  });
  parts.mails.wake();
  return ticked;
}

/** Locks the member first: who ticks the step at the same time has noted the check by then. */
async function isStillOpen(transaction: DatabaseTransaction, id: string, userId: string): Promise<boolean> {
  // A no-op update locks the row on every engine.
  await transaction.updateTable('users').set({ id: userId }).where('id', '=', userId).execute();
  const step = await transaction
    .selectFrom('onboarding_steps')
    .select('done_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return step?.done_at === null;
}

/** Only for others, and never by an API token: those can't confirm. */
async function checkToNote(
  db: Database,
  actor: Actor,
  id: string,
): Promise<{ user: { id: string }; kind: MemberCheckKind } | undefined> {
  if (!may(actor, 'compliance') || actor.scopes) return undefined;
  const step = await db
    .selectFrom('onboarding_steps')
    .select(['user_id', 'plan', 'who', 'title', 'about', 'page_id', 'done_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  const kind = step && checkNotedBy(subjectOf(step));
  if (!kind || step.done_at !== null || (await isUnread(db, step))) return undefined;
  if (await isSamePerson(db, actor.id, step.user_id)) return undefined;
  const isNoted = (await checksOf(db, step.user_id))[kind] !== null;
  return isNoted ? undefined : { user: { id: step.user_id }, kind };
}

/** A deleted page asks no one. */
async function isUnread(
  db: Database,
  { user_id, page_id, who }: { user_id: string; page_id: string | null; who: Doer },
): Promise<boolean> {
  if (page_id === null || who === 'office') return false;
  const asked = await db
    .selectFrom('handbook_asks as ask')
    .innerJoin('handbook_pages as page', 'page.id', 'ask.page_id')
    .select('ask.done_at')
    .where('ask.user_id', '=', user_id)
    .where('ask.page_id', '=', page_id)
    .where('page.deleted_at', 'is', null)
    .executeTakeFirst();
  return asked !== undefined && asked.done_at === null;
}

async function nameOf(db: Database, id: string): Promise<string> {
  return (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}

/** Members with open steps, those who have been stuck longest first. Suspended members have only steps for leaving. */
export async function listProgress(db: Database): Promise<MemberProgress[]> {
  const open = await db
    .selectFrom('onboarding_steps as step')
    .innerJoin('users', 'users.id', 'step.user_id')
    .select((e) => [
      'step.user_id',
      'step.plan',
      'users.name',
      e.fn.countAll().as('total'),
      e.fn.count('step.done_at').as('done'),
      e.fn.coalesce(e.fn.max('step.done_at'), e.fn.min('step.created_at')).as('moved_at'),
    ])
    .where((e) => e.or([e('step.plan', '=', 'off'), e('users.suspended_at', 'is', null)]))
    .groupBy(['step.user_id', 'step.plan', 'users.name'])
    .having((e) => e(e.fn.countAll(), '>', e.fn.count('step.done_at')))
    .orderBy('moved_at')
    .limit(maxListed)
    .execute();
  if (open.length === 0) return [];
  const next = await nextSteps(db);
  return open.flatMap(({ user_id, plan, name, total, done, moved_at }) => {
    const step = next.get(`${plan} ${user_id}`);
    if (!step) return [];
    return {
      user: { _id: user_id, name },
      plan,
      done: Number(done),
      total: Number(total),
      next: step,
      stuckDays: Math.max(0, Math.floor((Date.now() - Date.parse(moved_at)) / day)),
    };
  });
}

/** The first open step of every member and plan. */
async function nextSteps(db: Database): Promise<Map<string, MemberProgress['next']>> {
  const rows = await db
    .selectFrom('onboarding_steps as step')
    .select(['step.user_id', 'step.plan', 'step.title', 'step.who', 'step.due_on'])
    .where('step.done_at', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('onboarding_steps as earlier')
            .select('earlier.id')
            .whereRef('earlier.user_id', '=', 'step.user_id')
            .whereRef('earlier.plan', '=', 'step.plan')
            .whereRef('earlier.position', '<', 'step.position')
            .where('earlier.done_at', 'is', null),
        ),
      ),
    )
    .execute();
  return new Map(
    rows.map(({ user_id, plan, title, who, due_on }) => [`${plan} ${user_id}`, { title, who, due: due_on }]),
  );
}

const stepRows = (db: Database) =>
  db
    .selectFrom('onboarding_steps as step')
    .leftJoin('users as doer', 'doer.id', 'step.done_by')
    .leftJoin('handbook_pages as page', (join) =>
      join.onRef('page.id', '=', 'step.page_id').on('page.deleted_at', 'is', null),
    )
    .leftJoin('articles', 'articles.id', 'page.id')
    .select([
      'step.id',
      'step.plan',
      'step.title',
      'step.text',
      'step.who',
      'articles.title as page_title',
      'articles.slug as page_slug',
      'step.due_on',
      'step.done_at',
      'doer.name as doer',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof stepRows>['executeTakeFirstOrThrow']>>;

const toStep = ({ id, page_title, page_slug, due_on, done_at, doer, ...step }: Row): MemberStep => ({
  _id: id,
  ...step,
  page: page_slug === null ? null : { title: page_title ?? '', slug: page_slug },
  due: due_on,
  done: done_at === null ? null : { date: done_at, by: doer ?? formerMember },
});

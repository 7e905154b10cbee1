/** One person as the office knows them (docs/product.md P8.24). */

import { actionLabel } from '../../../shared/audit/audit-actions.ts';
import { auditWords } from '../../../shared/audit/audit-words.ts';
import { endedStates } from '../../../shared/closings/closing-states.ts';
import { today } from '../../../shared/dates.ts';
import type { PersonPage } from '../../../shared/search/people.contract.ts';
import { isStaff, may, rightsLabel } from '../../../shared/users/rights.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, notFound } from '../../platform/http-error.ts';
import { dialedBy } from '../../platform/phone.ts';
import { readAsOffice } from '../compliance/files.service.ts';
import { whyNotWork } from '../member-files/stops.ts';
import { findProfile, toProfile } from '../profiles/profile-rows.ts';
import { toUser, userRows } from '../users/user-rows.ts';
import { seesNumbers } from './office-search.service.ts';

const maxClosings = 5;
const maxEvents = 10;
/** Counted no further. */
const maxCounted = 1000;

/** @throws 403 for who has no right to recruiting, closings or compliance; 404 'Member not found' */
export async function readPerson(db: Database, actor: Actor, id: string): Promise<PersonPage> {
  const worksWithMembers = may(actor, 'recruiting') || seesNumbers(actor);
  if (!worksWithMembers) throw forbidden();
  const row = await userRows(db).select('users.avatar_url').where('users.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Member');
  const user = toUser(row);
  const whole = await findProfile(db, id);
  const shown = whole && toProfile(whole);
  const all = seesNumbers(actor);
  const phone = (all ? whole?.row.phone : shown?.phone) ?? '';
  const file = all ? await readAsOffice(db, actor, id) : undefined;
  const mayFile = may(actor, 'compliance');
  return {
    _id: id,
    name: user.name,
    avatar: row.avatar_url,
    state: user.state,
    rights: isStaff(user) ? rightsLabel(user) : '',
    profile: whole !== undefined && !whole.row.hidden && user.state !== 'suspended',
    email: all ? user.email : (shown?.email ?? ''),
    phone,
    dial: dialedBy(phone),
    license: file?.license.number ?? shown?.license ?? '',
    stops: all ? ((await whyNotWork(db, [id], today())).get(id) ?? []) : null,
    findings: mayFile && file ? file.findings : null,
    agreement: may(actor, 'recruiting') ? await agreementOf(db, id) : null,
    steps: mayFile ? await stepsOf(db, id) : null,
    closings: may(actor, 'closings') ? await closingsOf(db, id) : null,
    dues: may(actor, 'closings') ? await duesOf(db, id) : null,
    events: actor.admin ? await eventsOf(db, id) : null,
  };
}

async function agreementOf(db: Database, id: string): Promise<PersonPage['agreement']> {
  const inForce = await db
    .selectFrom('agreements')
    .select(['id as _id', 'version', 'signed_at as signed'])
    .where('user_id', '=', id)
    .where('state', '=', 'in-force')
    .executeTakeFirst();
  const ask = await db
    .selectFrom('agreement_asks')
    .select('due_on')
    .where('user_id', '=', id)
    .where('agreement_id', 'is', null)
    .executeTakeFirst();
  return { inForce: inForce ?? null, askedUntil: ask?.due_on ?? null };
}

/** Those of leaving where there are any. */
async function stepsOf(db: Database, id: string): Promise<NonNullable<PersonPage['steps']>> {
  const all = await db
    .selectFrom('onboarding_steps')
    .select(['plan', 'title', 'due_on', 'done_at'])
    .where('user_id', '=', id)
    .orderBy('position')
    .execute();
  const leaving = all.filter(({ plan }) => plan === 'off');
  const steps = leaving.length > 0 ? leaving : all;
  const next = steps.find(({ done_at }) => done_at === null);
  return {
    done: steps.filter(({ done_at }) => done_at !== null).length,
    total: steps.length,
    next: next ? { title: next.title, due: next.due_on } : null,
  };
}

async function closingsOf(db: Database, id: string): Promise<NonNullable<PersonPage['closings']>> {
  const year = today().slice(0, 4);
  const theirs = db.selectFrom('closings').where('agent_id', '=', id);
  const open = theirs.select('id').where('state', 'not in', endedStates).limit(maxCounted);
  const paid = theirs
    .select('id')
    .where('paid_on', '>=', `${year}-01-01`)
    .where('paid_on', '<=', `${year}-12-31`)
    .limit(maxCounted);
  const { opened, payed } = await db
    .selectNoFrom((e) => [
      e
        .selectFrom(open.as('open'))
        .select((s) => s.fn.countAll().as('count'))
        .as('opened'),
      e
        .selectFrom(paid.as('paid'))
        .select((s) => s.fn.countAll().as('count'))
        .as('payed'),
    ])
    .executeTakeFirstOrThrow();
  const newest = await theirs
    .select(['id as _id', 'property', 'state'])
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(maxClosings)
    .execute();
  return { year: Number(year), open: Number(opened), paid: Number(payed), newest };
}

async function duesOf(db: Database, id: string): Promise<NonNullable<PersonPage['dues']>> {
  const { count, amount } = await db
    .selectFrom('dues')
    .select((e) => [e.fn.countAll().as('count'), e.fn.sum<number | null>('amount').as('amount')])
    .where('user_id', '=', id)
    .where('state', '=', 'open')
    .where('amount', '>', 0)
    .executeTakeFirstOrThrow();
  return { count: Number(count), amount: Number(amount ?? 0) };
}

async function eventsOf(db: Database, id: string): Promise<NonNullable<PersonPage['events']>> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id as _id', 'created_at as date', 'actor_name as by', 'action', 'details'])
    .where('object_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  return rows.map(({ action, details, ...row }) => ({
    ...row,
    details: auditWords(action, details),
    what: actionLabel(action),
  }));
}

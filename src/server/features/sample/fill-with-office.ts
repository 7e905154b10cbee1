import { addDays, today } from '../../../shared/dates.ts';
import { type LeadStatus, leadStatuses, stageOf } from '../../../shared/leads/lead-statuses.ts';
import { day, hour } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { toPhoneKey } from '../../platform/phone.ts';
import { openPlan } from '../member-files/open-plan.ts';
import { noteFilled } from './filled.ts';
import { type SampleLead, sampleLeads } from './sample.leads.ts';
import { visitSums } from './sample-visits.ts';

interface People {
  admin: { id: string; name: string };
  /** Ids of the sample members, the newest last. */
  members: string[];
}

/** Leads, visits, licenses and onboarding, so that no list of the office is empty. Dates count from now. */
export async function fillWithOffice(transaction: DatabaseTransaction, people: People): Promise<void> {
  const leads = sampleLeads.map((lead, index) => ({ lead, id: newId(), row: toRow(lead, index, people) }));
  await transaction
    .insertInto('contact_requests')
    .values(leads.map(({ id, row }) => ({ id, ...row })))
    .execute();
  await transaction
    .insertInto('lead_events')
    .values(leads.flatMap(({ lead, id, row }) => eventsOf(lead, id, row.created_at, people.admin)))
    .execute();
  await noteFilled(transaction, { leads: leads.map(({ id }) => id) });
  await transaction.insertInto('visit_sums').values(visitSums(now())).execute();
  await addLicenses(transaction, people);
  const newest = people.members.at(-1);
  if (newest) await onboardHalf(transaction, newest, people.admin.id);
}

/** In the middle of the day's work, so that 'today' is today. */
const momentOf = (daysAgo: number) => fromNow(-daysAgo * day - (daysAgo === 0 ? hour : 0));

function toRow(lead: SampleLead, index: number, { admin, members }: People) {
  const { name, daysAgo, status, answeredAfter, step, owned = false, referred = false } = lead;
  const [first = '', last = ''] = name.split(' ');
  const created = momentOf(daysAgo);
  const phone = `(555) 010-01${String(index).padStart(2, '0')}`;
  return {
    first_name: first,
    last_name: `${last} (sample)`,
    phone,
    phone_key: toPhoneKey(phone),
    email: `${first}.${last}@example.com`.toLowerCase(),
    status,
    spam: false,
    overflow: false,
    mail_id: null,
    created_at: created,
    owner_id: owned ? admin.id : null,
    next_step: step?.text ?? null,
    next_on: step ? addDays(today(), step.inDays) : null,
    closed_reason: lead.reason ?? null,
    waiting_since: answeredAfter === undefined ? created : null,
    first_contact_at: answeredAfter === undefined ? null : answeredAt(created, answeredAfter),
    // No alert goes out for samples.
    alerted_at: created,
    referred_by: referred ? (members[index % members.length] ?? null) : null,
    source: lead.source ? JSON.stringify(sourceOf(lead.source)) : null,
    calculation: lead.calculation ?? null,
  };
}

function sourceOf(source: NonNullable<SampleLead['source']>) {
  const nothing = { landing: '/', referrer: '', source: '', medium: '', campaign: '' };
  return 'site' in source
    ? { ...nothing, referrer: source.site }
    : { ...nothing, source: source.campaign, medium: 'social', campaign: 'autumn' };
}

/** Never in the future: a lead of today was called at once. */
function answeredAt(created: string, hours: number): string {
  const at = new Date(Date.parse(created) + hours * hour).toISOString();
  return at < now() ? at : created;
}

/** The stages on the way to the present one. */
function pathTo(status: LeadStatus): LeadStatus[] {
  const way = leadStatuses.filter((each) => stageOf(each).inFunnel);
  if (!way.includes(status)) return ['new', 'contacted', status];
  return way.slice(0, way.indexOf(status) + 1);
}

function eventsOf(
  { status, answeredAfter, reason }: SampleLead,
  leadId: string,
  created: string,
  admin: People['admin'],
) {
  const event = (kind: 'created' | 'call' | 'stage', at: string, text = '') => ({
    id: newId(),
    lead_id: leadId,
    kind,
    author_id: kind === 'created' ? null : admin.id,
    author_name: kind === 'created' ? 'Contact form' : admin.name,
    text,
    undo: null,
    batch_id: null,
    created_at: at,
  });
  const path = pathTo(status);
  if (answeredAfter === undefined) return [event('created', created)];
  const called = answeredAt(created, answeredAfter);
  // Evenly over the time since the first call.
  const step = (Date.now() - Date.parse(called)) / path.length;
  const moves = path.slice(1).map((to, index) => {
    const why = to === 'closed' ? `: ${reason ?? ''}` : '';
    return event(
      'stage',
      new Date(Date.parse(called) + index * step).toISOString(),
      `${path[index]} → ${to}${why}`,
    );
  });
  return [event('created', created), event('call', called), ...moves];
}

/** Days until they expire: one has expired, one will soon. Reminders of both count as sent. */
const licenses = [-12, 25, 240, 610, 800];

async function addLicenses(transaction: DatabaseTransaction, { members, admin }: People): Promise<void> {
  const rows = licenses.flatMap((days, index) => {
    const user_id = members[index];
    if (!user_id) return [];
    const isVerified = index !== 1;
    return {
      user_id,
      number: `0000000${index + 1}`,
      expires_on: addDays(today(), days),
      verified_at: isVerified ? fromNow(-90 * day) : null,
      verified_by: isVerified ? admin.id : null,
      reminded: days < 0 ? 0 : days < 30 ? 30 : null,
      updated_at: now(),
    };
  });
  await transaction.insertInto('licenses').values(rows).execute();
}

async function onboardHalf(transaction: DatabaseTransaction, userId: string, adminId: string): Promise<void> {
  await openPlan(transaction, userId, 'on');
  const steps = await transaction
    .selectFrom('onboarding_steps')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  await transaction
    .updateTable('onboarding_steps')
    .set({ done_at: fromNow(-2 * day), done_by: adminId })
    .where(
      'id',
      'in',
      steps.slice(0, Math.ceil(steps.length / 2)).map(({ id }) => id),
    )
    .execute();
}

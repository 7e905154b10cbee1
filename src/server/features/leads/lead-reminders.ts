import { today } from '../../../shared/dates.ts';
import { hourOfDay, workingHoursAgo } from '../../../shared/site/office-hours.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { hasRight } from '../../platform/rights.ts';
import { alertMail, digestMail } from './lead-mails.ts';
import { getLeadSettings } from './lead-settings.service.ts';
import { leadsOfToday } from './leads.service.ts';

type ReminderParts = Pick<Parts, 'db' | 'config' | 'mails'>;

const alertedAtOnce = 500;
/** In Los Angeles. */
const digestHour = 7;

/** Mails all who may recruit once of each lead that waits for longer than the setting allows; a job. */
export async function alertOfWaitingLeads({ db, config, mails }: ReminderParts): Promise<void> {
  const settings = await getLeadSettings(db);
  if (settings.alertHours === 0) return;
  const before = workingHoursAgo(Date.now(), settings.alertHours, settings);
  if (before === undefined) return;
  const waiting = await inTransaction(db, async (transaction) => {
    const late = await transaction
      .updateTable('contact_requests')
      .set({ alerted_at: now() })
      .where('id', 'in', (found) =>
        found
          .selectFrom('contact_requests')
          .select('id')
          .where('waiting_since', '<=', new Date(before).toISOString())
          .where('alerted_at', 'is', null)
          .where('spam', '=', false)
          .where('joined_to', 'is', null)
          .limit(alertedAtOnce),
      )
      // Another process may have been faster.
      .where('alerted_at', 'is', null)
      .returning(['first_name', 'last_name', 'waiting_since'])
      .execute();
    if (late.length === 0) return late;
    const people = late
      .map((row) => ({ name: `${row.first_name} ${row.last_name}`, since: row.waiting_since ?? '' }))
      .sort((a, b) => (a.since < b.since ? -1 : 1));
    for (const recruiter of await activeRecruiters(transaction)) {
      const mail = alertMail(recruiter, people, settings.alertHours, config.brokerage);
      await queueMail(transaction, mail, { userId: recruiter.id, area: 'recruiting' });
    }
    return late;
  });
  if (waiting.length > 0) mails.wake();
}

/** Emails each who has the right to recruiting, work to do and wants this email, once a day from 7 in the morning; a job. */
export async function sendLeadDigests(
  { db, config, mails }: ReminderParts,
  moment = Date.now(),
): Promise<void> {
  if (hourOfDay(moment) < digestHour) return;
  const date = today();
  const recruiters = await activeRecruiters(db);
  const notes = await db.selectFrom('lead_digests').select(['user_id', 'wanted', 'sent_on']).execute();
  const noteOf = new Map(notes.map((note) => [note.user_id, note]));
  for (const recruiter of recruiters) {
    const note = noteOf.get(recruiter.id);
    if (note && (!note.wanted || note.sent_on === date)) continue;
    const work = await leadsOfToday(db, { owner: recruiter.id, only: true });
    await inTransaction(db, async (transaction) => {
      const first = await transaction
        .insertInto('lead_digests')
        .values({ user_id: recruiter.id, wanted: true, sent_on: date })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ sent_on: date })
            .where((e) =>
              e.and([
                e('lead_digests.wanted', '=', true),
                e.or([e('lead_digests.sent_on', 'is', null), e('lead_digests.sent_on', '!=', date)]),
              ]),
            ),
        )
        .returning('user_id')
        .executeTakeFirst();
      if (!first || work.overdue.count + work.due.count + work.waiting.count === 0) return;
      const mail = digestMail(recruiter, work, config.brokerage);
      await queueMail(transaction, mail, { userId: recruiter.id, area: 'recruiting' });
    });
  }
  mails.wake();
}

const activeRecruiters = (db: Database) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(hasRight('recruiting'))
    .where(isActive)
    .orderBy('id')
    .execute();

import type { WorkEventName } from '../../../shared/notifications/work-events.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { queueSealedLetter } from '../../platform/mail/sealed-letter.ts';
import type { LetterParts } from '../../platform/parts.ts';
import { hasRight } from '../../platform/rights.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import { signersOf } from '../agreements/agreement-settings.service.ts';
import { activeWith, notifyOfWork } from '../notifications/notifications.service.ts';
import { answersOf, tokenOf } from './application-rows.ts';
import { applicationNewsMail, type officeNews } from './joining-mails.ts';
import { whoseApplication } from './own-application.ts';

/** Where the applicant goes on. */
export const linkOf = ({ config, sealing }: LetterParts, row: Pick<ApplicationRow, 'id' | 'link'>): string =>
  `${config.brokerage.baseUrl}/join/${tokenOf(sealing, row)}`;

/** As the lead has it, until there is a name as licensed. */
export async function applicantOf(
  transaction: DatabaseTransaction,
  row: Pick<ApplicationRow, 'lead_id' | 'email' | 'answers'>,
): Promise<{ name: string; email: string }> {
  const lead = await transaction
    .selectFrom('contact_requests')
    .select(['first_name', 'last_name'])
    .where('id', '=', row.lead_id)
    .executeTakeFirstOrThrow();
  return { name: answersOf(row).name ?? `${lead.first_name} ${lead.last_name}`, email: row.email };
}

/** Queues a letter that lets its reader in; it goes with the link. */
export async function queueLinkLetter(
  transaction: DatabaseTransaction,
  { sealing }: LetterParts,
  applicationId: string,
  letter: Letter,
): Promise<void> {
  const mail_id = await queueSealedLetter(transaction, sealing, letter);
  await transaction
    .insertInto('application_mails')
    .values({ mail_id, application_id: applicationId })
    .execute();
}

const eventOf = { signed: 'signed', answered: 'answered', withdrawn: 'said-no' } as const;

/**
 * Tells the owner of the lead while they may recruit, else the office: by an email at once. Notifications go to all who can
 * act: the owner, or else those with the right, and of a signature those who sign for the broker.
 */
export async function tellOwner(
  transaction: DatabaseTransaction,
  parts: LetterParts,
  row: Pick<ApplicationRow, 'id' | 'lead_id' | 'email' | 'answers'>,
  news: keyof typeof officeNews,
): Promise<void> {
  const { brokerage } = parts.config;
  const { id, lead_id } = row;
  const owner = await transaction
    .selectFrom('contact_requests')
    .innerJoin('users', 'users.id', 'contact_requests.owner_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('contact_requests.id', '=', lead_id)
    .where(hasRight('recruiting'))
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  const to = owner ?? { name: brokerage.name, email: brokerage.email };
  const applicant = (await applicantOf(transaction, row)).name;
  const mail = applicationNewsMail({ name: to.name, email: to.email }, news, id, brokerage, applicant);
  await queueMail(transaction, mail, owner && { userId: owner.id, area: 'recruiting' });
  const those = owner ? [owner.id] : await activeWith(transaction, 'recruiting');
  const signers = news === 'signed' ? await signersOf(transaction) : [];
  const event = eventOf[news];
  await tellOfApplication(transaction, parts, row, [...those, ...signers], {
    event,
    actorId: null,
    mailed: [to.email],
  });
}

/** Leaves out those whose own application it is: they decide nothing of it (docs/security.md S17.10). */
export async function tellOfApplication(
  transaction: DatabaseTransaction,
  { sealing }: Pick<LetterParts, 'sealing'>,
  row: Pick<ApplicationRow, 'id' | 'lead_id' | 'email' | 'answers'>,
  userIds: readonly string[],
  news: { event: WorkEventName; actorId: string | null; mailed?: string[] },
): Promise<void> {
  const own = await whoseApplication({ db: transaction, sealing }, userIds, row);
  const others = userIds.filter((id) => !own.has(id));
  await notifyOfWork(transaction, others, { ...news, objectId: row.id });
}

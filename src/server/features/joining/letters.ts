import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { queueSealedLetter } from '../../platform/mail/sealed-letter.ts';
import type { LetterParts } from '../../platform/parts.ts';
import { hasRight } from '../../platform/rights.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import { answersOf, tokenOf } from './application-rows.ts';
import { applicationNewsMail, type officeNews } from './joining-mails.ts';

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

/** Tells the owner of the lead while they may recruit, else the office. */
export async function tellOwner(
  transaction: DatabaseTransaction,
  { config: { brokerage } }: LetterParts,
  { id, lead_id }: Pick<ApplicationRow, 'id' | 'lead_id'>,
  news: keyof typeof officeNews,
): Promise<void> {
  const owner = await transaction
    .selectFrom('contact_requests')
    .innerJoin('users', 'users.id', 'contact_requests.owner_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('contact_requests.id', '=', lead_id)
    .where(hasRight('recruiting'))
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  const to = owner ?? { name: brokerage.name, email: brokerage.email };
  const mail = applicationNewsMail({ name: to.name, email: to.email }, news, id, brokerage);
  await queueMail(transaction, mail, owner && { userId: owner.id, area: 'recruiting' });
}

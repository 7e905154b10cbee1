import { formatMoney } from '../../../shared/money.ts';
import { placeOfWork, type WorkEventName, workEvents } from '../../../shared/notifications/work-events.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { nameInMail, propertyInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

export interface WorkItem {
  event: WorkEventName;
  object: string;
  /** The agent of a closing, or the member of a document, by the name of the account; anyone else's as it was typed. */
  person: string;
  property: string | null;
  /** In cents. */
  amount: number | null;
  /** Words of ours. */
  text?: string | null;
}

/** More are a number only. */
const maxLinks = 20;

const actions = {
  lead: 'Open the lead',
  application: 'Open the application',
  agreement: 'Open the agreement',
  closing: 'Open the closing',
  document: 'Open the file',
} as const;

/** Shown in place of a name that may be a message (docs/security.md S7.6). */
const nameless = { lead: 'A lead', application: 'An applicant', agreement: 'A member' } as const;

/** To someone in the office who has to act on it; several things in one email. */
export function workMail(to: { name: string; email: string }, items: WorkItem[], brokerage: Brokerage): Mail {
  const url = ({ event, object }: WorkItem) =>
    brokerage.baseUrl + placeOfWork(workEvents[event].kind, object);
  const choice = `You get this email because this is your work in the office. Choose which emails you get in Notifications: ${brokerage.baseUrl}/notifications`;
  const [first] = items;
  if (first && items.length === 1)
    return inGroup('work', brokerage, {
      to,
      subject: `${whoOf(first)} ${workEvents[first.event].says}`,
      opening: [`${sentenceOf(first)}.`],
      action: { label: actions[workEvents[first.event].kind], url: url(first) },
      closing: [choice],
    });
  return inGroup('work', brokerage, {
    to,
    subject: `${items.length} things wait for you`,
    opening: ['These wait for you in the office:'],
    links: items.slice(0, maxLinks).map((item) => ({ label: sentenceOf(item), url: url(item) })),
    closing: [
      ...(items.length > maxLinks
        ? [`And ${items.length - maxLinks} more: ${brokerage.baseUrl}/notifications`]
        : []),
      choice,
    ],
  });
}

function whoOf({ event, person }: WorkItem): string {
  const { kind } = workEvents[event];
  return kind === 'closing' || kind === 'document' ? person : nameInMail(person, nameless[kind]);
}

function sentenceOf(item: WorkItem): string {
  const { event, property, amount, text } = item;
  const about = [
    ...(property === null ? [] : [propertyInMail(property)]),
    ...(amount === null ? [] : [`${formatMoney(amount)} commission`]),
    text ?? '',
  ].filter(Boolean);
  return [`${whoOf(item)} ${workEvents[event].says}`, about.join(', ')].filter(Boolean).join(': ');
}

import { counted } from '../../../shared/counted.ts';
import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup, mailIn } from '../mail-texts/render-mail-text.ts';

interface Recipient {
  name: string;
  email: string;
}

/** To the member; `on` is YYYY-MM-DD. The reason stays in the file. */
export const ownLeavingMail = (
  to: Recipient,
  { on, isOver, agreement }: { on: string; isOver: boolean; agreement: boolean },
  brokerage: Brokerage,
): Mail =>
  mailIn('leaving', brokerage, {
    to,
    values: {
      subject: isOver
        ? `You left ${brokerage.name} on ${formatDay(on)}`
        : `You leave ${brokerage.name} on ${formatDay(on)}`,
      facts: isOver
        ? `The office has noted that you left on ${formatDay(on)}. ${agreement ? 'Your agreement ended on that day, and y' : 'Y'}our account is closed.`
        : `The office has noted that you leave on ${formatDay(on)}. On that day ${agreement ? 'your agreement ends, and ' : ''}your account closes: until then, download what you need.`,
    },
  });

interface Leaver {
  /** The account's. */
  name: string;
  /** YYYY-MM-DD. */
  on: string;
}

/** All that the recipient has to do; undefined, or no closings, for nothing. */
export interface ToDo {
  /** The account of the file, for those who give the notice; `until` is YYYY-MM-DD. */
  notice?: { user: string; until: string } | undefined;
  closings?: number | undefined;
  leads?: number | undefined;
}

const whoOf = ({ name }: Leaver): string => nameInMail(name, 'A member');

const leadsOf = (leads: number, isOver: boolean): string =>
  leads === 0
    ? 'Their leads are yours from that day on. They have none now.'
    : `${counted(leads, 'lead')} of theirs: yours ${isOver ? 'now' : 'from that day on'}.`;

/** To who has to act on it. */
export function leavingMail(
  to: Recipient,
  leaver: Leaver & { isOver: boolean },
  { notice, closings = 0, leads }: ToDo,
  brokerage: Brokerage,
): Mail {
  const { on, isOver } = leaver;
  const says = `${whoOf(leaver)} ${isOver ? 'left' : 'leaves'} on ${formatDay(on)}`;
  const office = `${brokerage.baseUrl}/dashboard`;
  return inGroup('work', brokerage, {
    to,
    subject: says,
    opening: [
      `${says}.`,
      ...(notice ? [`The notice of leaving must be with the DRE by ${formatDay(notice.until)}.`] : []),
      ...(closings > 0 ? [`${counted(closings, 'closing')} of theirs under way.`] : []),
      ...(leads === undefined ? [] : [leadsOf(leads, isOver)]),
    ],
    links: [
      ...(notice ? [{ label: 'Open the file', url: `${office}/admin/compliance/${notice.user}` }] : []),
      ...(closings > 0 ? [{ label: 'Open closings', url: `${office}/admin/closings` }] : []),
      ...(leads ? [{ label: 'Open leads', url: `${office}/leads` }] : []),
    ],
    closing: ['You get this email because this is your work in the office.'],
  });
}

/** To who was told of it. */
export const calledOffMail = (to: Recipient, leaver: Leaver, brokerage: Brokerage): Mail =>
  inGroup('work', brokerage, {
    to,
    subject: `${whoOf(leaver)} does not leave on ${formatDay(leaver.on)}`,
    opening: [
      `${whoOf(leaver)} was noted as leaving on ${formatDay(leaver.on)}. That was taken back: account, agreement and leads stay as they are.`,
    ],
    closing: ['You get this email because you were told that they leave.'],
  });

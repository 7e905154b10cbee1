import type { ContactRequest } from '../../../shared/contact/contact.contract.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import type { Lead, LeadDay } from '../../../shared/leads/leads.contract.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup, inquiryIn } from '../mail-texts/render-mail-text.ts';

interface Recipient {
  name: string;
  email: string;
}

/** Shown in place of a name that may be a message (docs/security.md S7.6). */
const nameless = 'A lead without a plain name';

/** More are a number only. */
const maxLines = 20;

type Inquiry = Pick<ContactRequest, 'firstName' | 'lastName' | 'phone' | 'email'> &
  Partial<Pick<ContactRequest, 'license' | 'brokerage' | 'dealsPerYear' | 'message'>>;

interface InquiryFacts {
  lead?: string;
  /** Their figures of the calculator, in words of ours. */
  calculation?: string;
}

/** To the office: the only mail that shows what a stranger typed, as plain text below a label each (docs/security.md S7.6). */
export const newInquiryMail = (
  { firstName, lastName, phone, email, license, brokerage: current, dealsPerYear, message }: Inquiry,
  brokerage: Brokerage,
  trapped = false,
  { lead, calculation }: InquiryFacts = {},
): Mail => {
  const facts = [
    `First name: ${firstName}`,
    `Last name: ${lastName}`,
    `Phone: ${phone}`,
    `Email: ${email}`,
    ...(license ? [`License: DRE #${license}`] : []),
    ...(current ? [`Current brokerage: ${current}`] : []),
    ...(dealsPerYear ? [`Deals per year: ${dealsPerYear}`] : []),
    ...(calculation ? [`Calculator: ${calculation}`] : []),
    '',
    // Quoted, so that no line of it passes for one of ours.
    ...(message ? ['Message:', ...message.split('\n').map((line) => `> ${line}`), ''] : []),
    ...(lead ? ['Open the lead:', `${brokerage.baseUrl}/dashboard/leads/${lead}`, ''] : []),
    ...(trapped ? ["A field that people don't see was filled in, so this may be a robot.", ''] : []),
  ];
  const person = nameInMail(`${firstName} ${lastName}`, 'a visitor');
  return inquiryIn(
    { to: brokerage.email, replyTo: email, values: { person, message: facts.slice(0, -1).join('\n') } },
    brokerage,
  );
};

/** To each admin: people who wait for longer than the setting allows. */
export const alertMail = (
  admin: Recipient,
  waiting: { name: string; since: string }[],
  hours: number,
  brokerage: Brokerage,
): Mail =>
  inGroup('work', brokerage, {
    to: admin,
    subject:
      waiting.length === 1
        ? 'A lead is waiting for a reply'
        : `${waiting.length} leads are waiting for a reply`,
    opening: [
      `No one has called or emailed them within ${hours === 1 ? '1 office hour' : `${hours} office hours`}:`,
      ...linesOf(
        waiting.map(({ name, since }) => `${nameInMail(name, nameless)}, since ${formatDateTime(since)}`),
      ),
    ],
    action: { label: "See who's waiting", url: `${brokerage.baseUrl}/dashboard/leads/today` },
    closing: ['We email you once about each lead. You can change the hours in Leads, Settings.'],
  });

/** To the owner of leads, each morning on which there is something to do. */
export function digestMail(owner: Recipient, { overdue, due, waiting }: LeadDay, brokerage: Brokerage): Mail {
  const step = (lead: Lead) =>
    `${nameOf(lead)}: ${lead.nextStep?.text} (${formatDay(lead.nextStep?.on ?? '')})`;
  const parts = [
    { title: 'Overdue', count: overdue.count, lines: overdue.leads.map(step) },
    { title: 'Due today', count: due.count, lines: due.leads.map(step) },
    { title: 'Waiting for a reply', count: waiting.count, lines: waiting.leads.map(nameOf) },
  ].filter(({ count }) => count > 0);
  return inGroup('work', brokerage, {
    to: owner,
    subject: `Your leads today: ${parts.map(({ title, count }) => `${count} ${title.toLowerCase()}`).join(', ')}`,
    opening: parts.flatMap(({ title, count, lines }) => [`${title} (${count})`, ...linesOf(lines, count)]),
    action: { label: 'Open Today', url: `${brokerage.baseUrl}/dashboard/leads/today` },
    closing: ['To stop these emails, clear "Email me this list every morning" on that page.'],
  });
}

const nameOf = ({ firstName, lastName }: Lead) => nameInMail(`${firstName} ${lastName}`, nameless);

const linesOf = (lines: string[], count = lines.length) => [
  ...lines.slice(0, maxLines).map((line) => `· ${line}`),
  ...(count > maxLines ? [`and ${count - maxLines} more`] : []),
];

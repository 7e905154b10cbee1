import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { type Letter, toMail } from '../../platform/mail/letter.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup, letterIn } from '../mail-texts/render-mail-text.ts';

interface Applicant {
  name: string;
  email: string;
}

/** They typed it themselves. */
const applicant = ({ name, email }: Applicant) => ({ name: nameInMail(name), email });

/** With the personal link. */
export const applyLetter = (to: Applicant, url: string, expires: string, brokerage: Brokerage): Letter =>
  letterIn('apply', { to: applicant(to), url, values: { expires: formatDay(expires) } }, brokerage);

export const reminderLetter = (to: Applicant, url: string, expires: string, brokerage: Brokerage): Letter =>
  letterIn('apply-reminder', { to: applicant(to), url, values: { expires: formatDay(expires) } }, brokerage);

export const codeLetter = (to: Applicant, code: string, brokerage: Brokerage): Letter => {
  const values = { code: `To sign your agreement, enter this code within 15 minutes: ${code}` };
  return letterIn('code', { to: applicant(to), values }, brokerage);
};

export const signedLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter =>
  letterIn('signed', { to: applicant(to), url, values: {} }, brokerage);

/** With what the office has typed. */
export const questionLetter = (to: Applicant, question: string, url: string, brokerage: Brokerage): Letter =>
  letterIn('question', { to: applicant(to), url, values: { question } }, brokerage);

export const inForceLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter =>
  letterIn('in-force', { to: applicant(to), url, values: {} }, brokerage);

/** With what the office has typed. */
export const declinedMail = (to: Applicant, text: string, brokerage: Brokerage): Mail => {
  const values = { answer: text.split(/\n{2,}/) };
  return toMail(letterIn('declined', { to: applicant(to), values }, brokerage), brokerage);
};

/** After the applicant's no, which a program that opens links may have pressed. */
export const withdrawnMail = (to: Applicant, signed: boolean, brokerage: Brokerage): Mail => {
  const values = { signature: signed ? 'What you signed will not come into force.' : '' };
  return toMail(letterIn('withdrawn', { to: applicant(to), values }, brokerage), brokerage);
};

export const officeNews = {
  signed: ['has signed', 'has signed the agreement. Check the license, and decide.'],
  answered: ['has answered', 'has answered your question.'],
  withdrawn: ['said no', "said no. If they wrote why, it's in the application."],
} as const;

/** To the owner of the lead, or the office; of what the applicant typed it has the name only. */
export const applicationNewsMail = (
  to: { name: string; email: string },
  news: keyof typeof officeNews,
  id: string,
  brokerage: Brokerage,
  typed = '',
): Mail => {
  const name = nameInMail(typed, '');
  return toMail(
    inGroup(
      'application-news',
      {
        to,
        subject: `An applicant ${officeNews[news][0]}${name && `: ${name}`}`,
        greeting: '',
        opening: [`${name || 'An applicant'} ${officeNews[news][1]}`],
        action: { label: 'Open the application', url: `${brokerage.baseUrl}/dashboard/applications/${id}` },
        closing: [],
      },
      brokerage,
    ),
    brokerage,
  );
};

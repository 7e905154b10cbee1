import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup, letterIn, mailIn } from '../mail-texts/render-mail-text.ts';

interface Applicant {
  name: string;
  email: string;
}

/** They typed it themselves. */
const applicant = ({ name, email }: Applicant) => ({ name: nameInMail(name), email });

/** With the personal link. */
export const applyLetter = (to: Applicant, url: string, expires: string, brokerage: Brokerage): Letter =>
  letterIn('apply', brokerage, { to: applicant(to), url, values: { expires: formatDay(expires) } });

export const reminderLetter = (to: Applicant, url: string, expires: string, brokerage: Brokerage): Letter =>
  letterIn('apply-reminder', brokerage, { to: applicant(to), url, values: { expires: formatDay(expires) } });

export const codeLetter = (to: Applicant, code: string, brokerage: Brokerage): Letter => {
  const values = { code: `To sign your agreement, enter this code within 15 minutes: ${code}` };
  return letterIn('code', brokerage, { to: applicant(to), values });
};

export const signedLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter =>
  letterIn('signed', brokerage, { to: applicant(to), url, values: {} });

/** With what the office has typed. */
export const questionLetter = (to: Applicant, question: string, url: string, brokerage: Brokerage): Letter =>
  letterIn('question', brokerage, { to: applicant(to), url, values: { question } });

export const inForceLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter =>
  letterIn('in-force', brokerage, { to: applicant(to), url, values: {} });

/** With what the office has typed. */
export const declinedMail = (to: Applicant, text: string, brokerage: Brokerage): Mail => {
  const values = { answer: text.split(/\n{2,}/) };
  return mailIn('declined', brokerage, { to: applicant(to), values });
};

/** After the applicant's no, which a program that opens links may have pressed. */
export const withdrawnMail = (to: Applicant, signed: boolean, brokerage: Brokerage): Mail => {
  const values = { signature: signed ? 'What you signed will not come into force.' : '' };
  return mailIn('withdrawn', brokerage, { to: applicant(to), values });
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
  return inGroup('application-news', brokerage, {
    to,
    subject: `An applicant ${officeNews[news][0]}${name && `: ${name}`}`,
    greeting: '',
    opening: [`${name || 'An applicant'} ${officeNews[news][1]}`],
    action: { label: 'Open the application', url: `${brokerage.baseUrl}/dashboard/applications/${id}` },
    closing: [],
  });
};

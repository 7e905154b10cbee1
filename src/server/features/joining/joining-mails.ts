import { formatDay } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { type Letter, toMail } from '../../platform/mail/letter.ts';
import { nameInMail } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

interface Applicant {
  name: string;
  email: string;
}

/** They typed it themselves. */
const applicant = ({ name, email }: Applicant) => ({ name: nameInMail(name), email });

const unexpected = "If you didn't ask us about joining, you don't need to do anything.";

/** With the personal link. */
export const applyLetter = (to: Applicant, url: string, expires: string, brokerage: Brokerage): Letter => ({
  to: applicant(to),
  subject: `Apply to join ${brokerage.name}`,
  opening: [
    `You asked us about joining ${brokerage.name}. Use your personal link to apply: read the agreement and its fees, then sign online when you're ready.`,
  ],
  action: { label: 'Open my application', url },
  closing: [
    `The link is only for you and works until ${formatDay(expires)}. Everything you enter is saved, and you can continue on another device with the same link. We never ask for your date of birth, Social Security number, or bank account there.`,
    'You can also say no there.',
    unexpected,
  ],
});

export const reminderLetter = (
  to: Applicant,
  url: string,
  expires: string,
  brokerage: Brokerage,
): Letter => ({
  to: applicant(to),
  subject: `Your application with ${brokerage.name} is waiting`,
  opening: ['Your agreement is ready to read and sign. What you have entered is saved.'],
  action: { label: 'Open my application', url },
  closing: [
    `The link is only for you and works until ${formatDay(expires)}.`,
    "If you've decided against it, say no there and we'll stop emailing you.",
  ],
});

export const codeLetter = (to: Applicant, code: string, brokerage: Brokerage): Letter => ({
  to: applicant(to),
  subject: `Your code to sign with ${brokerage.name}`,
  opening: [`To sign your agreement, enter this code within 15 minutes: ${code}`],
  closing: ["If you aren't signing right now, don't give this code to anyone, and call us."],
});

export const signedLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter => ({
  to: applicant(to),
  subject: `You signed your agreement with ${brokerage.name}`,
  opening: ['Thank you. We received your signature. The agreement takes effect once our broker signs, too.'],
  action: { label: 'Download my copy', url },
  closing: ["We'll email you when that happens. If you'd like a paper copy, just ask us."],
});

/** With what the office has typed. */
export const questionLetter = (
  to: Applicant,
  question: string,
  url: string,
  brokerage: Brokerage,
): Letter => ({
  to: applicant(to),
  subject: `A question about your application with ${brokerage.name}`,
  opening: ['We read your application and have a question:', question],
  action: { label: 'Answer', url },
  closing: [],
});

export const inForceLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter => ({
  to: applicant(to),
  subject: `Your agreement with ${brokerage.name} is in force`,
  opening: [
    "Welcome! Our broker signed, and your copy with both signatures is ready. If you don't have an account yet, we'll email you an invitation.",
    "You can't work with us yet. Please wait until we tell you that the public record shows your license under our broker.",
  ],
  action: { label: 'Download my copy', url },
  closing: ['You can also find it in your account at any time.'],
});

/** With what the office has typed. */
export const declinedMail = (to: Applicant, text: string, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: applicant(to),
      subject: `Your application with ${brokerage.name}`,
      opening: text.split(/\n{2,}/),
      closing: [],
    },
    brokerage,
  );

/** After the applicant's no, which a program that opens links may have pressed. */
export const withdrawnMail = (to: Applicant, signed: boolean, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: applicant(to),
      subject: `We closed your application with ${brokerage.name}`,
      opening: [
        "You let us know that you don't want to go on, so we closed your application. Your link no longer works.",
        ...(signed ? ['What you signed will not come into force.'] : []),
      ],
      closing: [
        `If that wasn't you, or you change your mind, call ${brokerage.phone} or email ${brokerage.email}. We'll send you a new link.`,
      ],
    },
    brokerage,
  );

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
    {
      to,
      subject: `An applicant ${officeNews[news][0]}${name && `: ${name}`}`,
      greeting: '',
      opening: [`${name || 'An applicant'} ${officeNews[news][1]}`],
      action: { label: 'Open the application', url: `${brokerage.baseUrl}/dashboard/applications/${id}` },
      closing: [],
    },
    brokerage,
  );
};

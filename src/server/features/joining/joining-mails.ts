import type { Brokerage } from '../../../shared/brokerage.ts';
import { formatDay } from '../../../shared/dates.ts';
import { type Letter, toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

interface Applicant {
  name: string;
  email: string;
}

const unexpected = "If you didn't ask us about joining, you don't need to do anything.";

/** With the personal link. */
export const applyLetter = (to: Applicant, url: string, expires: string, brokerage: Brokerage): Letter => ({
  to,
  subject: `Your agreement with ${brokerage.name}`,
  opening: [
    `You asked us about joining ${brokerage.name}. Apply with your personal link: read the agreement with its fees, and sign it online when you are ready.`,
  ],
  action: { label: 'Open my application', url },
  closing: [
    `The link is for you alone and works until ${formatDay(expires)}. Everything you enter is saved, and you can continue on another device with the same link. We never ask for your birthday, Social Security number or bank account there.`,
    'You can also say no there, with one click.',
    unexpected,
  ],
});

export const reminderLetter = (
  to: Applicant,
  url: string,
  expires: string,
  brokerage: Brokerage,
): Letter => ({
  to,
  subject: `Your application with ${brokerage.name} is waiting`,
  opening: ['Your agreement is ready to read and sign. What you have entered is saved.'],
  action: { label: 'Open my application', url },
  closing: [
    `The link is for you alone and works until ${formatDay(expires)}.`,
    "If you've decided against it, say no there with one click and we'll stop emailing you.",
  ],
});

export const codeLetter = (to: Applicant, code: string, brokerage: Brokerage): Letter => ({
  to,
  subject: `Your code to sign with ${brokerage.name}`,
  opening: [`To sign your agreement, enter this code within 15 minutes: ${code}`],
  closing: ["If you aren't signing right now, don't give this code to anyone, and call us."],
});

export const signedLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter => ({
  to,
  subject: `You signed your agreement with ${brokerage.name}`,
  opening: [
    'Thank you. We received your signature. The agreement is in force once our broker has signed, too.',
  ],
  action: { label: 'Download my copy', url },
  closing: ["We'll email you when it is. A paper copy is yours on request."],
});

/** With what the office has typed. */
export const questionLetter = (
  to: Applicant,
  question: string,
  url: string,
  brokerage: Brokerage,
): Letter => ({
  to,
  subject: `A question about your application with ${brokerage.name}`,
  opening: ['We read your application and have a question:', question],
  action: { label: 'Answer', url },
  closing: [],
});

export const inForceLetter = (to: Applicant, url: string, brokerage: Brokerage): Letter => ({
  to,
  subject: `Your agreement with ${brokerage.name} is in force`,
  opening: [
    'Our broker has signed: welcome. Your copy with both signatures is ready. Another email invites you to your account, if you have none yet.',
    "Please wait until we tell you that the public record shows your license under our broker: until then, you can't work with us.",
  ],
  action: { label: 'Download my copy', url },
  closing: ['You can also find it in your account at any time.'],
});

/** With what the office has typed. */
export const declinedMail = (to: Applicant, text: string, brokerage: Brokerage): Mail =>
  toMail(
    { to, subject: `Your application with ${brokerage.name}`, opening: text.split(/\n{2,}/), closing: [] },
    brokerage,
  );

export const officeNews = {
  signed: [
    'An applicant has signed',
    'An applicant has signed the agreement. Check the license, and decide.',
  ],
  answered: ['An applicant has answered', 'An applicant has answered your question.'],
  withdrawn: ['An applicant said no', "An applicant said no. If they wrote why, it's in the application."],
} as const;

/** To the owner of the lead, or the office; without anything that the applicant typed. */
export const applicationNewsMail = (
  to: { name: string; email: string },
  news: keyof typeof officeNews,
  id: string,
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to,
      subject: officeNews[news][0],
      greeting: '',
      opening: [officeNews[news][1]],
      action: { label: 'Open the application', url: `${brokerage.baseUrl}/dashboard/applications/${id}` },
      closing: [],
    },
    brokerage,
  );

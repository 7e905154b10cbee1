/** The automatic emails whose words admins may change, a record each: server, screens and API read all of it here. */

import { keysOf, recordOf } from '../bookkeeping/figures.ts';

export const mailTextGroups = {
  accounts: 'Accounts',
  visitors: 'Visitors and applicants',
  members: 'Members',
  escrow: 'Escrow and title',
  privacy: 'Privacy requests',
  office: 'The office',
} as const;

interface MailTextOfKind {
  name: string;
  group: keyof typeof mailTextGroups;
  /** To whom, and when. */
  sent: string;
  /** A text has these in braces, such as {name}; they are filled in when the email is written. */
  placeholders: readonly string[];
  /** Those that stand once, as a paragraph of their own, and cannot be left out. */
  paragraphs?: readonly string[];
  /** Sentences of safety that fill in such a paragraph. */
  fixed?: Readonly<Record<string, string>>;
  /** The others in a preview. */
  examples?: Readonly<Record<string, string>>;
  /** The words until an admin changes them. */
  subject: string;
  text: readonly string[];
  /** The label of the link. */
  button?: string;
}

/** Where the link stands in a text: a paragraph of its own, which becomes the button. */
export const linkPlaceholder = 'link';

/** All that an email of a group has to say, with its buttons: the office has words around it. */
export const messagePlaceholder = 'message';

const enclosure = { document: 'Commission instruction 12', property: '12 Ocean View Dr, Malibu' };
const message = [messagePlaceholder] as const;
/** A group: its emails bring their subject and what they say. */
const oneOfMany = {
  placeholders: ['name', 'brokerage', 'subject', messagePlaceholder],
  paragraphs: message,
  subject: '{subject}',
  text: ['Hello {name},', '{message}'],
} as const;
const link = [linkPlaceholder] as const;
const questions = 'Questions? Write to {email} or call {phone}.';

const kinds = {
  invitation: {
    name: 'Invitation',
    group: 'accounts',
    sent: 'For someone you invite, with the link to set a password',
    placeholders: ['name', 'brokerage', linkPlaceholder],
    paragraphs: link,
    subject: 'Your invitation to {brokerage}',
    text: [
      'Hello {name},',
      "You've been invited to the members' area of {brokerage}. Set a password to open your account and sign in.",
      '{link}',
      "The link works once and expires in 7 days. We'll ask you to confirm that you're 18 or older.",
      "If you didn't expect this invitation, you don't need to do anything. No one can use the account without a password.",
    ],
    button: 'Accept the invitation',
  },
  reset: {
    name: 'Password reset',
    group: 'accounts',
    sent: 'For a member who asks for a new password',
    placeholders: ['name', 'brokerage', linkPlaceholder],
    paragraphs: link,
    subject: 'Set a new password for {brokerage}',
    text: [
      'Hello {name},',
      'Someone asked to set a new password for your account at {brokerage}. If it was you, use this link within 30 minutes. It works once.',
      '{link}',
      "If it wasn't you, you don't need to do anything. Your password stays the same.",
    ],
    button: 'Set a new password',
  },
  reply: {
    name: 'Reply to an inquiry',
    group: 'visitors',
    sent: 'Sent right away to someone who uses the contact form, if turned on in Leads, Settings',
    placeholders: ['firstName', 'lastName', 'brokerage'],
    subject: 'Your message to {brokerage}',
    text: [
      'Hello {firstName},',
      'Thank you for writing to us. We received your message, and someone from the office will call or email you on the next business day.',
    ],
  },
  letter: {
    name: 'Letter or invoice of a closing',
    group: 'escrow',
    sent: 'With a letter or invoice attached, when you email it from a closing',
    placeholders: ['document', 'property', 'brokerage'],
    examples: enclosure,
    subject: '{document}: {property}',
    text: [
      'Hello,',
      '{document} for {property} is attached.',
      'If anything in it seems wrong, please call us at the number below before you pay.',
    ],
  },
  notice: {
    name: 'Notice of withdrawal',
    group: 'escrow',
    sent: 'With a notice attached, when you email it from a closing',
    placeholders: ['document', 'withdrawn', 'property', 'brokerage'],
    examples: {
      document: 'Notice of withdrawal 13',
      withdrawn: enclosure.document,
      property: enclosure.property,
    },
    subject: '{document}: {property}',
    text: [
      'Hello,',
      '{document} for {property} is attached. {withdrawn} is withdrawn: please do not pay by it.',
      'If you have questions, please call us at the number below.',
    ],
  },
  security: {
    name: 'Security notices',
    group: 'accounts',
    sent: 'To a user, about their password, a new sign-in, their second step, email address or rights',
    ...oneOfMany,
    examples: {
      subject: 'Your password for {brokerage} was changed',
      message:
        "The password for your account at {brokerage} was changed just now, and every device was signed out.\n\nIf it wasn't you, set a new password right away at {site}/reset-password and tell us: {phone}.",
    },
  },
  export: {
    name: 'Data export',
    group: 'accounts',
    sent: 'To a user whose export is ready',
    placeholders: ['name', 'brokerage', linkPlaceholder, 'warning'],
    paragraphs: [linkPlaceholder, 'warning'],
    fixed: { warning: "If you didn't ask for it, change your password and contact us." },
    subject: 'Your data export from {brokerage} is ready',
    text: [
      'Hello {name},',
      'The export you asked for is ready. You can download it for 7 days.',
      '{link}',
      '{warning}',
    ],
    button: 'Open account settings',
  },
  apply: {
    name: 'Link to apply',
    group: 'visitors',
    sent: 'To someone you ask to apply, with their personal link',
    placeholders: ['name', 'brokerage', 'expires', linkPlaceholder, 'warning'],
    paragraphs: [linkPlaceholder, 'warning'],
    fixed: { warning: "If you didn't ask us about joining, you don't need to do anything." },
    examples: { expires: 'Jan 31, 2027' },
    subject: 'Apply to join {brokerage}',
    text: [
      'Hello {name},',
      "You asked us about joining {brokerage}. Use your personal link to apply: read the agreement and its fees, then sign online when you're ready.",
      '{link}',
      'The link is only for you and works until {expires}. Everything you enter is saved, and you can continue on another device with the same link. We never ask for your date of birth, Social Security number, or bank account there.',
      'You can also say no there.',
      '{warning}',
    ],
    button: 'Open my application',
  },
  'apply-reminder': {
    name: 'Reminder to apply',
    group: 'visitors',
    sent: 'To an applicant who has not gone on',
    placeholders: ['name', 'brokerage', 'expires', linkPlaceholder],
    paragraphs: link,
    examples: { expires: 'Jan 31, 2027' },
    subject: 'Your application with {brokerage} is waiting',
    text: [
      'Hello {name},',
      'Your agreement is ready to read and sign. What you have entered is saved.',
      '{link}',
      'The link is only for you and works until {expires}.',
      "If you've decided against it, say no there and we'll stop emailing you.",
    ],
    button: 'Open my application',
  },
  code: {
    name: 'Code to sign',
    group: 'visitors',
    sent: 'To an applicant who is signing',
    placeholders: ['name', 'brokerage', 'code', 'warning'],
    paragraphs: ['code', 'warning'],
    fixed: { warning: "If you aren't signing right now, don't give this code to anyone, and call us." },
    examples: { code: 'To sign your agreement, enter this code within 15 minutes: 123456' },
    subject: 'Your code to sign with {brokerage}',
    text: ['Hello {name},', '{code}', '{warning}'],
  },
  signed: {
    name: 'Signature received',
    group: 'visitors',
    sent: 'To an applicant who has signed',
    placeholders: ['name', 'brokerage', linkPlaceholder],
    paragraphs: link,
    subject: 'You signed your agreement with {brokerage}',
    text: [
      'Hello {name},',
      'Thank you. We received your signature. The agreement takes effect once our broker signs, too.',
      '{link}',
      "We'll email you when that happens. If you'd like a paper copy, just ask us.",
    ],
    button: 'Download my copy',
  },
  question: {
    name: 'Question about an application',
    group: 'visitors',
    sent: 'To an applicant, with the question that you typed',
    placeholders: ['name', 'brokerage', 'question', linkPlaceholder],
    paragraphs: ['question', linkPlaceholder],
    examples: { question: 'Since when do you have your license?' },
    subject: 'A question about your application with {brokerage}',
    text: ['Hello {name},', 'We read your application and have a question:', '{question}', '{link}'],
    button: 'Answer',
  },
  'in-force': {
    name: 'Agreement in force',
    group: 'visitors',
    sent: 'To an applicant whose agreement the broker signed',
    placeholders: ['name', 'brokerage', linkPlaceholder],
    paragraphs: link,
    subject: 'Your agreement with {brokerage} is in force',
    text: [
      'Hello {name},',
      "Welcome! Our broker signed, and your copy with both signatures is ready. If you don't have an account yet, we'll email you an invitation.",
      "You can't work with us yet. Please wait until we tell you that the public record shows your license under our broker.",
      '{link}',
      'You can also find it in your account at any time.',
    ],
    button: 'Download my copy',
  },
  declined: {
    name: 'Application declined',
    group: 'visitors',
    sent: 'To an applicant, with the answer that you typed',
    placeholders: ['name', 'brokerage', 'answer'],
    paragraphs: ['answer'],
    examples: { answer: 'Thank you for applying. We have no place for another agent right now.' },
    subject: 'Your application with {brokerage}',
    text: ['Hello {name},', '{answer}'],
  },
  withdrawn: {
    name: 'Application closed',
    group: 'visitors',
    sent: 'To an applicant who said no',
    placeholders: ['name', 'brokerage', 'signature', 'warning'],
    paragraphs: ['signature', 'warning'],
    fixed: {
      warning:
        "If that wasn't you, or you change your mind, call {phone} or email {email}. We'll send you a new link.",
    },
    examples: { signature: 'What you signed will not come into force.' },
    subject: 'We closed your application with {brokerage}',
    text: [
      'Hello {name},',
      "You let us know that you don't want to go on, so we closed your application. Your link no longer works.",
      '{signature}',
      '{warning}',
    ],
  },
  'sign-again': {
    name: 'Agreement to sign again',
    group: 'members',
    sent: 'To a member who has to sign a new version or new fees, and each week until they do',
    placeholders: ['name', 'brokerage', 'document', 'request', 'deadline', 'note', linkPlaceholder],
    paragraphs: link,
    examples: {
      document: 'the new version of your agreement',
      request: 'has a new version of its agreement with agents and asks you to sign it',
      deadline: 'Please sign it by Jan 31, 2027.',
      note: '',
    },
    subject: 'Please sign {document}',
    text: [
      'Hello {name},',
      '{brokerage} {request}. {deadline}',
      '{note}',
      'Until you do, the agreement you signed before stays in force, with its fees.',
      '{link}',
      "We'll remind you once a week until you do.",
    ],
    button: 'Read and sign',
  },
  handbook: {
    name: 'Handbook pages to read',
    group: 'members',
    sent: 'To a member who has to acknowledge pages, and each week until they do',
    placeholders: ['name', 'brokerage', 'subject', 'pages', linkPlaceholder],
    paragraphs: link,
    examples: { subject: 'Handbook pages to read', pages: '2 pages, the first by Jan 31, 2027' },
    subject: '{subject}',
    text: [
      'Hello {name},',
      '{brokerage} asks you to read and acknowledge part of its handbook: {pages}.',
      '{link}',
      "We'll remind you once a week until you do.",
    ],
    button: 'Open the handbook',
  },
  missing: {
    name: 'Missing from a file',
    group: 'members',
    sent: 'To a member whose file lacks something, each week',
    placeholders: ['name', 'brokerage', 'subject', 'list', linkPlaceholder],
    paragraphs: ['list', linkPlaceholder],
    examples: {
      subject: 'Something is missing from your file',
      list: 'Education not complete, 12 of 45 hours, due Jan 31, 2027.',
    },
    subject: '{subject}',
    text: [
      'Hello {name},',
      "Your file at {brokerage} isn't complete:",
      '{list}',
      '{link}',
      "Submit certificates and proof of insurance there. We'll remind you once a week until your file is complete.",
    ],
    button: "See what's missing",
  },
  license: {
    name: 'License expires',
    group: 'members',
    sent: 'To a member before their license expires, and once it has',
    placeholders: ['name', 'brokerage', 'license', 'expires', linkPlaceholder],
    paragraphs: link,
    examples: { license: 'license 01234567', expires: 'expires on Jan 31, 2027, in 30 days' },
    subject: 'Your license {expires}',
    text: [
      'Hello {name},',
      "Our records show that your {license} {expires}. Without a valid license, you can't represent clients.",
      '{link}',
      'Already renewed? Enter the new date so we can verify it.',
    ],
    button: 'Enter the new date',
  },
  dues: {
    name: 'Dues',
    group: 'members',
    sent: 'To a member with open dues',
    placeholders: ['name', 'brokerage', 'subject', 'due', 'howToPay', linkPlaceholder, 'rest'],
    paragraphs: link,
    examples: {
      subject: 'Your dues',
      due: '$160, due by Jan 31, 2027',
      howToPay: '',
      rest: 'What is still open is deducted from your next closing. We remind you once a week at most.',
    },
    subject: '{subject}',
    text: ['Hello {name},', 'Your dues at {brokerage}: {due}.', '{howToPay}', '{link}', '{rest}'],
    button: 'Open my dues',
  },
  closing: {
    name: 'News of closings',
    group: 'members',
    sent: 'To the agent, and co-agents, when the office has done something with a closing',
    ...oneOfMany,
    examples: {
      subject: 'Your closing is approved: 12 Ocean View Dr, Malibu',
      message:
        'Your closing is approved: 12 Ocean View Dr, Malibu.\n\nYour part is $24,500.\n\nYou get this email because you reported this closing or have a share of it.',
    },
  },
  leaving: {
    name: 'A member leaves',
    group: 'members',
    sent: 'To a member whose last day you have noted',
    placeholders: ['name', 'brokerage', 'subject', 'facts'],
    paragraphs: ['facts'],
    examples: {
      subject: 'You leave {brokerage} on Jan 31, 2027',
      facts:
        'The office has noted that you leave on Jan 31, 2027. On that day your account closes: until then, download what you need.',
    },
    subject: '{subject}',
    text: [
      'Hello {name},',
      '{facts}',
      'Closings that you reported until that day are still decided and paid.',
      'If this is not what you agreed on, answer this email or call us.',
    ],
  },
  announcement: {
    name: 'Announcement',
    group: 'members',
    sent: 'To all members, when the author of an announcement asks for it',
    placeholders: ['brokerage', 'author', 'text', linkPlaceholder],
    paragraphs: ['text', linkPlaceholder],
    examples: {
      author: 'Ana Example',
      text: 'The office is closed on Monday. Escrow can still reach us by email.',
    },
    subject: 'News from {brokerage}',
    text: [
      'Hello,',
      '{author} has news for all members of {brokerage}:',
      '{text}',
      '{link}',
      'You get this email because you are a member of {brokerage}.',
    ],
    button: 'Open the post',
  },
  'privacy-confirm': {
    name: 'Privacy request to confirm',
    group: 'privacy',
    sent: 'To the address that a request names',
    placeholders: ['brokerage', linkPlaceholder, 'warning'],
    paragraphs: [linkPlaceholder, 'warning'],
    fixed: {
      warning: "If it wasn't you, you don't need to do anything. We won't change or share anything.",
    },
    subject: 'Confirm your privacy request to {brokerage}',
    text: [
      'Hello there,',
      "Someone sent us a request about the data {brokerage} holds about this email address. If it was you, confirm it within 7 days, so we don't give your data to anyone else.",
      '{link}',
      '{warning}',
    ],
    button: 'Confirm my request',
  },
  'privacy-received': {
    name: 'Privacy request received',
    group: 'privacy',
    sent: 'To someone whose request is confirmed',
    placeholders: ['brokerage', 'email', 'phone'],
    subject: '{brokerage} received your privacy request',
    text: [
      'Hello there,',
      "We received your request about your data. We'll answer within 30 days.",
      questions,
    ],
  },
  'privacy-extended': {
    name: 'Privacy request takes longer',
    group: 'privacy',
    sent: 'To someone whose request you answer later',
    placeholders: ['brokerage', 'until', 'reason', 'email', 'phone'],
    paragraphs: ['until', 'reason'],
    examples: {
      until:
        "We need more time to answer your request about your data: until Jan 31, 2027 at the latest. Here's why:",
      reason: 'We have to look through older files.',
    },
    subject: 'Your privacy request to {brokerage} is taking longer',
    text: ['Hello there,', '{until}', '{reason}', questions],
  },
  'privacy-answered': {
    name: 'Privacy request answered',
    group: 'privacy',
    sent: 'To someone whose request you answered',
    placeholders: ['brokerage', 'outcome', 'answer', 'email', 'phone'],
    paragraphs: ['outcome', 'answer'],
    examples: {
      outcome: 'We did what you asked with your data:',
      answer: 'We deleted your message of January 5.',
    },
    subject: '{brokerage} answered your privacy request',
    text: ['Hello there,', '{outcome}', '{answer}', questions],
  },
  inquiry: {
    name: 'New inquiry',
    group: 'office',
    sent: "To the office's address, when someone uses the contact form",
    placeholders: ['person', 'brokerage', 'site', messagePlaceholder],
    paragraphs: message,
    examples: { person: 'Ana Example', message: 'First name: Ana\nLast name: Example\nPhone: 555-0100' },
    subject: 'New inquiry from {person}',
    text: [
      'Someone filled in the contact form of {site}',
      '{message}',
      'Reply to this email to write to them.',
    ],
  },
  'application-news': {
    name: 'News of applications and signatures',
    group: 'office',
    sent: 'To who looks after an applicant, or the office, when an applicant or member has acted',
    ...oneOfMany,
    examples: {
      subject: 'An applicant has signed: Ana Example',
      message: 'Ana Example has signed the agreement. Check the license, and decide.',
    },
    text: ['{message}'],
  },
  work: {
    name: 'Work that waits',
    group: 'office',
    sent: 'To those in the office whose work it is: leads, applications, closings, files, leaving, privacy requests',
    ...oneOfMany,
    examples: {
      subject: 'A lead is waiting for a reply',
      message:
        'No one has called or emailed them within 2 office hours:\n\n· Ana Example, since Jan 5, 2027, 9:00 AM',
    },
  },
  admins: {
    name: 'Notices to admins',
    group: 'office',
    sent: 'To admins and approvers, about rights, approvers, fees, own work, records, backups and the server',
    ...oneOfMany,
    examples: {
      subject: 'New fees were published at {brokerage}',
      message:
        'Ana Example published fees that hold from Jan 31, 2027 on.\n\nYou get this email because you are an admin.',
    },
  },
} as const satisfies Record<string, MailTextOfKind>;

export type MailTextKind = keyof typeof kinds;
export const mailTexts: Readonly<Record<MailTextKind, MailTextOfKind>> = kinds;
export const mailTextKinds = keysOf(mailTexts);

export const mailTextNames = recordOf(mailTexts, (kind) => mailTexts[kind].name);
export const mailPlaceholders = recordOf(mailTexts, (kind) => mailTexts[kind].placeholders);

type PlaceholderOf<K extends MailTextKind> = (typeof kinds)[K]['placeholders'][number];
type WithAll<P extends string> = {
  [K in MailTextKind]: P extends PlaceholderOf<K> ? K : never;
}[MailTextKind];
type FixedOf<K extends MailTextKind> = (typeof kinds)[K] extends { fixed: infer F } ? keyof F : never;

/** An email of a group: the office has words around what it says. */
export type GroupKind = Extract<WithAll<typeof messagePlaceholder>, WithAll<'subject'>>;
/** A letter in words of the office, whose caller gives the values. */
export type LetterKind = Exclude<MailTextKind, GroupKind | (typeof others)[number]>;
const others = ['invitation', 'reset', 'reply', 'letter', 'notice', 'inquiry'] as const;

export const isGroup = (kind: MailTextKind): kind is GroupKind =>
  ['subject', messagePlaceholder].every((name) => mailTexts[kind].placeholders.includes(name));
export const isLetter = (kind: MailTextKind): kind is LetterKind =>
  !isGroup(kind) && !others.some((other) => other === kind);

type Automatic = 'name' | 'brokerage' | 'email' | 'phone' | typeof linkPlaceholder;
/** A list is paragraphs, where the placeholder stands as one; an empty text is none. */
export type LetterValuesOf<K extends LetterKind> = Record<
  Exclude<PlaceholderOf<K>, Automatic | FixedOf<K>>,
  string | readonly string[]
>;

/** All that a mail with a link must fill in, and all that those of plain text must. */
export type LetterValues = Record<Exclude<PlaceholderOf<'invitation' | 'reset'>, 'link'>, string>;
export type ReplyValues = Record<PlaceholderOf<'reply'>, string>;
export type EnclosureValues = Record<PlaceholderOf<'letter' | 'notice'>, string>;

export const hasLink = (kind: MailTextKind): boolean =>
  mailTexts[kind].placeholders.includes(linkPlaceholder);

/** Those that cannot be left out, each in a paragraph of its own. */
export const ownParagraphs = (kind: MailTextKind): readonly string[] => mailTexts[kind].paragraphs ?? [];

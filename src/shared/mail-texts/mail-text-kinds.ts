/** The mails whose words admins may change. */
export const mailTextKinds = ['invitation', 'reset', 'reply', 'letter', 'notice'] as const;
export type MailTextKind = (typeof mailTextKinds)[number];

export const mailTextNames: Record<MailTextKind, string> = {
  invitation: 'Invitation',
  reset: 'Password reset',
  reply: 'Reply to an inquiry',
  letter: 'Letter or invoice of a closing',
  notice: 'Notice of withdrawal',
};

/** Where the link stands in a text: a paragraph of its own, which becomes the button. */
export const linkPlaceholder = 'link';

/** An email's text has these in braces, such as {name}; they are filled in when it is written. */
export const mailPlaceholders = {
  invitation: ['name', 'brokerage', linkPlaceholder],
  reset: ['name', 'brokerage', linkPlaceholder],
  reply: ['firstName', 'lastName', 'brokerage'],
  letter: ['document', 'property', 'brokerage'],
  notice: ['document', 'withdrawn', 'property', 'brokerage'],
} as const satisfies Record<MailTextKind, readonly string[]>;

type Placeholder<K extends MailTextKind> = (typeof mailPlaceholders)[K][number];
type Link = typeof linkPlaceholder;
type LetterKind = { [K in MailTextKind]: Link extends Placeholder<K> ? K : never }[MailTextKind];

/** All that a mail with a link must fill in, and all that those of plain text must. */
export type LetterValues = Record<Exclude<Placeholder<LetterKind>, Link>, string>;
export type ReplyValues = Record<Placeholder<'reply'>, string>;
export type EnclosureValues = Record<Placeholder<'letter' | 'notice'>, string>;

export function hasLink(kind: MailTextKind): boolean {
  const all: readonly string[] = mailPlaceholders[kind];
  return all.includes(linkPlaceholder);
}

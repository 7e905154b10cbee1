/** The mails whose words admins may change. */
export const mailTextKinds = ['invitation', 'reset', 'reply'] as const;
export type MailTextKind = (typeof mailTextKinds)[number];

export const mailTextNames: Record<MailTextKind, string> = {
  invitation: 'Invitation',
  reset: 'Password reset',
  reply: 'Reply to an inquiry',
};

/** Where the link stands in a text: a paragraph of its own, which becomes the button. */
export const linkPlaceholder = 'link';

/** What is filled in when a mail is written: {name} for name. */
export const mailPlaceholders: Record<MailTextKind, readonly string[]> = {
  invitation: ['name', 'brokerage', linkPlaceholder],
  reset: ['name', 'brokerage', linkPlaceholder],
  reply: ['firstName', 'lastName', 'brokerage'],
};

export const hasLink = (kind: MailTextKind): boolean => mailPlaceholders[kind].includes(linkPlaceholder);

import type { LeadTemplate } from '../../../shared/leads/lead-settings.contract.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';

/** Longer ones are cut or refused by mail programs and systems. */
const longestLink = 1900;

export interface TemplateMail {
  subject: string;
  /** With license and postal address below it. */
  body: string;
  /** Undefined when it would be too long. */
  href: string | undefined;
}

export interface Sender {
  me: string;
  /** Its name. */
  brokerage: string;
  signature: string;
}

/** A template filled in for a lead. */
export function templateMail(
  { firstName, lastName, email }: Pick<Lead, 'firstName' | 'lastName' | 'email'>,
  template: Pick<LeadTemplate, 'subject' | 'text'>,
  { me, brokerage, signature }: Sender,
): TemplateMail {
  const values: Record<string, string> = { firstName, lastName, brokerage, me };
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const subject = filled(template.subject);
  const body = `${filled(template.text)}\n\n${signature}`;
  // Encoded throughout: a stranger's name must add no recipient.
  const words = encodeURIComponent(body.replaceAll('\n', '\r\n'));
  const href = `${mailtoHref(email)}?subject=${encodeURIComponent(subject)}&body=${words}`;
  return { subject, body, href: href.length <= longestLink ? href : undefined };
}

const someone = { firstName: 'Alexandra', lastName: 'Montgomery', email: 'alexandra.montgomery@example.com' };

/** Whether the link would be too long for most people. */
export const isLong = (template: Pick<LeadTemplate, 'subject' | 'text'>, sender: Sender): boolean =>
  templateMail(someone, template, sender).href === undefined;

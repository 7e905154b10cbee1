import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { type Held, isStaff, rightsLabel } from '../../../shared/users/rights.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

interface Recipient {
  name: string;
  email: string;
}

const signedOutWords = 'We signed out every device. Please sign in again.';

export const adminRightsMail = (user: Recipient & Held, brokerage: Brokerage): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: `Your admin rights at ${brokerage.name} have changed`,
    opening: [
      user.admin
        ? `You are an admin of ${brokerage.name} now: you can create, change, and delete users.`
        : `You are no longer an admin of ${brokerage.name}. ${isStaff(user) ? areasOf(user) : 'Nothing else about your account changes.'}`,
      signedOutWords,
    ],
    closing: [doubt(brokerage)],
  });

/** An act on an account with rights in the office. */
export type AccountChange = 'suspended' | 'reactivated' | 'deleted';

/** For other rights than an admin's, and for an account with rights that is suspended or reactivated. */
export const rightsMail = (
  user: Recipient & Held,
  { signedOut, account }: { signedOut: boolean; account?: AccountChange },
  brokerage: Brokerage,
): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: account
      ? `Your account at ${brokerage.name} was ${account}`
      : `Your rights at ${brokerage.name} have changed`,
    opening: [
      account === 'suspended' ? 'You can no longer sign in or work in the office.' : areasOf(user),
      ...(signedOut ? [signedOutWords] : []),
    ],
    closing: [doubt(brokerage)],
  });

const areasOf = (held: Held): string =>
  isStaff(held)
    ? `Your rights in the office are now: ${rightsLabel(held)}.`
    : 'You have no rights in the office now.';

/** To admins; `rights` is in words of ours. */
export const othersRightsMail = (
  to: Recipient,
  { actor, user, rights, account }: { actor: string; user: string; rights: string; account?: AccountChange },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: account
      ? `An account with rights at ${brokerage.name} was ${account}`
      : `Someone's rights at ${brokerage.name} have changed`,
    opening: [
      account
        ? `${actor} ${account} the account of ${user}, with these rights in the office: ${rights}.`
        : `${actor} changed the rights of ${user} in the office. ${rights === '' ? 'They have none now.' : `They are now: ${rights}.`}`,
    ],
    action: { label: 'Open users', url: `${brokerage.baseUrl}/dashboard/admin` },
    closing: ['You get this email because you are an admin.'],
  });

export const emailChangedMail = (user: Recipient, brokerage: Brokerage): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: `Your email address at ${brokerage.name} was changed`,
    opening: [
      `An admin of ${brokerage.name} changed the email address on your account. Sign in with the new one from now on; we'll send emails there too.`,
    ],
    closing: [doubt(brokerage)],
  });

/** How another person could get into an account. */
export type TakeOver = 'email' | 'factors';

/** To all admins. `lost` is in words of ours. */
export const approverDroppedMail = (
  to: Recipient,
  { actor, user, act, lost }: { actor: string; user: string; act: TakeOver; lost: string },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: 'Someone no longer approves or signs for the brokerage',
    opening: [
      act === 'email'
        ? `${actor} changed the email address of ${user}.`
        : `${actor} reset the two-step verification of ${user}.`,
      `To be safe, we ended this right of theirs: ${lost}. Once you're sure the account is still theirs, name them again in the settings.`,
    ],
    closing: ['You get this email because you are an admin.'],
  });

export const approverEmailMail = (
  to: Recipient,
  { user, before, after, rights }: { user: string; before: string; after: string; rights: string },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: 'Someone who approves or signs for the brokerage has another email address',
    opening: [
      `${user} changed their own email address from ${before} to ${after}. They have this right: ${rights}.`,
      'If you do not know why, ask them in person.',
    ],
    closing: ['You get this email because you are an admin.'],
  });

export const pausedWebhooksMail = (user: Recipient, count: number, brokerage: Brokerage): Mail =>
  inGroup('admins', brokerage, {
    to: user,
    subject: `${count === 1 ? 'A webhook was' : `${count} webhooks were`} turned off at ${brokerage.name}`,
    opening: [
      `The person who added ${count === 1 ? 'it' : 'them'} is no longer an admin, so we stopped sending events there. Nothing is lost: events wait for 30 days.`,
      `Decide whether to keep or delete ${count === 1 ? 'it' : 'them'}: ${brokerage.baseUrl}/dashboard/admin/webhooks`,
    ],
    closing: [],
  });

const doubt = ({ email, phone }: Brokerage) =>
  `If you didn't expect this, please tell us: ${email}, ${phone}.`;

/** To each admin. */
export const ownWorkMail = (
  to: Recipient,
  {
    actor,
    noun,
    act,
    path,
    why = 'This is possible while no one else is an active admin.',
  }: { actor: string; noun: string; act: string; path: string; why?: string | undefined },
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `Someone worked on their own ${noun}`,
    opening: [`${actor} worked on their own ${noun}: ${act}.`, why],
    action: { label: 'Open it', url: `${brokerage.baseUrl}/dashboard/${path}` },
    closing: ['You get this email because you are an admin.'],
  });

import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { looksLikeName } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

interface Recipient {
  name: string;
  email: string;
}

const notice = (user: Recipient, brokerage: Brokerage, subject: string, what: string): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: `${subject} at ${brokerage.name}`,
    opening: [what],
    closing: [
      `If it wasn't you, set a new password right away at ${brokerage.baseUrl}/reset-password and tell us: ${brokerage.phone}.`,
    ],
  });

export type NamedFactor = 'an authenticator app' | { passkey: string };

const nameOf = (factor: NamedFactor): string => {
  if (typeof factor === 'string') return factor;
  return looksLikeName(factor.passkey) ? `the passkey “${factor.passkey}”` : 'a passkey';
};

export const factorAddedMail = (
  user: Recipient,
  brokerage: Brokerage,
  factor: NamedFactor,
  { isFirst }: { isFirst: boolean },
): Mail =>
  notice(
    user,
    brokerage,
    'Two-step verification was added to your account',
    `Just now ${nameOf(factor)} was added to your account at ${brokerage.name} as a second step to sign in${isFirst ? ', and every other device was signed out' : ''}.`,
  );

export const factorRemovedMail = (user: Recipient, brokerage: Brokerage, factor: NamedFactor): Mail =>
  notice(
    user,
    brokerage,
    'A second step was removed from your account',
    `Just now ${nameOf(factor)} was removed from your account at ${brokerage.name}.`,
  );

export const newRecoveryCodesMail = (user: Recipient, brokerage: Brokerage): Mail =>
  notice(
    user,
    brokerage,
    'Your recovery codes were replaced',
    `New recovery codes for your account at ${brokerage.name} were created just now. The old ones no longer work.`,
  );

export const recoveryCodeUsedMail = (user: Recipient, brokerage: Brokerage, left: number): Mail =>
  notice(
    user,
    brokerage,
    'A recovery code was used',
    `A recovery code for your account at ${brokerage.name} was used just now. ${left === 1 ? '1 is' : `${left} are`} left. You can create new ones in your account settings.`,
  );

export const wrongCodesMail = (user: Recipient, brokerage: Brokerage, tries: number): Mail =>
  notice(
    user,
    brokerage,
    'Wrong codes for your account',
    `Today ${tries} wrong codes were entered for your account at ${brokerage.name} by someone who knew your password or used a device you're signed in on.`,
  );

export const factorsResetMail = (user: Recipient, brokerage: Brokerage): Mail =>
  notice(
    user,
    brokerage,
    'Your two-step verification was reset',
    `The office of ${brokerage.name} removed two-step verification and recovery codes from your account, and signed out every device. Sign in with your password and set it up again.`,
  );

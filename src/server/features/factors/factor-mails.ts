import type { Brokerage } from '../../../shared/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import { looksLikeName } from '../../platform/mail/name-in-mail.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

interface Recipient {
  name: string;
  email: string;
}

const notice = (user: Recipient, brokerage: Brokerage, subject: string, what: string): Mail =>
  toMail(
    {
      to: user,
      subject: `${subject} at ${brokerage.name}`,
      opening: [what],
      closing: [
        `If it was not you, set a new password at once at ${brokerage.baseUrl}/reset-password and tell us: ${brokerage.phone}.`,
      ],
    },
    brokerage,
  );

export type NamedFactor = 'an authenticator app' | { passkey: string };

const nameOf = (factor: NamedFactor): string => {
  if (typeof factor === 'string') return factor;
  return looksLikeName(factor.passkey) ? `the passkey “${factor.passkey}”` : 'a passkey';
};

export const factorAddedMail = (user: Recipient, brokerage: Brokerage, factor: NamedFactor): Mail =>
  notice(
    user,
    brokerage,
    'A second factor was added to your account',
    `Just now ${nameOf(factor)} was added to your account at ${brokerage.name}, to sign in with beside your password.`,
  );

export const factorRemovedMail = (user: Recipient, brokerage: Brokerage, factor: NamedFactor): Mail =>
  notice(
    user,
    brokerage,
    'A second factor was removed from your account',
    `Just now ${nameOf(factor)} was removed from your account at ${brokerage.name}.`,
  );

export const newRecoveryCodesMail = (user: Recipient, brokerage: Brokerage): Mail =>
  notice(
    user,
    brokerage,
    'Your recovery codes were replaced',
    `New recovery codes for your account at ${brokerage.name} were made just now. The former ones do not work any more.`,
  );

export const recoveryCodeUsedMail = (user: Recipient, brokerage: Brokerage, left: number): Mail =>
  notice(
    user,
    brokerage,
    'A recovery code was used',
    `A recovery code of your account at ${brokerage.name} was used just now. ${left === 1 ? '1 is' : `${left} are`} left; you can make new ones in the account settings.`,
  );

export const wrongCodesMail = (user: Recipient, brokerage: Brokerage, tries: number): Mail =>
  notice(
    user,
    brokerage,
    'Wrong codes for your account',
    `Today ${tries} wrong codes were entered for your account at ${brokerage.name}, by somebody who knew your password or used a device on which you are signed in.`,
  );

export const factorsResetMail = (user: Recipient, brokerage: Brokerage): Mail =>
  notice(
    user,
    brokerage,
    'Your second factor was reset',
    `The office of ${brokerage.name} has removed all second factors and recovery codes of your account, and every device was signed out. Sign in with your password and set up a new one.`,
  );

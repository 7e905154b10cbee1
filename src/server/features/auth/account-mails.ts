import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

interface Recipient {
  name: string;
  email: string;
}

export const passwordChangedMail = (
  user: Recipient,
  brokerage: Brokerage,
  signedOut: 'every device' | 'every other device' = 'every device',
): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: `Your password for ${brokerage.name} was changed`,
    opening: [
      `The password for your account at ${brokerage.name} was changed just now, and ${signedOut} was signed out.`,
    ],
    closing: [
      `If it wasn't you, set a new password right away at ${brokerage.baseUrl}/reset-password and tell us: ${brokerage.phone}.`,
    ],
  });

export const passwordBlockedMail = (user: Recipient, brokerage: Brokerage, tries: number): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: `Your password for ${brokerage.name} no longer works`,
    opening: [
      `${tries} wrong passwords in a row were entered for your account at ${brokerage.name}, so your password no longer works except on devices you've signed in on before.`,
    ],
    closing: [
      `Set a new password at ${brokerage.baseUrl}/reset-password. If it wasn't you, someone is guessing: choose a password you don't use anywhere else, or call us: ${brokerage.phone}.`,
    ],
  });

export const wrongPasswordsMail = (user: Recipient, brokerage: Brokerage, tries: number): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: `Wrong passwords for your account at ${brokerage.name}`,
    opening: [
      `Today ${tries} wrong passwords were entered for your account at ${brokerage.name}, on a device you're signed in on.`,
    ],
    closing: [
      `If it wasn't you, set a new password right away at ${brokerage.baseUrl}/reset-password, which signs out every device, and tell us: ${brokerage.phone}.`,
    ],
  });

/** `at` is an ISO time; the mail names it in UTC. */
export const newDeviceMail = (
  user: Recipient,
  brokerage: Brokerage,
  { device, address, at }: { device: string; address: string; at: string },
): Mail =>
  inGroup('security', brokerage, {
    to: user,
    subject: `New sign-in to your account at ${brokerage.name}`,
    opening: [
      `Your account at ${brokerage.name} was used to sign in on a new device: ${device}, from ${address}, on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
      "If it was you, you don't need to do anything.",
    ],
    closing: [
      `If it wasn't you, set a new password right away at ${brokerage.baseUrl}/reset-password, which signs out every device, and tell us: ${brokerage.phone}.`,
    ],
  });

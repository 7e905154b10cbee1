import type { Brokerage } from '../../../shared/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';

interface Recipient {
  name: string;
  email: string;
}

export const adminRightsMail = (user: Recipient & { admin: boolean }, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: user,
      subject: `Your admin rights at ${brokerage.name} have changed`,
      opening: [
        user.admin
          ? `You are an admin of ${brokerage.name} from now on: you can create, change and delete users.`
          : `You are no longer an admin of ${brokerage.name}. Your account stays as it is otherwise.`,
        'Every device was signed out. Please sign in again.',
      ],
      closing: [doubt(brokerage)],
    },
    brokerage,
  );

export const emailChangedMail = (user: Recipient, brokerage: Brokerage): Mail =>
  toMail(
    {
      to: user,
      subject: `Your e-mail address at ${brokerage.name} was changed`,
      opening: [
        `An admin of ${brokerage.name} has changed the e-mail address of your account. From now on you sign in with the new one, and mails go there.`,
      ],
      closing: [doubt(brokerage)],
    },
    brokerage,
  );

const doubt = ({ email, phone }: Brokerage) =>
  `If you did not expect this, please tell us: ${email}, ${phone}.`;

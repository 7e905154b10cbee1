import { hostname } from 'node:os';
import type { Brokerage } from '../../../shared/brokerage.ts';
import { toMail } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import type { PlaceFault } from '../../platform/places/place-watch.ts';

/** About a folder, file or port of the settings. */
export const degradedMail = (
  to: { name: string; email: string },
  { setting, says }: PlaceFault,
  brokerage: Brokerage,
): Mail =>
  toMail(
    {
      to,
      subject: `${setting} of ${brokerage.name} needs attention`,
      opening: [
        `The site runs, but its server ${hostname()} has a problem with the setting ${setting}.`,
        says,
      ],
      closing: [
        "Please tell your server administrator. The System page shows when it is fixed. We'll email you once about it.",
      ],
    },
    brokerage,
  );

import { hostname } from 'node:os';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import type { PlaceFault } from '../../platform/places/place-watch.ts';
import { inGroup } from '../mail-texts/render-mail-text.ts';

/** As what a clock that is not believed stands among the faults. */
export const clockPlace = 'Clock';

/** About a folder, file or port of the settings, or the clock. */
export const degradedMail = (
  to: { name: string; email: string },
  { setting, says }: PlaceFault,
  brokerage: Brokerage,
): Mail =>
  inGroup('admins', brokerage, {
    to,
    subject: `${setting} of ${brokerage.name} needs attention`,
    opening: [
      setting === clockPlace
        ? `The site is running, but the clock of its server ${hostname()} has moved by more than a week.`
        : `The site is running, but its server ${hostname()} has a problem with the setting ${setting}.`,
      says,
    ],
    closing: [
      "Please tell your server administrator. The System page shows when it is fixed. We won't email you about it again.",
    ],
  });

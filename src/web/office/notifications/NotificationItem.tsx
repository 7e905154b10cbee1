import AtSign from 'lucide-react/icons/at-sign';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BookOpen from 'lucide-react/icons/book-open';
import FileCheck from 'lucide-react/icons/file-check';
import FileClock from 'lucide-react/icons/file-clock';
import FileInput from 'lucide-react/icons/file-input';
import FileSignature from 'lucide-react/icons/file-signature';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import UserPlus from 'lucide-react/icons/user-plus';
import { Link } from 'react-router';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { ownClosingPlace, placeOfWork, workEvents } from '../../../shared/notifications/work-events.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { notificationLabel } from './notification-labels.ts';

const icons = {
  comment: MessageCircle,
  mention: AtSign,
  like: Heart,
  removed: ShieldAlert,
  license: BadgeCheck,
  handbook: BookOpen,
  missing: GraduationCap,
  file: BadgeCheck,
  due: HandCoins,
  closing: HandCoins,
  lead: UserPlus,
  application: FileSignature,
  agreement: FileSignature,
  document: FileInput,
  review: FileClock,
  submission: FileCheck,
  consent: MessageSquareQuote,
};

/** Where the office's reminders link to. */
const places: { [Kind in Notification['kind']]?: string } = {
  license: '/dashboard/account-settings',
  handbook: '/handbook',
  missing: '/dashboard/license',
  file: '/dashboard/license',
  agreement: '/dashboard/agreements',
  due: '/dashboard/my-closings/dues',
  closing: '/dashboard/my-closings',
  review: '/dashboard/submissions',
  submission: '/dashboard/submissions',
  consent: '/dashboard/submissions',
};

/** The very thing to act on; the list of one's closings once an own one has gone. */
function placeOf({ kind, event, object, post }: Notification): string | null {
  if (event) return object ? placeOfWork(workEvents[event].kind, object) : null;
  if (kind === 'closing' && object) return ownClosingPlace(object);
  return places[kind] ?? (post && `/posts/${post}`);
}

/** The whole item links to what it is about, unless that was deleted, or to where the license is entered. */
export function NotificationItem({ notification, fresh }: { notification: Notification; fresh: boolean }) {
  const { date, excerpt, reason } = notification;
  const to = placeOf(notification);
  const { who, what } = notificationLabel(notification);
  const words = (
    <>
      <span className="font-semibold">{who}</span> {what}
    </>
  );
  return (
    <li
      className={cx(
        'relative flex gap-4 p-4 sm:px-5',
        fresh && 'bg-sand before:absolute before:inset-y-0 before:start-0 before:w-1 before:bg-brand',
        to !== null && 'has-[a:hover]:bg-sand',
      )}
    >
      <Picture of={notification} />
      <div className="grid min-w-0 grow grid-cols-1 gap-1">
        <p className="wrap-anywhere leading-snug">
          {to === null ? (
            words
          ) : (
            <Link to={to} className="text-text no-underline after:absolute after:inset-0 hover:text-brand">
              {words}
            </Link>
          )}
        </p>
        {excerpt && (
          <p dir="auto" className="wrap-anywhere line-clamp-2 text-muted text-sm">
            {excerpt}
          </p>
        )}
        {reason && <p className="wrap-anywhere text-sm">Reason: {reason}</p>}
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
          {fresh && <span className="font-semibold text-brand">New</span>}
          <RelativeTime iso={date} />
        </p>
      </div>
    </li>
  );
}

function Picture({ of: { kind, actor } }: { of: Notification }) {
  const Icon = icons[kind];
  if (!actor) {
    return (
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-line text-text"
      >
        <Icon className="size-5" />
      </span>
    );
  }
  return (
    <span aria-hidden="true" className="relative shrink-0 self-start">
      <Avatar name={actor.name} src={actor.avatar} />
      <span className="absolute -end-2 -bottom-2 grid size-5.5 place-items-center rounded-full border border-line bg-surface text-brand">
        <Icon className="size-3" />
      </span>
    </span>
  );
}

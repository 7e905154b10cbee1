import Compass from 'lucide-react/icons/compass';
import Inbox from 'lucide-react/icons/inbox';
import Mails from 'lucide-react/icons/mails';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Newspaper from 'lucide-react/icons/newspaper';
import Plus from 'lucide-react/icons/plus';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import Users from 'lucide-react/icons/users';
import { cx } from '../../ui/cx.ts';
import type { Choice } from './places.ts';

const icons: Record<string, typeof Compass> = {
  Actions: Plus,
  Screens: Compass,
  Settings,
  Leads: Inbox,
  Members: Users,
  Users: Shield,
  Posts: MessagesSquare,
  Articles: Newspaper,
  Testimonials: MessageSquareQuote,
  Emails: Mails,
};

type PaletteOptionProps = {
  id: string;
  choice: Choice;
  active: boolean;
  onChoose: (choice: Choice) => void;
};

export function PaletteOption({ id, choice, active, onChoose }: PaletteOptionProps) {
  const Icon = icons[choice.group] ?? Compass;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      id={id}
      role="option"
      aria-selected={active}
      onClick={() => onChoose(choice)}
      className={cx(
        'flex min-h-10 cursor-pointer scroll-my-2 items-center gap-3 rounded-md px-2.5 py-1.5 hover:bg-sand pointer-coarse:min-h-11',
        active && 'bg-sand text-brand outline-2 outline-brand -outline-offset-2',
      )}
    >
      <Icon className="size-4.5 shrink-0 text-muted" />
      <span className="wrap-anywhere flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0">{choice.name}</span>
        {choice.detail && <span className="min-w-0 text-muted text-sm">{choice.detail}</span>}
      </span>
    </div>
  );
}

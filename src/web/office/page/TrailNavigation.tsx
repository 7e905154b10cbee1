import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { isFreeKey } from '../../ui/free-keys.ts';
import { onTrail, returnFrom, type Trail, trailThrough } from '../../ui/trail.ts';
import { onArrivalAt } from './arrival.ts';

/** From a page to the next and the one before of the list that it was opened from; also by j and k, and by Escape back. */
export function TrailNavigation() {
  const { pathname, state } = useLocation();
  const trail = trailThrough(pathname, state);
  return trail && <Steps trail={trail} pathname={pathname} state={{ ...Object(state), ...onTrail }} />;
}

type StepsProps = { trail: Trail; pathname: string; state: unknown };

function Steps({ trail: { from, paths, first, total }, pathname, state }: StepsProps) {
  const navigate = useNavigate();
  const at = paths.indexOf(pathname);
  const [before, after] = [paths[at - 1], paths[at + 1]];

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.shiftKey || !isFreeKey(event)) return;
      const to = event.key === 'j' ? after : event.key === 'k' ? before : undefined;
      if (to) void navigate(to, { state });
      else if (event.key === 'Escape') {
        const list = new URL(from);
        returnFrom(pathname);
        // The row gets the focus, not the heading.
        onArrivalAt(list.pathname, () => {});
        void navigate(list.pathname + list.search);
      } else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  return (
    <nav aria-label="In the list" className="ms-auto flex items-center gap-1 text-muted text-sm print:hidden">
      <Step to={before} state={state} label="Previous">
        <ChevronLeft className="size-5" />
      </Step>
      <span>
        {first + at} of {total}
      </span>
      <Step to={after} state={state} label="Next">
        <ChevronRight className="size-5" />
      </Step>
    </nav>
  );
}

type StepProps = { to: string | undefined; state: unknown; label: string; children: ReactNode };

function Step({ to, state, label, children }: StepProps) {
  const look = buttonClass({ variant: 'quiet', size: 'icon' });
  return to ? (
    <Link to={to} state={state} aria-label={label} title={label} className={look}>
      {children}
    </Link>
  ) : (
    <span aria-hidden="true" className={`${look} opacity-40`}>
      {children}
    </span>
  );
}

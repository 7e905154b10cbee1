import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Alert, alerts } from './alerts.ts';
import { cx } from './cx.ts';

const none: readonly Alert[] = [];

// Public pages have only their header.
const belowBars = 'top-[var(--bar-bottom,4rem)]';

/** Render once per page, at the root: the live regions must persist. */
export function Alerts() {
  const queue = useSyncExternalStore(alerts.subscribe, alerts.current, () => none);
  return (
    <>
      <Stack queue={queue.filter((alert) => !alert.snackbar)} place={`${belowBars} items-end`} />
      <Stack queue={queue.filter((alert) => alert.snackbar)} place="bottom-0 items-center" />
    </>
  );
}

function Stack({ queue, place }: { queue: Alert[]; place: string }) {
  const [held, setHeld] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold the clock, nothing is operated here
    <div
      // Each alert announces itself; this only keeps an open modal dialog from making them inert.
      aria-live="off"
      data-alerts=""
      onPointerOver={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx('pointer-events-none fixed inset-x-0 z-60 flex flex-col gap-2 p-4', place)}
    >
      {queue.map((alert) => (
        <Card key={alert.id} alert={alert} held={held} onClose={() => setHeld(false)} />
      ))}
    </div>
  );
}

/** Expires after the alert's timeout, not counting the time it is held. */
function useClock({ id, timeout }: Alert, held: boolean): void {
  const left = useRef(timeout);
  useEffect(() => {
    if (held || !Number.isFinite(left.current)) return;
    const started = Date.now();
    const timer = setTimeout(() => alerts.remove(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [id, held]);
}

function Card({ alert, held, onClose }: { alert: Alert; held: boolean; onClose: () => void }) {
  useClock(alert, held);
  const danger = alert.type === 'danger';
  const Icon = danger ? CircleAlert : CircleCheck;
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-line bg-surface p-3 shadow-raised transition duration-200 starting:translate-y-1 starting:opacity-0">
      <Icon className={cx('mt-1 size-5 shrink-0', danger ? 'text-error' : 'text-success')} />
      <Announcement danger={danger} message={alert.message} />
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => {
          onClose();
          alerts.remove(alert.id);
        }}
        className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sand hover:text-text pointer-coarse:size-11"
      >
        <X className="size-4" />
      </button>
    </div>
  );
}

/** Screen readers announce an inserted alert, but a status only when it changes: set its text a moment later. */
function Announcement({ danger, message }: { danger: boolean; message: string }) {
  const [text, setText] = useState(danger ? message : '');
  useEffect(() => {
    const timer = setTimeout(setText, 50, message);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <p role={danger ? 'alert' : 'status'} className="wrap-anywhere my-0.5 min-h-[1lh] min-w-0 grow">
      {text}
    </p>
  );
}

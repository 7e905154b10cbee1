import { useEffect, useRef, useState } from 'react';
import type { ReportedThing } from '../../../shared/moderation/moderation.contract.ts';
import { firstConnected, focusTargets } from '../../ui/focus.ts';
import { useRemove } from './moderation.queries.ts';
import { QueueItem } from './QueueItem.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** In the given order. After a decision the focus moves to the next item. */
export function Queue({ things }: { things: ReportedThing[] }) {
  const [target, setTarget] = useState<ReportedThing>();
  const remove = useRemove();
  const { remember, place } = useNextFocus(things);
  return (
    <>
      {things.length > 0 && (
        <ul aria-label="Reported posts and comments" data-list="" className="grid grid-cols-1 gap-4">
          {things.map((thing) => (
            <QueueItem
              key={thing._id}
              thing={thing}
              onKeep={remember}
              onRemove={(button) => {
                remember(button);
                setTarget(thing);
              }}
            />
          ))}
        </ul>
      )}
      <RemoveDialog
        target={target}
        remove={remove}
        finalFocus={place}
        onClose={() => {
          remove.reset();
          setTarget(undefined);
        }}
      />
    </>
  );
}

/** Where focus goes when the pressed button disappears with its item. */
function useNextFocus(things: ReportedThing[]) {
  const places = useRef<HTMLElement[]>([]);
  const shown = things.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one less is what takes the focus away
  useEffect(() => {
    // Only if focus was lost: it may be in a dialog, for example.
    if (document.activeElement === document.body) firstConnected(places.current)?.focus();
  }, [shown]);
  return {
    remember: (button: Element) => {
      places.current = focusTargets(button);
    },
    place: () => firstConnected(places.current),
  };
}

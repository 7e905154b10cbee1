import { useEffect, useRef, useState } from 'react';
import type { ReportedThing } from '../../../shared/moderation.contract.ts';
import { firstStanding, focusTargets } from '../../ui/focus.ts';
import { useRemove } from './moderation.queries.ts';
import { QueueItem } from './QueueItem.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** What waits, in the order given. With the one that is decided about, the focus goes on to the next. */
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

/** Where the reader goes on when the button that was pressed is gone with its text. */
function useNextFocus(things: ReportedThing[]) {
  const places = useRef<HTMLElement[]>([]);
  const shown = things.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one less is what takes the focus away
  useEffect(() => {
    // Only where it is lost: elsewhere, such as in a dialog, somebody is busy.
    if (document.activeElement === document.body) firstStanding(places.current)?.focus();
  }, [shown]);
  return {
    remember: (button: Element) => {
      places.current = focusTargets(button);
    },
    place: () => firstStanding(places.current),
  };
}

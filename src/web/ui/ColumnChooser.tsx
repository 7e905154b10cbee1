import Columns3 from 'lucide-react/icons/columns-3';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import type { ColumnChoice } from './columns.ts';
import { positionBelow } from './positionBelow.ts';

const Choices = lazy(async () => ({ default: (await import('./ColumnChoices.tsx')).ColumnChoices }));

/** Which columns a list shows, and in which order. */
export function ColumnChooser({ choice }: { choice: ColumnChoice }) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLFieldSetElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open && trigger.current && panel.current) return positionBelow(trigger.current, panel.current, 'end');
  }, [open]);
  return (
    <>
      <Button
        ref={trigger}
        variant="quiet"
        size="icon"
        popoverTarget={id}
        aria-label="Columns"
        title="Choose columns"
        aria-expanded={open}
      >
        <Columns3 className="size-5" />
      </Button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        aria-label="Columns"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="inset-auto w-72 max-w-full rounded-md border border-line bg-surface p-3 text-text shadow-raised"
      >
        <Suspense>{open && <Choices choice={choice} />}</Suspense>
      </fieldset>
    </>
  );
}

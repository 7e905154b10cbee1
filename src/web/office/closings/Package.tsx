import { useState } from 'react';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Section } from '../page/Section.tsx';
import type { Versioned } from './closings.queries.ts';
import { isBlocked } from './Interest.tsx';
import { type OnConflict, officeActs, useOfficeAct } from './office-closings.queries.ts';

const shownIn = new Set<OfficeClosing['state']>(['approved', 'letter-sent', 'closed', 'funds-received']);

/** The documents of a complete package. The payment promise runs from the time it is received. */
export function Package({
  current,
  onConflict,
}: {
  current: Versioned<OfficeClosing>;
  onConflict: OnConflict;
}) {
  const act = useOfficeAct(current, onConflict);
  const [wanted, setWanted] = useState<string[]>([]);
  const { closing } = current;
  const { package: items, state, packageAt } = closing;
  if (items.length === 0) return null;
  const ticked = items.filter((each) => each.ticked).map(({ item }) => item);
  const open = shownIn.has(state) && packageAt === null;
  if (!open && ticked.length === 0) return null;

  function tick(item: string, there: boolean): void {
    if (act.isPending) return;
    const next = there ? [...ticked, item] : ticked.filter((each) => each !== item);
    setWanted(next);
    act.mutate({ act: officeActs(closing._id).tick(next) });
  }

  function receive(): void {
    setWanted(ticked);
    act.mutate(
      { act: officeActs(closing._id).step({ step: 'package-received' }) },
      {
        onSuccess: () => say('Package recorded'),
      },
    );
  }

  return (
    <Section title={`Closing package (${ticked.length} of ${items.length})`}>
      {items.map(({ item, ticked: note }) => (
        <CheckboxField
          key={item}
          label={item}
          hint={note && `${note.by}, ${formatDateTime(note.date)}`}
          // During a save it shows the new choice and isn't disabled, so that it keeps the focus.
          checked={act.isPending ? wanted.includes(item) : note !== null}
          disabled={!open || isBlocked(closing)}
          onChange={({ target }) => tick(item, target.checked)}
        />
      ))}
      {open && ticked.length === items.length && (state === 'closed' || state === 'funds-received') && (
        <Button
          variant="secondary"
          pending={act.isPending}
          disabled={isBlocked(closing)}
          className="justify-self-start"
          onClick={receive}
        >
          Note package as received
        </Button>
      )}
      <FormError>{act.error?.message}</FormError>
    </Section>
  );
}

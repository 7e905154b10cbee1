import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { formatMoney } from '../../../shared/money.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import type { Versioned } from './closings.queries.ts';
import { interestId, isBlocked } from './Interest.tsx';
import { LinkedClosings } from './LinkedClosings.tsx';
import { foundClosingsQuery, type OnConflict, officeActs, useOfficeAct } from './office-closings.queries.ts';
import { officeClosingPath } from './paths.ts';

type LinkClosingProps = { current: Versioned<OfficeClosing>; onConflict: OnConflict };

export function LinkClosing({ current, onConflict }: LinkClosingProps) {
  const act = useOfficeAct(current, onConflict);
  const { closing } = current;
  const { linked } = closing;
  const blocked = isBlocked(closing);
  const [open, setOpen] = useState(false);
  if (linked.length > 0)
    return (
      <LinkedClosings
        linked={linked}
        pathOf={officeClosingPath}
        action={
          <Button
            variant="secondary"
            size="sm"
            pending={act.isPending}
            disabled={blocked}
            aria-describedby={blocked ? interestId : undefined}
            onClick={() =>
              act.mutate({ act: officeActs(closing._id).unlink() }, { onSuccess: () => say('Link removed') })
            }
          >
            Remove from this deal
          </Button>
        }
      />
    );
  return (
    <div>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        disabled={blocked}
        aria-describedby={blocked ? interestId : undefined}
        onClick={() => setOpen(true)}
      >
        Link with another side
      </Button>
      <LazyDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Link with another side"
        description="The price of linked closings counts once."
      >
        <Found
          closing={closing}
          act={act}
          onLinked={() => {
            say('Closings linked');
            setOpen(false);
          }}
        />
      </LazyDialog>
    </div>
  );
}

type FoundProps = { closing: OfficeClosing; act: ReturnType<typeof useOfficeAct>; onLinked: () => void };

function Found({ closing: { _id: id, entry }, act, onLinked }: FoundProps) {
  const [search, setSearch] = useState(entry.property);
  const found = useQuery(foundClosingsQuery(search.trim()));
  const others = found.data?.filter(({ _id }) => _id !== id) ?? [];
  return (
    <div className="grid gap-4">
      <TableSearch label="Search closings" value={search} onChange={setSearch} />
      {found.isSuccess && others.length === 0 && <p role="status">No other closings match.</p>}
      <ul className="grid gap-3">
        {others.map((other) => (
          <li key={other._id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="wrap-anywhere min-w-0">
              {other.property}
              <span className="block text-muted text-sm">
                <span translate="no">{other.agent.name}</span>, {formatMoney(other.price)}
              </span>
            </span>
            <Button
              size="sm"
              pending={act.isPending}
              aria-label={`Link ${other.property} of ${other.agent.name}`}
              onClick={() => act.mutate({ act: officeActs(id).link(other._id) }, { onSuccess: onLinked })}
            >
              Link
            </Button>
          </li>
        ))}
      </ul>
      <span role="alert" className="empty:hidden">
        {(act.error ?? found.error) && <FieldError>{(act.error ?? found.error)?.message}</FieldError>}
      </span>
    </div>
  );
}

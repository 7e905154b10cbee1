import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { shownEmail } from '../../../shared/email-address.ts';
import type { LegalHold } from '../../../shared/privacy/privacy.contract.ts';
import { say } from '../../ui/alerts.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LazyConfirmDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { firstActionClass } from '../lists/row-actions.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PlainDate } from '../page/PlainDate.tsx';
import { PlaceHold } from './PlaceHold.tsx';
import { holdsQuery, useReleaseHold } from './privacy.queries.ts';

const columns: Column<LegalHold>[] = [
  { id: 'email', header: 'Email', value: ({ email }) => shownEmail(email) },
  {
    id: 'reason',
    header: 'Reason',
    value: ({ reason }) => reason,
    cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
  },
  {
    id: 'review',
    header: 'Review on',
    value: ({ reviewOn }) => reviewOn,
    cell: ({ reviewOn, reviewDue }) => (
      <span className={reviewDue ? 'font-semibold text-error' : undefined}>
        <PlainDate iso={reviewOn} />
        {reviewDue && ' (due)'}
      </span>
    ),
  },
  {
    id: 'placed',
    header: 'Placed',
    value: ({ placed }) => placed,
    cell: ({ placed }) => <PlainDate iso={placed} />,
  },
];

export function LegalHolds() {
  const query = useQuery(holdsQuery);
  const [target, setTarget] = useState<LegalHold>();
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 border-line border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          Legal holds
        </h2>
        <PlaceHold />
      </div>
      <p className="max-w-measure text-muted">
        People whose data must be kept, for example because of a claim. Nothing deletes it until you release
        the hold.
      </p>
      <Loaded query={query} what="The list of legal holds" skeleton={<TableSkeleton />}>
        {(holds) =>
          holds.length === 0 ? (
            <EmptyState>No legal holds</EmptyState>
          ) : (
            <PlainTable
              caption="Legal holds"
              rows={holds}
              columns={columns}
              rowKey={({ _id }) => _id}
              actions={(hold) => (
                <button
                  type="button"
                  aria-haspopup="dialog"
                  className={firstActionClass}
                  aria-label={`Release the hold on ${shownEmail(hold.email)}`}
                  onClick={() => setTarget(hold)}
                >
                  Release
                </button>
              )}
            />
          )
        }
      </Loaded>
      <Release target={target} onClose={() => setTarget(undefined)} />
    </section>
  );
}

function Release({ target, onClose }: { target: LegalHold | undefined; onClose: () => void }) {
  const last = useLast(target);
  const release = useReleaseHold();
  if (!last) return null;
  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={`Release the hold on “${shownEmail(last.email)}”?`}
      body="Their data can be deleted again, by schedule or by request."
      confirmLabel="Release"
      danger
      pending={release.isPending}
      error={release.error?.message}
      onConfirm={() =>
        release.mutate(last._id, {
          onSuccess: () => {
            say('Legal hold released');
            onClose();
          },
        })
      }
      onClose={() => {
        release.reset();
        onClose();
      }}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { ClosingRowAnswer } from '../../../shared/closings/closing-answers.ts';
import type { ClosingWork } from '../../../shared/closings/closings-office.contract.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { formatDueDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { ClosingState, PromiseMark } from './ClosingState.tsx';
import { ClosingsNavigation } from './ClosingsNavigation.tsx';
import { workQuery } from './office-closings.queries.ts';
import { officeClosingPath } from './paths.ts';

const parts = [
  { name: 'pay', title: 'To pay' },
  { name: 'decide', title: 'To decide' },
  { name: 'send', title: 'To send' },
  { name: 'follow', title: 'To follow up' },
] as const;

/** Worked from top to bottom: what the promise is running on, then who waits longest. */
export function ClosingsPage() {
  const query = useQuery(workQuery);
  return (
    <Page title="Closings">
      <ClosingsNavigation />
      <Loaded query={query} what="The closings" skeleton={<Skeleton className="h-64" />}>
        {(work) => (
          <div className="grid grid-cols-1 gap-8">
            {parts.every(({ name }) => work[name].count === 0) && (
              <EmptyState>You're all caught up. No closings are waiting for the office.</EmptyState>
            )}
            {parts.map(({ name, title }) => (
              <Part key={name} title={title} part={work[name]} sends={name === 'send'} />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

type PartProps = { title: string; part: ClosingWork['pay']; sends: boolean };

function Part({ title, part: { count, closings }, sends }: PartProps) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-xl">
        {title} ({count})
      </h2>
      <ul aria-labelledby={id} className="border-line border-b">
        {closings.map((closing) => (
          <Entry key={closing._id} closing={closing} notice={sends && closing.state !== 'approved'} />
        ))}
      </ul>
      {count > closings.length && <p className="text-muted">The most urgent {closings.length} are shown.</p>}
    </section>
  );
}

function Entry({ closing, notice }: { closing: ClosingRowAnswer; notice: boolean }) {
  const { _id, property, agent, kind, price, gross, state, since, promise, expectedOn } = closing;
  return (
    <li className="wrap-anywhere relative grid gap-x-6 gap-y-1 border-line border-t px-1 py-3 has-[a:hover]:bg-sand sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <Link
          to={officeClosingPath(_id)}
          className="font-semibold text-brand underline underline-offset-4 after:absolute after:inset-0 hover:text-brand-hover"
        >
          {property}
        </Link>
        <span className="block text-muted text-sm">
          <span translate="no">{agent.name}</span>, {kindOf(kind).short.toLowerCase()}, {formatMoney(price)},{' '}
          {formatMoney(gross)} gross
        </span>
      </div>
      <div className="grid content-start gap-x-4 text-sm sm:justify-items-end">
        <PromiseMark promise={promise} />
        <span>
          <ClosingState state={state} />{' '}
          <span className="text-muted">
            <RelativeTime iso={since} />
          </span>
        </span>
        {notice && <span className="text-poppy-text">Notice of withdrawal to send</span>}
        {!promise && expectedOn && (
          <span className="text-muted">Expected {formatDueDay(expectedOn, Date.now())}</span>
        )}
      </div>
    </li>
  );
}

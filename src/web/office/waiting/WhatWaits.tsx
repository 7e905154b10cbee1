import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDueDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { placeOfAct } from '../../../shared/notifications/work-events.ts';
import type {
  Waiting,
  WaitingAct,
  WaitingItem,
  WaitingThing,
} from '../../../shared/waiting/waiting.contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LeadEntry } from '../leads/LeadEntry.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { useUser, worksInOffice } from '../session/guards.tsx';
import { waitingQuery } from './waiting.query.ts';

/**
 * On the dashboard: all that waits for those who work in the office, and for others the dues that they owe; each with its action.
 * @param isNew the office is being set up: that nothing waits is no praise yet
 * @param more what else there is to do, of many members at once
 */
export function WhatWaits({ isNew, more }: { isNew: boolean; more?: ReactNode }) {
  const user = useUser();
  const { recruiting } = user;
  const query = useQuery(waitingQuery);
  if (!worksInOffice(user) && !query.data?.total) return null;
  return (
    <section aria-labelledby="today-in-short" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="today-in-short" className="text-xl">
          {recruiting ? 'Today' : 'What waits for you'}
        </h2>
        {recruiting && (
          <Link
            to="/dashboard/leads/today"
            className="inline-flex min-h-11 items-center text-brand underline underline-offset-4 hover:text-brand-hover"
          >
            All of today
          </Link>
        )}
      </div>
      <Loaded query={query} what="What waits for you" skeleton={<Skeleton className="h-60" />}>
        {(waiting) => <List waiting={waiting} hasLeads={recruiting} isNew={isNew} />}
      </Loaded>
      {more}
    </section>
  );
}

function List({ waiting, hasLeads, isNew }: { waiting: Waiting; hasLeads: boolean; isNew: boolean }) {
  const { overdue, due, replies, total, items } = waiting;
  const numbers = [
    { label: 'Overdue', count: overdue, look: 'text-error' },
    { label: 'Due today', count: due, look: 'text-text' },
    hasLeads
      ? { label: 'Waiting for a reply', count: replies, look: 'text-poppy-text' }
      : { label: 'In all', count: total, look: 'text-text' },
  ];
  return (
    <>
      <dl className="grid grid-cols-3 gap-3">
        {numbers.map(({ label, count, look }) => (
          <div
            key={label}
            className="grid content-start gap-1 rounded-lg border border-line bg-surface px-4 py-3 max-sm:px-3"
          >
            <dt className="text-muted text-sm">{label}</dt>
            <dd className={`font-display font-medium text-2xl leading-tight ${count > 0 ? look : ''}`}>
              {count.toLocaleString('en-US')}
            </dd>
          </div>
        ))}
      </dl>
      {items.length === 0 ? (
        <p className="text-muted">
          {isNew ? 'Nothing waits for you yet.' : "You're all caught up. Nothing waits for you."}
        </p>
      ) : (
        <ul aria-label="What waits for you" className="border-line border-b">
          {items.map((item) =>
            item.kind === 'lead' ? (
              <LeadEntry key={item.lead._id} lead={item.lead} action />
            ) : (
              <Thing key={`${item.kind} ${item._id} ${item.act}`} item={item} />
            ),
          )}
        </ul>
      )}
      {total > items.length && <p className="text-muted">{hiddenText(total - items.length, items)}</p>}
    </>
  );
}

const hiddenText = (count: number, items: WaitingItem[]): string =>
  `${count.toLocaleString('en-US')} more ${count === 1 ? 'waits' : 'wait'} behind these ${items.length}.`;

const acts: Record<WaitingAct, { says: string; label: string }> = {
  decide: { says: 'waits for a decision', label: 'Decide' },
  countersign: { says: "waits for the broker's signature", label: 'Countersign' },
  approve: { says: 'waits for your approval', label: 'Approve' },
  send: { says: 'Letter to send', label: 'Send letter' },
  pay: { says: 'Payment to note', label: 'Note payment' },
  follow: { says: 'Should have closed', label: 'Follow up' },
  collect: { says: 'Overdue', label: 'Look at it' },
  owe: { says: 'Overdue', label: 'See my dues' },
  'check-off': { says: 'Handed in', label: 'Check off' },
  check: { says: 'License to compare with the public record', label: 'Check license' },
};

/** 'Closing waits for your approval'. */
const saysOf = ({ kind, act }: WaitingThing): string => {
  const { says } = acts[act];
  return says.startsWith('waits') ? `${kind[0]?.toUpperCase()}${kind.slice(1)} ${says}` : says;
};

function Thing({ item }: { item: WaitingThing }) {
  const { name, about, amount, act, urgency, since, due, others, kind } = item;
  const title = kind === 'closing' || act === 'owe' ? about : name;
  return (
    <li className="wrap-anywhere grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-line border-t py-3">
      <span className="grid content-start">
        <Link
          translate="no"
          to={placeOfAct({ ...item, act: act === 'pay' ? 'send' : act })}
          className="justify-self-start font-semibold text-brand underline hover:text-brand-hover pointer-coarse:py-2.5"
        >
          {title}
        </Link>
        <span className="text-muted text-sm">
          {kind === 'license' ? `DRE #${about}` : title === about ? name : about}
          {amount !== null && `, ${formatMoney(amount)}`}
          {kind === 'closing' && ' commission'}
          {others > 0 && `, and ${others.toLocaleString('en-US')} more`}
        </span>
        <span className={urgency === 'overdue' ? 'text-error' : ''}>
          {saysOf(item)}
          {due !== null && `: ${formatDueDay(due, Date.now())}`}
          {due === null && since !== null && (
            <span className="text-muted">
              , <RelativeTime iso={since} />
            </span>
          )}
        </span>
      </span>
      <Link
        to={placeOfAct(item)}
        aria-label={`${acts[act].label}: ${title}`}
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
      >
        {acts[act].label}
      </Link>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { LeadDay } from '../../../shared/leads/leads.contract.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { LeadEntry } from './LeadEntry.tsx';
import { LeadsNavigation } from './LeadsNavigation.tsx';
import { digestQuery, useSetDigest } from './lead-settings.queries.ts';
import { todayQuery } from './leads.queries.ts';

export function TodayPage() {
  const [params, changeParams] = useUrlParams();
  const mine = params.get('of') !== 'all';
  const query = useQuery(todayQuery(mine));
  const digest = useQuery(digestQuery);
  return (
    <Page title="Today">
      <LeadsNavigation />
      <SelectField
        label="Show"
        value={mine ? '' : 'all'}
        onChange={({ target }) => changeParams({ of: target.value })}
        className="w-full max-w-xs"
      >
        <option value="">My leads and unassigned</option>
        <option value="all">Everyone's leads</option>
      </SelectField>
      <Together
        loads={[query, digest]}
        label="Loading today's leads"
        skeleton={<Skeleton className="h-64" />}
      >
        <Loaded query={query} what="Today's leads" skeleton={<Skeleton className="h-64" />}>
          {(day) => <Parts day={day} />}
        </Loaded>
        <Digest />
      </Together>
    </Page>
  );
}

function Parts({ day: { overdue, due, waiting } }: { day: LeadDay }) {
  if (overdue.count + due.count + waiting.count === 0)
    return (
      <EmptyState>You're all caught up. No next steps are due and no one is waiting for a reply.</EmptyState>
    );
  return (
    <div className="grid gap-8">
      <Part title="Overdue" part={overdue} />
      <Part title="Due today" part={due} />
      <Part title="Waiting for a reply" part={waiting} />
    </div>
  );
}

function Part({ title, part: { count, leads } }: { title: string; part: LeadDay['due'] }) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-xl">
        {title} ({count})
      </h2>
      <ul aria-labelledby={id} className="border-line border-b">
        {leads.map((lead) => (
          <LeadEntry key={lead._id} lead={lead} />
        ))}
      </ul>
      {count > leads.length && <p className="text-muted">The most urgent {leads.length} are shown.</p>}
    </section>
  );
}

function Digest() {
  const { data } = useQuery(digestQuery);
  const set = useSetDigest();
  if (!data) return null;
  return (
    <CheckboxField
      label="Email me this list every morning"
      hint="Around 7 AM PT, only when something is due"
      checked={set.isPending ? set.variables : data.wanted}
      onChange={({ target }) => set.mutate(target.checked)}
      error={set.error && <span role="alert">{set.error.message}</span>}
    />
  );
}

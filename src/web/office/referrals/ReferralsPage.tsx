import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import type { Referral } from '../../../shared/leads/referrals.contract.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';

const referralsQuery = queryOptions({
  queryKey: ['referrals'],
  queryFn: ({ signal }) => api('GET /api/referrals', { signal }),
});

export function ReferralsPage() {
  const query = useQuery(referralsQuery);
  return (
    <Page title="Referrals" width="form">
      <p className="text-muted">
        When someone contacts us through your link, we record that you referred them. We see your name. You
        see when they wrote and whether they joined, nothing else. We don't pay for referrals.
      </p>
      <Loaded query={query} what="Your link" skeleton={<Skeleton className="h-32" />}>
        {({ link, referrals }) => (
          <>
            <OwnLink link={link} />
            <Referrals referrals={referrals} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function OwnLink({ link }: { link: string }) {
  const [said, setSaid] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setSaid('Link copied');
    } catch {
      setSaid('Copy the link from the field');
    }
  }

  return (
    <div className="grid gap-4">
      <TextField label="Your link" readOnly value={link} onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy link
        </Button>
        <span role="status" className="text-muted text-sm">
          {said}
        </span>
      </div>
    </div>
  );
}

function Referrals({ referrals }: { referrals: Referral[] }) {
  if (referrals.length === 0) return <p className="text-muted">No one has used your link yet.</p>;
  return (
    <Section title="People who used your link">
      <ul className="border-line border-b">
        {referrals.map(({ date, joined }) => (
          <li key={date} className="flex justify-between gap-4 border-line border-t py-3">
            <time dateTime={date}>{formatDay(date)}</time>
            <span>{joined ? 'Joined' : 'Contacted us'}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

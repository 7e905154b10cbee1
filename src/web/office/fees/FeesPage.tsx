import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import type { FeeVersion } from '../../../shared/fees.contract.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { SiteNavigation } from '../site/SiteNavigation.tsx';
import { FeeForm } from './FeeForm.tsx';
import { FeeVersions } from './FeeVersions.tsx';
import { feeVersionsQuery, type ReadFees } from './fees.queries.ts';

/** docs/product.md P2.14 */
export function FeesPage() {
  const query = useQuery(feeVersionsQuery);
  return (
    <Page title="Fees">
      <SiteNavigation />
      <Loaded query={query} what="The fees" skeleton={<Skeleton className="h-96" />}>
        {(read) => <Fees read={read} onReload={() => void query.refetch()} />}
      </Loaded>
    </Page>
  );
}

function Fees({ read, onReload }: { read: ReadFees; onReload: () => void }) {
  const { versions, current } = read.fees;
  const [filled, setFilled] = useState<FeeVersion>();
  const inForce = versions.find(({ schedule }) => schedule.version === current);
  if (!inForce) return null;
  const { starts, schedule } = inForce;
  return (
    <>
      <p className="max-w-measure text-muted">
        Version {schedule.version} is in force{starts && ` since ${formatDay(starts)}`}. New figures make a
        new version; members go on with the one they signed.
      </p>
      <FeeForm
        key={`${read.etag} ${filled?.schedule.version}`}
        etag={read.etag}
        current={schedule}
        filled={filled?.schedule ?? schedule}
        next={(versions[0]?.schedule.version ?? 0) + 1}
        scheduled={versions.find(({ state }) => state === 'scheduled')}
        onReload={onReload}
        onPublished={() => setFilled(undefined)}
      />
      <FeeVersions read={read} onUse={setFilled} />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import type { FeeVersion } from '../../../shared/fees/fees.contract.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { SiteNavigation } from '../site/SiteNavigation.tsx';
import { FeeForm } from './FeeForm.tsx';
import { FeeVersions } from './FeeVersions.tsx';
import { isSame, toTexts, valuesOf } from './fee-form.ts';
import { feeVersionsQuery, type ReadFees } from './fees.queries.ts';

/** docs/product.md P2.14 */
export function FeesPage() {
  const query = useQuery(feeVersionsQuery);
  return (
    <Page title="Fees">
      <SiteNavigation />
      <Loaded query={query} what="The fees" skeleton={<Skeleton className="h-96" />}>
        {(read) => <Fees read={read} onReload={async () => (await query.refetch()).data} />}
      </Loaded>
    </Page>
  );
}

function Fees({ read, onReload }: { read: ReadFees; onReload: () => Promise<ReadFees | undefined> }) {
  const { versions, current, unsigned, asked } = read.fees;
  const inForce = versions.find(({ schedule }) => schedule.version === current);
  const [values, setValues] = useState(() => inForce && valuesOf(inForce.schedule));
  const [target, setTarget] = useState<FeeVersion>();
  if (!inForce || !values) return null;
  const { starts, schedule } = inForce;

  const show = ({ fees }: ReadFees) => {
    const now = fees.versions.find((version) => version.schedule.version === fees.current);
    // Typed values stay unless they differ from figures that are no longer in force.
    if (now && fees.current !== current) setValues(valuesOf(now.schedule));
  };
  const use = ({ schedule: former }: FeeVersion) => setValues({ ...values, texts: toTexts(former) });

  return (
    <>
      <p className="max-w-measure text-muted">
        Version {schedule.version} is in force{starts && ` since ${formatDay(starts)}`}. New figures make a
        new version; members go on with the one they signed.
      </p>
      <FeeForm
        etag={read.etag}
        current={schedule}
        values={values}
        change={(part) => setValues({ ...values, ...part })}
        next={(versions[0]?.schedule.version ?? 0) + 1}
        scheduled={versions.find(({ state }) => state === 'scheduled')}
        unsigned={unsigned}
        asked={asked}
        onReload={async () => {
          const theirs = await onReload();
          if (theirs) show(theirs);
        }}
        onPublished={(published) => setValues(valuesOf(published))}
      />
      <FeeVersions
        read={read}
        onUse={(version) => (isSame(values, valuesOf(schedule)) ? use(version) : setTarget(version))}
      />
      <LazyConfirmDialog
        open={target !== undefined}
        title={`Use the figures of version ${target?.schedule.version ?? ''}?`}
        body="They replace the figures you typed."
        confirmLabel="Use them"
        pending={false}
        error={null}
        onConfirm={() => {
          if (target) use(target);
          setTarget(undefined);
        }}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../shared/counted.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import type { FeeVersion } from '../../../shared/fees/fees.contract.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Section } from '../page/Section.tsx';
import { type ReadFees, useWithdrawFees } from './fees.queries.ts';

const states: Record<FeeVersion['state'], string> = {
  'in-force': 'in force',
  scheduled: 'scheduled',
  former: 'former',
  withdrawn: 'withdrawn',
};

type FeeVersionsProps = { read: ReadFees; onUse: (version: FeeVersion) => void };

/** Every version, with who is on it. */
export function FeeVersions({ read: { fees, etag }, onUse }: FeeVersionsProps) {
  const [target, setTarget] = useState<number>();
  const withdraw = useWithdrawFees();
  return (
    <Section title="Versions" className="border-line border-t pt-6">
      {fees.unsigned > 0 && (
        <p className="text-muted">
          {counted(fees.unsigned, 'member')} without an agreement in force{' '}
          {fees.unsigned === 1 ? 'pays' : 'pay'} by version {fees.current}.
        </p>
      )}
      {fees.asked > 0 && (
        <p className="text-muted">
          {counted(fees.asked, 'member')} {fees.asked === 1 ? 'has' : 'have'} yet to sign the fees they were
          asked to sign. <Link to="/dashboard/admin/agreement/asked">See who</Link>
        </p>
      )}
      <ol className="grid grid-cols-1 gap-3">
        {fees.versions.map((version) => (
          <Version
            key={version.schedule.version}
            version={version}
            onUse={
              version.state === 'former' || version.state === 'withdrawn' ? () => onUse(version) : undefined
            }
            onWithdraw={version.state === 'scheduled' ? () => setTarget(version.schedule.version) : undefined}
          />
        ))}
      </ol>
      <LazyConfirmDialog
        open={target !== undefined}
        title={`Withdraw version ${target ?? ''}?`}
        body="It never comes into force. It stays in this list as withdrawn."
        confirmLabel="Withdraw"
        pending={withdraw.isPending}
        error={withdraw.error && `We couldn't withdraw it. ${withdraw.error.message}`}
        onConfirm={() =>
          target !== undefined &&
          withdraw.mutate(
            { number: target, etag },
            {
              onSuccess: () => {
                setTarget(undefined);
                say(`Version ${target} is withdrawn`);
              },
            },
          )
        }
        onClose={() => {
          withdraw.reset();
          setTarget(undefined);
        }}
      />
    </Section>
  );
}

type VersionProps = {
  version: FeeVersion;
  onUse: (() => void) | undefined;
  onWithdraw: (() => void) | undefined;
};

function Version({ version, onUse, onWithdraw }: VersionProps) {
  const { schedule, state, starts, note, due, published, changes, inForce } = version;
  const number = schedule.version;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">
          Version {number}, {states[state]}
          {starts && ` ${state === 'withdrawn' ? 'before' : 'from'} ${formatDay(starts)}`}
        </p>
        <p className="wrap-anywhere">
          {changes.join(' · ') || (published ? 'The same figures as before' : 'The figures of a new site')}
        </p>
        {note && <p className="wrap-anywhere text-muted">{note}</p>}
        <p className="wrap-anywhere text-muted text-sm">
          {counted(inForce, 'agreement')} in force
          {due && ` · members asked to sign by ${formatDay(due)}`}
          {published && ` · published ${formatDateTime(published.date)} by ${published.by}`}
        </p>
      </div>
      {onUse && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Use the figures of version ${number}`}
          onClick={onUse}
        >
          Use these figures
        </Button>
      )}
      {onWithdraw && (
        <Button variant="secondary" size="sm" aria-label={`Withdraw version ${number}`} onClick={onWithdraw}>
          Withdraw
        </Button>
      )}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { BackupStatus } from '../../../shared/backup/backup.contract.ts';
import type { SystemState } from '../../../shared/system/system.contract.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { Together } from '../page/Together.tsx';
import { SampleContent } from '../sample/SampleContent.tsx';
import { backupConcernsOf, concernsOf } from './concerns.ts';
import { Plot } from './Plot.tsx';
import { backupQuery, systemQuery } from './system.queries.ts';

export function SystemPage() {
  const query = useQuery(systemQuery);
  const backup = useQuery(backupQuery);
  return (
    <Page title="System">
      <Together
        loads={[query, backup]}
        label="Loading the system status"
        skeleton={<Skeleton className="h-96" />}
      >
        <Loaded query={query} what="The system status" skeleton={<Skeleton className="h-96" />}>
          {(state) => (
            <div className="grid grid-cols-1 gap-8">
              <Concerns
                concerns={[
                  ...concernsOf(state, query.dataUpdatedAt),
                  ...(backup.data ? backupConcernsOf(backup.data) : []),
                ]}
              />
              <Plots state={state} />
              <Now state={state} />
              <Section title="Backup">
                <Loaded query={backup} what="The backup status" skeleton={<Skeleton className="h-24" />}>
                  {(status) => <Backup status={status} />}
                </Loaded>
              </Section>
              <Jobs jobs={state.jobs} />
              <SampleContent />
            </div>
          )}
        </Loaded>
      </Together>
    </Page>
  );
}

function Concerns({ concerns }: { concerns: string[] }) {
  if (concerns.length === 0)
    return (
      <p className="flex items-start gap-3">
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" />
        Everything is working.
      </p>
    );
  return (
    <ul className="grid max-w-measure gap-3">
      {concerns.map((concern) => (
        <li
          key={concern}
          className="flex items-start gap-3 rounded-lg border border-field-border bg-surface p-4"
        >
          <TriangleAlert className="mt-0.5 size-5 shrink-0 text-poppy-text" />
          {concern}
        </li>
      ))}
    </ul>
  );
}

function Plots({ state: { history } }: { state: SystemState }) {
  return (
    <Section title="The last hour">
      {history.length === 0 && <p className="text-muted">Figures appear a minute after startup.</p>}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Plot title="CPU" history={history} value={({ busy }) => busy} format={percent} />
        <Plot title="Memory" history={history} value={({ memory }) => memory} format={size} />
        <Plot
          title="Emails waiting"
          history={history}
          value={({ mailsWaiting }) => mailsWaiting}
          format={whole}
        />
        <Plot title="Open live feeds" history={history} value={({ liveFeeds }) => liveFeeds} format={whole} />
        <Plot title="Requests a minute" history={history} value={({ requests }) => requests} format={whole} />
        <Plot
          title="Server errors a minute"
          history={history}
          value={({ serverErrors }) => serverErrors}
          format={whole}
        />
      </div>
    </Section>
  );
}

function Now({ state }: { state: SystemState }) {
  const { mails, pool, images, pageCache } = state;
  return (
    <Section title="Now">
      <Facts>
        <Fact name="Version">
          {state.version}, on Node {state.node}
        </Fact>
        <Fact name="Process">
          {state.process}, started <RelativeTime iso={state.started} />
        </Fact>
        <Fact name="Memory">{size(state.memory)}</Fact>
        <Fact name="Database">
          {pool
            ? `PostgreSQL, ${pool.used} of ${pool.max} connections in use, ${pool.waiting} queued`
            : 'SQLite, embedded'}
        </Fact>
        <Fact name="Emails">
          {mails.waiting} waiting, {mails.failed} failed
        </Fact>
        <Fact name="Images">
          {images.running} processing, {images.waiting} queued
        </Fact>
        <Fact name="Pages in memory">
          {whole(pageCache.pages)}, {size(pageCache.bytes)}
        </Fact>
        <Fact name="Open live feeds">{whole(state.liveFeeds)}</Fact>
      </Facts>
    </Section>
  );
}

function Backup({ status: { nightly, declined, last, checked } }: { status: BackupStatus }) {
  return (
    <Facts>
      <Fact name="Each night">
        {nightly ? 'Made by the server' : `Not made: BACKUP_DIR is ${declined ? 'none' : 'not set'}`}
      </Fact>
      <Fact name="Newest">
        {last ? (
          <>
            {last.file}, {size(last.bytes)}, <RelativeTime iso={last.date} />
          </>
        ) : (
          'None yet'
        )}
      </Fact>
      <Fact name="Last restore test">{checked ? <RelativeTime iso={checked} /> : 'Not yet'}</Fact>
    </Facts>
  );
}

function Jobs({ jobs }: Pick<SystemState, 'jobs'>) {
  return (
    <Section title="Jobs">
      {jobs.length === 0 && (
        <p className="text-muted">No jobs have run yet. The first run within a minute.</p>
      )}
      <Facts>
        {jobs.map(({ name, succeeded }) => (
          <Fact key={name} name={name.charAt(0).toUpperCase() + name.slice(1)}>
            {succeeded ? (
              <>
                succeeded <RelativeTime iso={succeeded} />
              </>
            ) : (
              'not succeeded yet'
            )}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

const whole = (value: number) => value.toLocaleString('en-US');
const percent = (value: number) => `${Math.round(value * 100)}%`;
function size(bytes: number): string {
  const [unit, divisor] = bytes < 1_000_000 ? ['KB', 1000] : ['MB', 1_000_000];
  return `${whole(Math.ceil(bytes / divisor))} ${unit}`;
}

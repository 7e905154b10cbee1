import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import type { SiteVersion } from '../../../shared/site/site-settings.contract.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Section } from '../page/Section.tsx';
import { SitePreview } from './SitePreview.tsx';
import { previewOfVersion, useRestoreSite, versionsQuery } from './site.queries.ts';

export function SiteVersions() {
  const query = useQuery(versionsQuery);
  return (
    <Section title="Versions" className="border-line border-t pt-6">
      <Loaded query={query} what="The versions" skeleton={<TableSkeleton />}>
        {(versions) =>
          versions.length > 0 ? (
            <Versions versions={versions} />
          ) : (
            <EmptyState>No changes yet. The site shows its original settings.</EmptyState>
          )
        }
      </Loaded>
    </Section>
  );
}

function Versions({ versions }: { versions: SiteVersion[] }) {
  const restore = useRestoreSite();
  const [target, setTarget] = useState<SiteVersion>();
  const [shown, setShown] = useState<SiteVersion>();
  return (
    <>
      <ol className="grid grid-cols-1 gap-3">
        {versions.map((version, index) => (
          <Version
            key={version.version}
            version={version}
            onShow={() => setShown(version)}
            onRestore={index > 0 ? () => setTarget(version) : undefined}
          />
        ))}
      </ol>
      {shown && (
        <SitePreview
          key={shown.version}
          title={`Landing page as of ${formatDateTime(shown.date)}`}
          load={() => previewOfVersion(shown.version)}
          onClose={() => setShown(undefined)}
        />
      )}
      <LazyConfirmDialog
        open={target !== undefined}
        title="Restore this version?"
        body={`The whole site goes back to ${target ? formatDateTime(target.date) : ''} right away. The current version stays in this list. Unsaved changes in the form are lost.`}
        confirmLabel="Restore"
        pending={restore.isPending}
        error={restore.error && `We couldn't restore it. Try again. ${restore.error.message}`}
        onConfirm={() =>
          target &&
          restore.mutate(target.version, {
            onSuccess: () => {
              setTarget(undefined);
              say('Version restored');
            },
          })
        }
        onClose={() => {
          restore.reset();
          setTarget(undefined);
        }}
      />
    </>
  );
}

type VersionProps = { version: SiteVersion; onShow: () => void; onRestore: (() => void) | undefined };

function Version({ version, onShow, onRestore }: VersionProps) {
  const saved = formatDateTime(version.date);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold first-letter:uppercase">{version.changes}</p>
        <p className="wrap-anywhere text-muted text-sm">
          {onRestore ? 'Saved' : 'Current, saved'} <time dateTime={version.date}>{saved}</time>
          {version.author && ` by ${version.author.name}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" size="sm" aria-label={`Show the version of ${saved}`} onClick={onShow}>
          Show
        </Button>
        {onRestore && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Restore the version of ${saved}`}
            onClick={onRestore}
          >
            Restore
          </Button>
        )}
      </div>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ArticleVersionSummary } from '../../../shared/articles.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { isNotFound } from '../../api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { LazyConfirmDialog } from '../lazy-dialogs.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { useRestoreVersion, versionQuery, versionsQuery } from './articles.queries.ts';
import { MarkdownPreview } from './MarkdownPreview.tsx';

export function ArticleVersionsPage() {
  const { id = '' } = useParams();
  const query = useQuery(versionsQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Version history" action={<BackToEditor id={id} />}>
      <p className="max-w-measure text-muted">
        What the article was before each change, newest first: the last 50. Restoring one keeps the present
        version here.
      </p>
      <Loaded query={query} what="The versions" skeleton={<TableSkeleton />}>
        {(versions) =>
          versions.length > 0 ? (
            <Versions id={id} versions={versions} />
          ) : (
            <EmptyState>The article has not been changed since it was written.</EmptyState>
          )
        }
      </Loaded>
    </Page>
  );
}

function Versions({ id, versions }: { id: string; versions: ArticleVersionSummary[] }) {
  const navigate = useNavigate();
  const restore = useRestoreVersion(id);
  const [target, setTarget] = useState<ArticleVersionSummary>();
  return (
    <>
      <ol className="grid grid-cols-1 gap-3">
        {versions.map((version) => (
          <Version key={version._id} id={id} version={version} onRestore={() => setTarget(version)} />
        ))}
      </ol>
      <LazyConfirmDialog
        open={target !== undefined}
        title="Restore this version?"
        body={`Title, slug, URL, snippet and text become what they were on ${target ? formatDateTime(target.date) : ''}. Whether the article is published stays as it is.`}
        confirmLabel="Restore"
        pending={restore.isPending}
        error={restore.error && `It could not be restored. ${restore.error.message}`}
        onConfirm={() =>
          target &&
          restore.mutate(target._id, { onSuccess: () => void navigate(`/dashboard/edit-article/${id}`) })
        }
        onClose={() => {
          restore.reset();
          setTarget(undefined);
        }}
      />
    </>
  );
}

type VersionProps = { id: string; version: ArticleVersionSummary; onRestore: () => void };

function Version({ id, version, onRestore }: VersionProps) {
  const [open, setOpen] = useState(false);
  const saved = formatDateTime(version.date);
  return (
    <li className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{version.title}</p>
          <p className="text-muted text-sm">
            Saved <time dateTime={version.date}>{saved}</time>
            {version.author && ` by ${version.author.name}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={open}
            aria-label={`Show the version of ${saved}`}
            onClick={() => setOpen(!open)}
          >
            Show
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Restore the version of ${saved}`}
            onClick={onRestore}
          >
            Restore
          </Button>
        </div>
      </div>
      {open && <VersionText id={id} version={version} />}
    </li>
  );
}

function VersionText({ id, version }: { id: string; version: ArticleVersionSummary }) {
  const query = useQuery(versionQuery(id, version._id));
  return (
    <div className="grid max-w-measure grid-cols-1 gap-3 border-line border-t pt-3">
      <p className="wrap-anywhere text-muted text-sm">/articles/{version.slug}</p>
      <p className="wrap-anywhere text-muted">{version.snippet}</p>
      <Loaded query={query} what="The version" skeleton={<TableSkeleton />}>
        {({ text }) => (
          <div>
            <MarkdownPreview text={text} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function BackToEditor({ id }: { id: string }) {
  return (
    <Link to={`/dashboard/edit-article/${id}`} className={buttonClass({ variant: 'secondary' })}>
      Back to the editor
    </Link>
  );
}

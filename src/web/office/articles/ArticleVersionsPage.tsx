import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type {
  ArticleVersion,
  ArticleVersionSummary,
  PresentArticle,
} from '../../../shared/articles/articles.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { isNotFound } from '../../api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { ArticleChanges } from './ArticleChanges.tsx';
import { articleQuery, useRestoreVersion, versionQuery, versionsQuery } from './articles.queries.ts';
import { MarkdownPreview } from './MarkdownPreview.tsx';

export function ArticleVersionsPage() {
  const { id = '' } = useParams();
  return <VersionHistory id={id} editor={`/dashboard/edit-article/${id}`} of={articleWords} />;
}

/** An article or a handbook page, in the words of its version history. */
interface HistoryWords {
  word: string;
  at: string;
  /** The fields that a version holds. */
  parts: string;
}

const articleWords: HistoryWords = {
  word: 'article',
  at: '/articles',
  parts: 'title, slug, URL, snippet, and text',
};

type VersionHistoryProps = { id: string; editor: string; of: HistoryWords };

/** The former versions of what is written in the writing room. */
export function VersionHistory({ id, editor, of }: VersionHistoryProps) {
  const query = useQuery(versionsQuery(id));
  const present = useQuery(articleQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Version history" action={<BackToEditor to={editor} />}>
      <p className="max-w-measure text-muted">
        The last 50 versions, newest first. Restoring one puts it in your working copy. Readers see it when
        you publish.
      </p>
      <Loaded query={query} what="The versions" skeleton={<TableSkeleton />}>
        {(versions) => (
          <Loaded query={present} what={`The ${of.word}`} skeleton={<TableSkeleton />}>
            {({ article }) =>
              versions.length > 0 ? (
                <Versions id={id} editor={editor} of={of} versions={versions} article={article} />
              ) : (
                <EmptyState>No earlier versions yet.</EmptyState>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

type VersionsProps = VersionHistoryProps & { versions: ArticleVersionSummary[]; article: PresentArticle };

function Versions({ id, editor, of, versions, article }: VersionsProps) {
  const navigate = useNavigate();
  const restore = useRestoreVersion(id);
  const [target, setTarget] = useState<ArticleVersionSummary>();
  const { savedBy = article.author } = article;
  return (
    <>
      <ol className="grid grid-cols-1 gap-3">
        <Version
          title={article.title}
          label={`the present ${of.word}`}
          date={article.updated}
          author={savedBy?.name}
        >
          <Changes id={id} of={of} version={article} before={versions[0]} />
        </Version>
        {versions.map((version, index) => {
          const saved = formatDateTime(version.date);
          return (
            <Version
              key={version._id}
              title={version.title}
              label={`the version of ${saved}`}
              date={version.date}
              author={version.author?.name}
              action={
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Restore the version of ${saved}`}
                  onClick={() => setTarget(version)}
                >
                  Restore
                </Button>
              }
            >
              <FormerChanges id={id} of={of} version={version} before={versions[index + 1]} />
            </Version>
          );
        })}
      </ol>
      <LazyConfirmDialog
        open={target !== undefined}
        title="Restore this version?"
        body={`Your working copy gets the ${of.parts} of ${target ? formatDateTime(target.date) : ''}. It replaces your unpublished changes. Readers see it when you publish.`}
        confirmLabel="Restore"
        pending={restore.isPending}
        error={restore.error && `We couldn't restore it. Try again. ${restore.error.message}`}
        onConfirm={() => target && restore.mutate(target._id, { onSuccess: () => void navigate(editor) })}
        onClose={() => {
          restore.reset();
          setTarget(undefined);
        }}
      />
    </>
  );
}

type VersionProps = {
  title: string;
  label: string;
  date: string;
  author?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
};

function Version({ title, label, date, author, action, children }: VersionProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{title}</p>
          <p className="text-muted text-sm">
            {action ? 'Saved' : 'Now, saved'} <time dateTime={date}>{formatDateTime(date)}</time>
            {author && ` by ${author}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={open}
            aria-label={`Show ${label}`}
            onClick={() => setOpen(!open)}
          >
            Show
          </Button>
          {action}
        </div>
      </div>
      {open && (
        <div className="grid max-w-measure grid-cols-1 gap-3 border-line border-t pt-3">{children}</div>
      )}
    </li>
  );
}

type FormerChangesProps = {
  id: string;
  of: HistoryWords;
  version: ArticleVersionSummary;
  before: ArticleVersionSummary | undefined;
};

function FormerChanges({ id, of, version, before }: FormerChangesProps) {
  const query = useQuery(versionQuery(id, version._id));
  return (
    <Loaded query={query} what="The version" skeleton={<TableSkeleton />}>
      {(whole) => <Changes id={id} of={of} version={whole} before={before} />}
    </Loaded>
  );
}

type ChangesProps = {
  id: string;
  of: HistoryWords;
  version: Pick<ArticleVersion, 'title' | 'slug' | 'url' | 'snippet' | 'text'>;
  /** Undefined for the oldest one. */
  before: ArticleVersionSummary | undefined;
};

/** The changes since the version before; for the oldest version, all of its text. */
function Changes({ id, of, version, before }: ChangesProps) {
  const query = useQuery({ ...versionQuery(id, before?._id ?? ''), enabled: before !== undefined });
  if (!before) {
    return (
      <>
        <p className="wrap-anywhere text-muted text-sm">{`${of.at}/${version.slug}`}</p>
        <p className="wrap-anywhere text-muted">{version.snippet}</p>
        <div>
          <MarkdownPreview text={version.text} />
        </div>
      </>
    );
  }
  return (
    <Loaded query={query} what="Previous version" skeleton={<TableSkeleton />}>
      {(former) => (
        <>
          <p className="text-muted text-sm">Changed since {formatDateTime(before.date)}:</p>
          <ArticleChanges before={former} after={contentOf(version)} />
        </>
      )}
    </Loaded>
  );
}

const contentOf = ({ title, slug, url, snippet, text }: ChangesProps['version']) => ({
  title,
  slug,
  url,
  snippet,
  text,
});

function BackToEditor({ to }: { to: string }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'secondary' })}>
      Back to the editor
    </Link>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import type { HandbookPage } from '../../../shared/handbook/handbook.contract.ts';
import { isNotFound } from '../../api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { brokerageName } from '../page/brokerage-name.ts';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { useUser } from '../session/guards.tsx';
import { Acknowledge } from './Acknowledge.tsx';
import { DownloadFile } from './DownloadFile.tsx';
import { contentsQuery, pageQuery } from './handbook.queries.ts';
import { askLabel, changedLabel, isLate } from './handbook-labels.ts';

const back = { to: '/handbook', label: 'Handbook' };

export function ReadPage() {
  const { slug = '' } = useParams();
  const query = useQuery(pageQuery(slug));
  if (isNotFound(query.error)) return <NotFoundPage />;
  // The reader came by a former link.
  if (query.data && query.data.slug !== slug) return <Navigate to={`/handbook/${query.data.slug}`} replace />;
  return (
    <Page
      title={query.data?.title ?? 'Handbook'}
      back={back}
      action={query.data && <Actions page={query.data} />}
    >
      <Loaded query={query} what="The page" skeleton={<Skeleton className="h-96" />}>
        {(page) => <Read page={page} />}
      </Loaded>
    </Page>
  );
}

function Actions({ page: { _id } }: { page: HandbookPage }) {
  return (
    <span className="flex gap-3 print:hidden">
      {useUser().editsHandbook && (
        <Link to={`/dashboard/handbook/edit/${_id}`} className={buttonClass({ variant: 'secondary' })}>
          Edit
        </Link>
      )}
      <Button variant="secondary" onClick={() => window.print()}>
        Print
      </Button>
    </span>
  );
}

function Read({ page }: { page: HandbookPage }) {
  const { title, html, note, ask, chapter, edition, files } = page;
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${title} · ${brokerageName}`;
  }, [title]);

  /** Follows a link to another page without reloading the office. */
  function follow(event: MouseEvent): void {
    const { target, button, metaKey, ctrlKey, shiftKey } = event;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || button !== 0 || metaKey || ctrlKey || shiftKey) return;
    if (link.origin !== location.origin || !link.pathname.startsWith('/handbook/') || link.hash) return;
    event.preventDefault();
    void navigate(link.pathname);
  }

  return (
    <article className="grid w-full max-w-[62ch] grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-muted text-sm">
        {chapter} · {changedLabel(page)} · Version {edition}
        {ask && (
          <>
            {' · '}
            <span className={isLate(ask) ? 'font-semibold text-error' : undefined}>{askLabel(ask)}</span>
          </>
        )}
      </p>
      {note && (
        <div className="rounded-lg border border-line bg-sand p-4">
          <p className="wrap-anywhere">
            <span className="font-semibold">What changed:</span> {note}
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only its links are clicked */}
      <div
        className="prose wrap-anywhere text-lg"
        onClick={follow}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser made it, by an allow-list
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {files.length > 0 && (
        <Section title="Files" className="gap-2 border-line border-t pt-4">
          <ul aria-label="Files" className="grid grid-cols-1 gap-1">
            {files.map((file) => (
              <li key={file._id}>
                <DownloadFile file={file} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Acknowledge page={page} />
      <Neighbors id={page._id} />
    </article>
  );
}

/** The previous and next page in the order of the contents, across chapters. */
function Neighbors({ id }: { id: string }) {
  const { data: chapters = [] } = useQuery(contentsQuery);
  const pages = chapters.flatMap((chapter) => chapter.pages);
  const place = pages.findIndex(({ _id }) => _id === id);
  if (place < 0 || pages.length < 2) return null;
  const [former, next] = [place > 0 ? pages[place - 1] : undefined, pages[place + 1]];
  return (
    <nav
      aria-label="Next to this page"
      className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-line border-t pt-4 print:hidden"
    >
      {former && <Neighbor label="Previous" page={former} />}
      {next && <Neighbor label="Next" page={next} className="ms-auto text-end" />}
    </nav>
  );
}

type NeighborProps = { label: string; page: { title: string; slug: string }; className?: string };

const Neighbor = ({ label, page: { title, slug }, className }: NeighborProps) => (
  <Link
    to={`/handbook/${slug}`}
    className={`wrap-anywhere grid min-h-11 min-w-0 text-brand no-underline hover:text-brand-hover ${className ?? ''}`}
  >
    <span className="text-muted text-sm">{label}</span>
    <span className="font-semibold">{title}</span>
  </Link>
);

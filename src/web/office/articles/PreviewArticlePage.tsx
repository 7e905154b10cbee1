import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { StaffArticle } from '../../../shared/articles/articles.contract.ts';
import { noSource } from '../../../shared/articles/no-source.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { isNotFound } from '../../api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { ShortDate } from '../page/ShortDate.tsx';
import { Together } from '../page/Together.tsx';
import { articleQuery } from './articles.queries.ts';
import { CoverPicture } from './CoverPicture.tsx';
import { MarkdownPreview } from './MarkdownPreview.tsx';
import { previewQuery } from './preview.query.ts';

export function PreviewArticlePage() {
  const { id = '' } = useParams();
  const query = useQuery(articleQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Preview article" action={<Edit id={id} />}>
      <Loaded query={query} what="The article" skeleton={<FormSkeleton />}>
        {({ article }) => <PreviewedArticle article={article} />}
      </Loaded>
    </Page>
  );
}

function PreviewedArticle({ article }: { article: StaffArticle }) {
  const preview = useQuery(previewQuery(article.text));
  return (
    <>
      <p className="rounded-lg border border-line bg-sand p-4">{whoSeesIt(article)}</p>
      <article className="grid w-full max-w-[58ch] grid-cols-1 gap-4 py-4">
        <h2 className="wrap-anywhere text-3xl">{article.title}</h2>
        <p className="text-muted">
          <ShortDate iso={article.date} />
          {article.author && ` · written by ${article.author.name}`}
        </p>
        <p className="wrap-anywhere border-line border-b pb-6 text-lg text-muted">{article.snippet}</p>
        {article.cover_id && <CoverPicture id={article.cover_id} alt={article.cover_alt} />}
        <Together loads={[preview]} label="Loading the text" skeleton={<Skeleton className="h-96" />}>
          <div>
            <MarkdownPreview text={article.text} />
          </div>
          {article.url !== noSource && (
            <p className="wrap-anywhere border-line border-t pt-6">
              <a href={article.url} rel="noopener nofollow ugc">
                Source
              </a>
            </p>
          )}
        </Together>
      </article>
    </>
  );
}

function whoSeesIt({ state, date }: StaffArticle): string {
  if (state === 'published') return 'Published: anyone can read it.';
  if (state === 'draft') return 'Draft: only editors can see it.';
  return `Scheduled: anyone can read it from ${formatDateTime(date)}.`;
}

function Edit({ id }: { id: string }) {
  return (
    <Link to={`/dashboard/edit-article/${id}`} className={buttonClass()}>
      Edit article
    </Link>
  );
}

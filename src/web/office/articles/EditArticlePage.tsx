import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { StaffArticle } from '../../../shared/articles/articles.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { isNotFound } from '../../api.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { ArticleEditor } from './ArticleEditor.tsx';
import { ArticleStateMark } from './ArticleStateMark.tsx';
import { toBody, toValues } from './article-form.ts';
import { type ArticleVersion, articleQuery, useUpdateArticle } from './articles.queries.ts';
import { type StoredCopy, workingCopyQuery } from './working-copy.ts';

export function EditArticlePage() {
  const { id = '' } = useParams();
  const query = useQuery(articleQuery(id));
  const copy = useQuery(workingCopyQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Edit article" quiet>
      <Loaded query={query} what="The article" skeleton={<FormSkeleton />}>
        {(version) => (
          <Loaded query={copy} what="Your changes" skeleton={<FormSkeleton />}>
            {(stored) => <EditArticle key={id} {...version} copy={stored} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

const toVersion = ({ article, etag }: ArticleVersion) => ({ values: toValues(article), etag });

function EditArticle({ copy, ...version }: ArticleVersion & { copy: StoredCopy }) {
  const { _id } = version.article;
  const client = useQueryClient();
  const update = useUpdateArticle(_id);
  return (
    <>
      <ArticleEditor
        id={_id}
        start={toVersion(version)}
        copy={copy}
        mark={version.article.submission}
        save={(values, etag) => update.mutateAsync({ body: toBody(values), etag })}
        readLatest={async () => toVersion(await client.fetchQuery({ ...articleQuery(_id), staleTime: 0 }))}
      />
      <Byline article={version.article} />
    </>
  );
}

function Byline({ article }: { article: StaffArticle }) {
  const { author, updated, state, date } = article;
  return (
    <p className="text-muted text-sm">
      <ArticleStateMark article={article} />
      {state === 'scheduled' && ` for ${formatDateTime(date)}`}. {author && `Written by ${author.name}. `}Last
      changed {formatDateTime(updated)}.
    </p>
  );
}

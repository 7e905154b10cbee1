import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../api.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { Page } from '../shell/Page.tsx';
import { ArticleEditor } from './ArticleEditor.tsx';
import { toValues } from './article-form.ts';
import { type ArticleVersion, articleQuery, useUpdateArticle } from './articles.queries.ts';

export function EditArticlePage() {
  const { id = '' } = useParams();
  const query = useQuery(articleQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Edit article" narrow>
      <Loaded query={query} what="The article" skeleton={<FormSkeleton />}>
        {(version) => <EditArticle key={id} {...version} />}
      </Loaded>
    </Page>
  );
}

const toVersion = ({ article, etag }: ArticleVersion) => ({ values: toValues(article), etag });

function EditArticle(version: ArticleVersion) {
  const { _id } = version.article;
  const client = useQueryClient();
  const update = useUpdateArticle(_id);
  return (
    <ArticleEditor
      id={_id}
      start={toVersion(version)}
      save={(body, etag) => update.mutateAsync({ body, etag })}
      readLatest={async () => toVersion(await client.fetchQuery({ ...articleQuery(_id), staleTime: 0 }))}
      saveLabel="Save changes"
    />
  );
}

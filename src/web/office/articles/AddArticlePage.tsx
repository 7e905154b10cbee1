import { Page } from '../page/Page.tsx';
import { ArticleEditor } from './ArticleEditor.tsx';
import { noArticle, toBody } from './article-form.ts';
import { useCreateArticle } from './articles.queries.ts';

const start = { values: noArticle };

export function AddArticlePage() {
  const create = useCreateArticle();
  return (
    <Page title="Add article">
      <ArticleEditor id="new" start={start} save={(values) => create.mutateAsync(toBody(values))} />
    </Page>
  );
}

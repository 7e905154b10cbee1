import { Page } from '../shell/Page.tsx';
import { ArticleEditor } from './ArticleEditor.tsx';
import { noArticle } from './article-form.ts';
import { useCreateArticle } from './articles.queries.ts';

const start = { values: noArticle };

export function AddArticlePage() {
  const create = useCreateArticle();
  return (
    <Page title="Add article" narrow>
      <ArticleEditor
        id="new"
        start={start}
        save={({ slug: _, ...fields }) => create.mutateAsync(fields)}
        saveLabel="Publish article"
      />
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { ArticleEditor } from './ArticleEditor.tsx';
import { noArticle, toBody } from './article-form.ts';
import { useCreateArticle } from './articles.queries.ts';
import { workingCopyQuery } from './working-copy.ts';

const start = { values: noArticle };

export function AddArticlePage() {
  const create = useCreateArticle();
  const copy = useQuery(workingCopyQuery('new'));
  return (
    <Page title="Add article" quiet>
      <Loaded query={copy} what="Your draft" skeleton={<FormSkeleton />}>
        {(stored) => (
          <ArticleEditor
            id="new"
            start={start}
            copy={stored}
            save={(values) => create.mutateAsync(toBody(values))}
          />
        )}
      </Loaded>
    </Page>
  );
}

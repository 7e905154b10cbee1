import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../api.ts';
import { workingCopyQuery } from '../articles/working-copy.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { staffPageQuery } from './handbook.queries.ts';
import { changedLabel } from './handbook-labels.ts';
import { PageEditor } from './PageEditor.tsx';

export function EditHandbookPage() {
  const { id = '' } = useParams();
  const query = useQuery(staffPageQuery(id));
  const copy = useQuery(workingCopyQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Edit page" quiet>
      <Loaded query={query} what="The page" skeleton={<FormSkeleton />}>
        {(version) => (
          <Loaded query={copy} what="Your changes" skeleton={<FormSkeleton />}>
            {(stored) => (
              <>
                <PageEditor key={id} start={version} copy={stored} />
                <p className="text-muted text-sm">
                  {version.page.published ? `Version ${version.page.edition}` : 'Not published yet'}.{' '}
                  {changedLabel(version.page)}.
                </p>
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

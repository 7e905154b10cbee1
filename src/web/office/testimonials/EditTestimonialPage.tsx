import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../api.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { SubmissionNotice } from '../publishing/SubmissionState.tsx';
import { useUser } from '../session/guards.tsx';
import { TestimonialEditor } from './TestimonialEditor.tsx';
import { toBody, toValues } from './testimonial-form.ts';
import { type TestimonialVersion, testimonialQuery, useUpdateTestimonial } from './testimonials.queries.ts';

export function EditTestimonialPage() {
  const { id = '' } = useParams();
  const query = useQuery(testimonialQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Edit testimonial" width="form">
      <Loaded query={query} what="The testimonial" skeleton={<FormSkeleton />}>
        {(version) => <EditTestimonial key={id} {...version} />}
      </Loaded>
    </Page>
  );
}

const toVersion = ({ testimonial, etag }: TestimonialVersion) => ({ values: toValues(testimonial), etag });

function EditTestimonial(version: TestimonialVersion) {
  const { _id } = version.testimonial;
  const client = useQueryClient();
  const update = useUpdateTestimonial(_id);
  const mark = version.testimonial.submission;
  return (
    <>
      {mark && <SubmissionNotice mark={mark} />}
      <TestimonialEditor
        id={_id}
        start={toVersion(version)}
        save={(values, etag) => update.mutateAsync({ body: toBody(values), etag })}
        readLatest={async () =>
          toVersion(await client.fetchQuery({ ...testimonialQuery(_id), staleTime: 0 }))
        }
        saveLabel={useUser().testimonialsWait ? 'Submit for review' : 'Save changes'}
      />
    </>
  );
}

import { Page } from '../page/Page.tsx';
import { useUser } from '../session/guards.tsx';
import { TestimonialEditor } from './TestimonialEditor.tsx';
import { noTestimonial, toBody } from './testimonial-form.ts';
import { useCreateTestimonial } from './testimonials.queries.ts';

const start = { values: noTestimonial };

export function AddTestimonialPage() {
  const create = useCreateTestimonial();
  const { testimonialsWait } = useUser();
  return (
    <Page title="Add testimonial" width="form">
      <TestimonialEditor
        id="new"
        start={start}
        save={(fields) => create.mutateAsync(toBody(fields))}
        saveLabel={testimonialsWait ? 'Submit for review' : 'Add testimonial'}
      />
    </Page>
  );
}

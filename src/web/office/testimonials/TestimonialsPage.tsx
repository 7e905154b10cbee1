import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { WaitingTestimonials } from '../publishing/WaitingTestimonials.tsx';
import { useUser } from '../session/guards.tsx';
import { TestimonialsTable } from './TestimonialsTable.tsx';
import { testimonialsQuery } from './testimonials.queries.ts';

export function TestimonialsPage() {
  const user = useUser();
  const query = useQuery(testimonialsQuery(user));
  const add = user.editsTestimonials && <AddTestimonial />;
  return (
    <Page title="Testimonials" action={add} list>
      {add && <WaitingTestimonials />}
      <Loaded query={query} what="The testimonials" skeleton={<TableSkeleton />}>
        {(testimonials) => <TestimonialsTable testimonials={testimonials} add={add} />}
      </Loaded>
    </Page>
  );
}

function AddTestimonial() {
  return (
    <Link to="/dashboard/add-testimonial" className={buttonClass()}>
      Add testimonial
    </Link>
  );
}

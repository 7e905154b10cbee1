import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { preview } from '../../../shared/preview.ts';
import type { Testimonial } from '../../../shared/testimonials.contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import type { Column } from '../../ui/useTableRows.ts';
import { DeleteDialog, type DeleteTarget } from '../DeleteDialog.tsx';
import { Loaded } from '../Loaded.tsx';
import { actionClass, firstActionClass } from '../row-actions.ts';
import { ShortDate } from '../ShortDate.tsx';
import { Page } from '../shell/Page.tsx';
import { useTableState } from '../useTableState.ts';
import { testimonialsQuery, useDeleteTestimonial } from './testimonials.queries.ts';

const columns: Column<Testimonial>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name, cell: (row) => preview(row.name) },
  {
    id: 'testimonial',
    header: 'Testimonial',
    value: (row) => row.testimonial,
    cell: (row) => preview(row.testimonial),
  },
  {
    id: 'date',
    header: 'Date',
    value: (row) => row.date,
    text: (row) => formatDate(row.date),
    cell: (row) => <ShortDate iso={row.date} />,
    descendingFirst: true,
  },
];

export function TestimonialsPage() {
  const query = useQuery(testimonialsQuery);
  return (
    <Page title="Testimonials" action={<AddTestimonial />}>
      <Loaded query={query} what="The testimonials" skeleton={<TableSkeleton />}>
        {(testimonials) => <TestimonialsTable testimonials={testimonials} />}
      </Loaded>
    </Page>
  );
}

function TestimonialsTable({ testimonials }: { testimonials: Testimonial[] }) {
  const [state, setState] = useTableState({ ...firstTableState, sort: '-date' });
  const [target, setTarget] = useState<DeleteTarget>();
  const remove = useDeleteTestimonial();
  return (
    <>
      <DataTable
        caption="Testimonials"
        rows={testimonials}
        columns={columns}
        rowKey={(row) => row._id}
        state={state}
        onStateChange={setState}
        searchLabel="Search testimonials"
        empty={<EmptyState action={<AddTestimonial />}>There are no testimonials yet.</EmptyState>}
        actions={(row) => (
          <>
            <Link
              to={`/dashboard/edit-testimonial/${row._id}`}
              className={firstActionClass}
              aria-label={`Edit the testimonial of ${row.name}`}
            >
              Edit
            </Link>
            <button
              type="button"
              className={actionClass}
              aria-label={`Delete the testimonial of ${row.name}`}
              onClick={() => setTarget({ id: row._id, name: row.name })}
            >
              Delete
            </button>
          </>
        )}
      />
      <DeleteDialog
        target={target}
        consequence="The testimonial disappears from the public site at once. This cannot be undone."
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}

function AddTestimonial() {
  return (
    <Link to="/dashboard/add-testimonial" className={buttonClass()}>
      Add testimonial
    </Link>
  );
}

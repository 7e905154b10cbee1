import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { preview } from '../../../shared/preview.ts';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Named } from '../../ui/Named.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { DeleteDialog, type DeleteTarget } from '../dialogs/DeleteDialog.tsx';
import { actionClass, firstActionClass } from '../lists/row-actions.ts';
import { useColumns } from '../lists/useColumns.ts';
import { useTableState } from '../lists/useTableState.ts';
import { ShortDate } from '../page/ShortDate.tsx';
import { useUser } from '../session/guards.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { type ListedTestimonial, useDeleteTestimonial } from './testimonials.queries.ts';
import { useMoving } from './useMoving.ts';

type Row = ListedTestimonial & { place: number };

const wordColumns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'name',
    value: (row) => row.name,
    cell: (row) => (
      <Named name={row.name} before={<Portrait name={row.name} image_id={row.image_id} size={40} />}>
        {preview(row.name)}
      </Named>
    ),
  },
  {
    id: 'testimonial',
    header: 'Testimonial',
    kind: 'long',
    card: 'bare',
    value: (row) => row.testimonial,
    cell: (row) => preview(row.testimonial),
  },
  {
    id: 'date',
    header: 'Date',
    kind: 'fixed',
    value: (row) => row.date,
    text: (row) => formatDate(row.date),
    cell: (row) => <ShortDate iso={row.date} />,
    descendingFirst: true,
  },
];

const authorColumn: Column<Row> = {
  id: 'author',
  header: 'Added by',
  kind: 'name',
  value: (row) => row.author?.name ?? '',
  className: '@table:@max-4xl:hidden',
};

export function TestimonialsTable({
  testimonials,
  add,
}: {
  testimonials: ListedTestimonial[];
  add: ReactNode;
}) {
  const [state, setState] = useTableState({ ...firstTableState, sort: 'place' });
  const [target, setTarget] = useState<DeleteTarget>();
  const remove = useDeleteTestimonial();
  const { editsTestimonials, testimonialsWait } = useUser();
  const moving = useMoving(testimonials, state, setState);
  const { move, last } = moving;
  const rows = useMemo(
    () => testimonials.map((each, index) => ({ ...each, place: index + 1 })),
    [testimonials],
  );
  const movable =
    editsTestimonials && !testimonialsWait && state.sort === 'place' && state.search.trim() === '';
  const columns = useMemo<Column<Row>[]>(
    () => [
      ...wordColumns,
      ...(editsTestimonials ? [authorColumn] : []),
      {
        id: 'place',
        header: 'Carousel',
        kind: 'fixed',
        value: (row) => row.place,
        text: null,
        cell: ({ place, name, _id }) =>
          movable ? (
            <MoveButtons id={_id} place={place} name={name} last={last} onMove={(by) => move(_id, by)} />
          ) : (
            place
          ),
      },
    ],
    [editsTestimonials, movable, last, move],
  );
  const choice = useColumns('testimonials', columns);
  return (
    <>
      <p role="status" className="sr-only">
        {moving.announcement}
      </p>
      {moving.error && (
        <ErrorState pending={moving.isPending} onRetry={moving.retry}>
          We couldn't save the order. Try again. {moving.error.message}
        </ErrorState>
      )}
      <DataTable
        caption="Testimonials"
        rows={rows}
        columns={columns}
        choice={choice}
        rowKey={(row) => row._id}
        state={state}
        onStateChange={setState}
        searchLabel="Search testimonials"
        empty={<EmptyState action={add}>No testimonials yet.</EmptyState>}
        {...(editsTestimonials && {
          actions: (row: Row) => (
            <RowActions
              row={row}
              {...(!testimonialsWait && { onDelete: () => setTarget({ id: row._id, name: row.name }) })}
            />
          ),
        })}
      />
      <DeleteDialog
        target={target}
        consequence="This removes the testimonial from the public site right away. You can't undo this."
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}

function RowActions({ row, onDelete }: { row: Row; onDelete?: () => void }) {
  return (
    <>
      <Link
        to={`/dashboard/edit-testimonial/${row._id}`}
        className={firstActionClass}
        aria-label={`Edit the testimonial of ${row.name}`}
      >
        Edit
      </Link>
      {onDelete && (
        <button
          type="button"
          className={actionClass}
          aria-label={`Delete the testimonial of ${row.name}`}
          onClick={onDelete}
        >
          Delete
        </button>
      )}
    </>
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { figure } from '../../../shared/field-limits.ts';
import type {
  BulkPreview,
  BulkRow,
  Columns,
  RowKind,
} from '../../../shared/users/bulk-invitations.contract.ts';
import { type ColumnRole, columnRoles } from '../../../shared/users/list-columns.ts';
import { heldOf, rightsLabel } from '../../../shared/users/rights.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { firstTableState } from '../../ui/tableState.ts';

const roleLabels: Record<ColumnRole, string> = {
  email: 'Email address',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  license: 'License',
  expires: 'License expires',
  since: 'With us since',
  role: 'Role',
};

const kindLabels: Record<RowKind, string> = {
  new: 'New',
  member: 'Member',
  invited: 'Invited',
  twice: 'Duplicate',
  error: 'Error',
};

const factColumns: Column<BulkRow>[] = [
  { id: 'phone', header: 'Phone', value: ({ facts }) => facts?.phone ?? '' },
  {
    id: 'license',
    header: 'License',
    value: ({ facts }) => facts?.license ?? '',
    cell: ({ facts }) => (
      <>
        {facts?.license}
        {facts?.expires && (
          <span className="block text-muted text-sm">expires {formatDay(facts.expires)}</span>
        )}
      </>
    ),
  },
  {
    id: 'since',
    header: 'With us since',
    value: ({ facts }) => facts?.since ?? '',
    cell: ({ facts }) => facts?.since && formatDay(facts.since),
  },
  {
    id: 'role',
    header: 'Role',
    // Only who is invited gets one; a row with an error has no role that was understood.
    value: ({ kind, facts }) => (kind === 'new' ? rightsLabel(heldOf(facts?.rights ?? [])) || 'Member' : ''),
  },
];

const columnsFor = (rows: BulkRow[]): Column<BulkRow>[] => [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'email', header: 'Email', value: ({ email }) => email },
  ...(rows.some(({ facts }) => facts !== undefined) ? factColumns : []),
  {
    id: 'kind',
    header: 'State',
    value: ({ kind }) => kindLabels[kind],
    text: ({ kind, reason }) => `${kindLabels[kind]} ${reason}`,
    cell: ({ kind, reason }) => (
      <>
        <span className={kind === 'error' ? 'text-error' : undefined}>{kindLabels[kind]}</span>
        {reason && <span className="block text-muted text-sm">{reason}</span>}
      </>
    ),
  },
  { id: 'line', header: 'Line', value: ({ line }) => line, align: 'end' },
];

type ListPreviewProps = {
  preview: BulkPreview;
  checking: boolean;
  inviting: boolean;
  error: string | undefined;
  onColumns: (columns: Columns) => void;
  onHeader: (header: boolean) => void;
  onInvite: () => void;
};

/** A preview of the list: the result for each row, and the meaning of each column. */
export function ListPreview(props: ListPreviewProps) {
  const { preview, checking, inviting, error, onColumns, onHeader, onInvite } = props;
  const { counts, rows } = preview;
  const [state, setState] = useState(firstTableState);
  const skipped = rows.length - counts.new;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-6 border-line border-t pt-6">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl outline-none">
        {rows.length === 1 ? '1 row' : `${figure(rows.length)} rows`}
      </h2>
      <ChooseColumns preview={preview} onColumns={onColumns} onHeader={onHeader} />
      <p role="status">
        {checking
          ? 'Checking the list'
          : (Object.keys(kindLabels) as RowKind[])
              .map((kind) => `${kindLabels[kind]}: ${figure(counts[kind])}`)
              .join(' · ')}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button pending={inviting} disabled={counts.new === 0 || checking} onClick={onInvite}>
          {`Invite ${figure(counts.new)}, skip ${figure(skipped)}`}
        </Button>
        <FormError>{error}</FormError>
      </div>
      <DataTable
        caption="Rows on the list"
        rows={rows}
        columns={columnsFor(rows)}
        rowKey={({ line }) => String(line)}
        state={state}
        onStateChange={setState}
        searchLabel="Search the rows"
        empty={<EmptyState>The list is empty.</EmptyState>}
      />
    </section>
  );
}

type ChooseColumnsProps = Pick<ListPreviewProps, 'preview' | 'onColumns' | 'onHeader'>;

function ChooseColumns({ preview, onColumns, onHeader }: ChooseColumnsProps) {
  const { columns: all, chosen, header } = preview;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold">Columns</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {columnRoles.map((role) => (
          <SelectField
            key={role}
            label={roleLabels[role]}
            value={chosen[role] ?? ''}
            onChange={({ target }) =>
              onColumns({ ...chosen, [role]: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">Not on the list</option>
            <Options of={all.map((column, at) => [at, optionLabel(column, at)])} />
          </SelectField>
        ))}
      </div>
      <CheckboxField
        label="The first row is a header"
        checked={header}
        onChange={({ target }) => onHeader(target.checked)}
      />
    </fieldset>
  );
}

/** 'Agent: Ann Lee, Bo Diaz' */
const optionLabel = ({ header, samples }: BulkPreview['columns'][number], at: number) =>
  `${header || `Column ${at + 1}`}${samples.length > 0 ? `: ${samples.join(', ').slice(0, 60)}` : ''}`;

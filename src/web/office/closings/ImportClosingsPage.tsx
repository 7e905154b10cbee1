import { useRef, useState } from 'react';
import { importColumns } from '../../../shared/closings/closing-import.ts';
import type { ImportedClosing, ImportResult } from '../../../shared/closings/closings-office.contract.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { counted } from '../../../shared/counted.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { download } from '../files/download.ts';
import { whole } from '../insights/insight-labels.ts';
import { Page } from '../page/Page.tsx';
import { readListFile } from '../users/read-list-file.ts';
import { limits } from './closing-form.ts';
import { useImportClosings } from './office-closings.queries.ts';
import { officeClosingsPath } from './paths.ts';

const amounts = [
  ['price', 'Price'],
  ['gross', 'Commission'],
  ['fees', 'Fees'],
  ['kept', 'Kept'],
] as const;

/** Paid closings of another system: checked first, then added. */
export function ImportClosingsPage() {
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const check = useImportClosings();
  const apply = useImportClosings();
  const result = apply.data ?? check.data;

  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setFault(undefined);
    check.reset();
    apply.reset();
    const csv = await readListFile(chosen, limits.csv).catch((error: Error) => setFault(error.message));
    if (csv === undefined) return;
    setFile({ name: chosen.name, csv });
    check.mutate({ csv, apply: false });
  }

  const error = fault ?? (check.error ?? apply.error)?.message;
  return (
    <Page
      title="Import closings"
      back={{ to: `${officeClosingsPath}/settings`, label: 'Back to closing settings' }}
    >
      <p className="text-muted">
        Adds paid closings from another system. Rows that are already here are skipped. You'll review every
        row before anything is saved.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" pending={check.isPending} onClick={() => input.current?.click()}>
          Choose a CSV file
        </Button>
        {file && <span className="wrap-anywhere text-muted">{file.name}</span>}
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv"
          aria-label="CSV file"
          hidden
          onChange={({ target }) => {
            void read(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <FormError>{error}</FormError>
      {!result && <Columns />}
      {result && <Result result={result} applied={apply.data !== undefined} />}
      {file && check.data && !apply.data && check.data.added > 0 && check.data.errors.length === 0 && (
        <Button
          className="justify-self-start"
          pending={apply.isPending}
          onClick={() => apply.mutate({ csv: file.csv, apply: true })}
        >
          Add {counted(check.data.added, 'closing')}
        </Button>
      )}
    </Page>
  );
}

type ImportColumn = (typeof importColumns)[number];

const columnsOfFile: Column<ImportColumn>[] = [
  { id: 'name', header: 'Column', value: ({ name }) => name },
  { id: 'holds', header: 'What it holds', value: ({ holds }) => holds },
  { id: 'example', header: 'Example', value: ({ example }) => example },
];

const Columns = () => (
  <section aria-labelledby="columns" className="grid grid-cols-1 gap-3">
    <h2 id="columns" className="text-xl">
      What the file needs
    </h2>
    <p className="text-muted">
      The first line names these columns, in any order. Numbers can have commas, and days can be 1/31/2026.
    </p>
    <PlainTable
      caption="Columns of the file"
      rows={[...importColumns]}
      columns={columnsOfFile}
      rowKey={({ name }) => name}
    />
    <Button
      variant="secondary"
      className="justify-self-start"
      onClick={() => download('closings-example.csv', new Blob([exampleFile], { type: 'text/csv' }))}
    >
      Download an example
    </Button>
  </section>
);

const line = (cells: string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
const exampleFile =
  line(importColumns.map(({ name }) => name)) + line(importColumns.map(({ example }) => example));

/** Lines that are named in a sentence. */
const maxNamed = 20;

const columns: Column<ImportedClosing>[] = [
  { id: 'line', header: 'Line', value: ({ line }) => line },
  {
    id: 'reference',
    header: 'Reference',
    value: ({ reference }) => reference,
    cell: ({ reference, known, sameAs }) => (
      <>
        {reference}
        {known && <span className="block text-muted text-sm">Here already</span>}
        {sameAs !== null && (
          <span className="block text-poppy-text text-sm">
            May be the same deal as <span translate="no">{sameAs}</span>
          </span>
        )}
      </>
    ),
  },
  { id: 'agent', header: 'Agent', value: ({ agent }) => agent },
  { id: 'property', header: 'Property', value: ({ property }) => property },
  { id: 'kind', header: 'Kind', value: ({ kind }) => kindOf(kind).short },
  ...amounts.map(
    ([name, header]): Column<ImportedClosing> => ({
      id: name,
      header,
      value: (closing) => closing[name],
      cell: (closing) => formatMoney(closing[name]),
      align: 'end',
    }),
  ),
  { id: 'paid', header: 'Paid', value: ({ paid }) => paid, cell: ({ paid }) => formatDay(paid) },
];

function Result({ result, applied }: { result: ImportResult; applied: boolean }) {
  const { rows, added, known, errors, closings, sums } = result;
  const [state, setState] = useState(firstTableState);
  const alike = closings.filter(({ sameAs }) => sameAs !== null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">
        {counted(rows, 'row')}: {whole(added)} {applied ? 'added' : 'to add'}, {whole(known)} here already
        {errors.length > 0 &&
          `, ${whole(errors.length)} with errors. Nothing is added until the file has none`}
        .
      </p>
      {errors.length > 0 && (
        <ul aria-label="Errors" className="wrap-anywhere grid list-disc gap-1 ps-6 text-error">
          {errors.map(({ line, msg }) => (
            <li key={`${line}${msg}`}>
              Line {line}: {msg}
            </li>
          ))}
        </ul>
      )}
      {alike.length > 0 && (
        <p className="text-poppy-text">
          {counted(alike.length, 'row')} may be here already as a reported closing, and would count twice:{' '}
          {alike.length === 1 ? 'line' : 'lines'}{' '}
          {alike
            .slice(0, maxNamed)
            .map(({ line }) => line)
            .join(', ')}
          {alike.length > maxNamed && ' and more'}. {!applied && 'Take them out of the file if they are.'}
        </p>
      )}
      {added > 0 && (
        <p>
          {applied ? 'Added' : 'To add'}: {counted(added, 'closing')},{' '}
          {amounts.map(([name, label]) => `${label.toLowerCase()} ${formatMoney(sums[name])}`).join(', ')}.
        </p>
      )}
      {closings.length > 0 && (
        <DataTable
          caption="Rows of the file"
          rows={closings}
          columns={columns}
          rowKey={({ line }) => String(line)}
          state={state}
          onStateChange={setState}
          searchLabel="Search the rows"
          empty={<EmptyState>The file is empty.</EmptyState>}
        />
      )}
    </div>
  );
}

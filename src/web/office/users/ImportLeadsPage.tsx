import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../shared/counted.ts';
import { figure, maxCounts } from '../../../shared/field-limits.ts';
import { leadColumns } from '../../../shared/leads/lead-import.ts';
import type { ImportedLeads, LeadRow, LeadRowKind } from '../../../shared/leads/leads.contract.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { download } from '../files/download.ts';
import { nameOf } from '../leads/lead-labels.ts';
import { Page } from '../page/Page.tsx';
import { useImportLeads } from './import-leads.queries.ts';
import { readListFile } from './read-list-file.ts';

/** Leads from another program: checked first, then added. */
export function ImportLeadsPage() {
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const check = useImportLeads();
  const apply = useImportLeads();
  const result = apply.data ?? check.data;

  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setFault(undefined);
    check.reset();
    apply.reset();
    const csv = await readListFile(chosen).catch((error: Error) => setFault(error.message));
    if (csv === undefined) return;
    setFile({ name: chosen.name, csv });
    check.mutate({ csv, apply: false });
  }

  const error = fault ?? (check.error ?? apply.error)?.message;
  return (
    <Page title="Import leads" back={{ to: '/dashboard/leads', label: 'Back to leads' }}>
      <p className="text-muted">
        Adds leads from a spreadsheet or another program. Leads and members who are already here are skipped.
        You'll review every row before anything is saved, and we don't email anyone.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" pending={check.isPending} onClick={() => input.current?.click()}>
          Choose a CSV file
        </Button>
        {file && <span className="wrap-anywhere text-muted">{file.name}</span>}
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
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
      {file && check.data && !apply.data && check.data.added > 0 && (
        <Button
          className="justify-self-start"
          pending={apply.isPending}
          onClick={() => apply.mutate({ csv: file.csv, apply: true })}
        >
          Add {counted(check.data.added, 'lead')}
        </Button>
      )}
      {result && <Result result={result} applied={apply.data !== undefined} />}
    </Page>
  );
}

type ImportColumn = (typeof leadColumns)[number];

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
      The first line names these columns, in any order; others are left out. At most{' '}
      {figure(maxCounts.bulkRows)} lines.
    </p>
    <PlainTable
      caption="Columns of the file"
      rows={[...leadColumns]}
      columns={columnsOfFile}
      rowKey={({ name }) => name}
    />
    <Button
      variant="secondary"
      className="justify-self-start"
      onClick={() => download('leads-example.csv', new Blob([exampleFile], { type: 'text/csv' }))}
    >
      Download an example
    </Button>
  </section>
);

const line = (cells: string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
const exampleFile =
  line(leadColumns.map(({ name }) => name)) + line(leadColumns.map(({ example }) => example));

const kindLabels: Record<LeadRowKind, string> = {
  new: 'New',
  known: 'Here already',
  member: 'Is a member',
  twice: 'Duplicate',
};

const rowColumns: Column<LeadRow>[] = [
  { id: 'name', header: 'Name', value: nameOf },
  { id: 'email', header: 'Email', value: ({ email }) => email },
  { id: 'phone', header: 'Phone', value: ({ phone }) => phone },
  { id: 'source', header: 'Where from', value: ({ source }) => source },
  {
    id: 'kind',
    header: 'State',
    value: ({ kind }) => kindLabels[kind],
    cell: ({ kind, lead }) =>
      kind === 'known' && lead !== null ? (
        <Link to={`/dashboard/leads/${lead}`} className="text-brand underline hover:text-brand-hover">
          {kindLabels[kind]}
        </Link>
      ) : (
        kindLabels[kind]
      ),
  },
  { id: 'line', header: 'Line', value: ({ line }) => line, align: 'end' },
];

function Result({ result, applied }: { result: ImportedLeads; applied: boolean }) {
  const { rows, added, errors, faulty, leads } = result;
  const [state, setState] = useState(firstTableState);
  const skipped = leads.filter(({ kind }) => kind !== 'new').length;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">
        {counted(rows, 'row')}: {figure(added)} {applied ? 'added' : 'to add'}, {figure(skipped)} skipped
        {faulty > 0 && `, ${figure(faulty)} with errors. Nothing is added until the file has none`}.
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
      {leads.length > 0 && (
        <DataTable
          caption="Rows of the file"
          rows={leads}
          columns={rowColumns}
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

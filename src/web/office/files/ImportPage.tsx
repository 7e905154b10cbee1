import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../shared/counted.ts';
import { figure } from '../../../shared/field-limits.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { firstTableState } from '../../ui/tableState.ts';
import { Page } from '../page/Page.tsx';
import { download } from './download.ts';
import { csvFiles, readListFile } from './read-list-file.ts';

interface ImportColumn {
  name: string;
  holds: string;
  example: string;
}

interface ImportResult {
  rows: number;
  added: number;
  errors: { line: number; msg: string }[];
}

type ImportPageProps<Result> = {
  title: string;
  back: { to: string; label: string };
  intro: string;
  /** Characters of the file. */
  max?: number;
  columns: readonly ImportColumn[];
  /** Stands over the columns. */
  hint: string;
  /** Names the example file. */
  example: string;
  /** Names a row, as in "Add 3 leads". */
  noun: string;
  useImport: () => UseMutationResult<Result, Error, { csv: string; apply: boolean }, unknown>;
  children: (result: Result, applied: boolean) => ReactNode;
};

/** A file of another program: checked first, shown row by row, then added. */
export function ImportPage<Result extends ImportResult>(props: ImportPageProps<Result>) {
  const { title, back, intro, max, noun, useImport, children, ...file } = props;
  const [chosen, setChosen] = useState<{ name: string; csv: string }>();
  const [fault, setFault] = useState<string>();
  const check = useImport();
  const apply = useImport();
  const result = apply.data ?? check.data;

  async function read(file: File): Promise<void> {
    setFault(undefined);
    check.reset();
    apply.reset();
    const csv = await readListFile(file, max).catch((error: Error) => setFault(error.message));
    if (csv === undefined) return;
    setChosen({ name: file.name, csv });
    check.mutate({ csv, apply: false });
  }

  return (
    <Page title={title} back={back}>
      <p className="text-muted">{intro}</p>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          variant="secondary"
          accept={csvFiles}
          label="CSV file"
          pending={check.isPending}
          onFile={read}
        >
          Choose a CSV file
        </FileButton>
        {chosen && <span className="wrap-anywhere text-muted">{chosen.name}</span>}
      </div>
      <FormError>{fault ?? (check.error ?? apply.error)?.message}</FormError>
      {result ? children(result, apply.data !== undefined) : <Columns {...file} />}
      {chosen && check.data && !apply.data && check.data.added > 0 && (
        <Button
          className="justify-self-start"
          pending={apply.isPending}
          onClick={() => apply.mutate({ csv: chosen.csv, apply: true })}
        >
          Add {counted(check.data.added, noun)}
        </Button>
      )}
    </Page>
  );
}

const columnsOfFile: Column<ImportColumn>[] = [
  { id: 'name', header: 'Column', value: ({ name }) => name },
  { id: 'holds', header: 'What it holds', value: ({ holds }) => holds },
  { id: 'example', header: 'Example', value: ({ example }) => example },
];

const line = (cells: string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;

type ColumnsProps = Pick<ImportPageProps<ImportResult>, 'columns' | 'hint' | 'example'>;

function Columns({ columns, hint, example }: ColumnsProps) {
  const file = line(columns.map(({ name }) => name)) + line(columns.map(({ example }) => example));
  return (
    <section aria-labelledby="columns" className="grid grid-cols-1 gap-3">
      <h2 id="columns" className="text-xl">
        What the file needs
      </h2>
      <p className="text-muted">{hint}</p>
      <PlainTable
        caption="Columns of the file"
        rows={[...columns]}
        columns={columnsOfFile}
        rowKey={({ name }) => name}
      />
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => download(example, new Blob([file], { type: 'text/csv' }))}
      >
        Download an example
      </Button>
    </section>
  );
}

/** The lines with errors: with one, nothing is added. */
export const ImportErrors = ({ errors }: Pick<ImportResult, 'errors'>) =>
  errors.length > 0 && (
    <ul aria-label="Errors" className="wrap-anywhere grid list-disc gap-1 ps-6 text-error">
      {errors.map(({ line, msg }) => (
        <li key={`${line}${msg}`}>
          Line {line}: {msg}
        </li>
      ))}
    </ul>
  );

export const errorsInWords = (count: number) =>
  count > 0 ? `, ${figure(count)} with errors. Nothing is added until the file has none.` : '.';

type ImportRowsProps<Row> = { rows: Row[]; columns: Column<Row>[] };

export function ImportRows<Row extends { line: number }>({ rows, columns }: ImportRowsProps<Row>) {
  const [state, setState] = useState(firstTableState);
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption="Rows of the file"
      rows={rows}
      columns={columns}
      rowKey={({ line }) => String(line)}
      state={state}
      onStateChange={setState}
      searchLabel="Search the rows"
      empty={<EmptyState>The file is empty.</EmptyState>}
    />
  );
}

import { useRef, useState } from 'react';
import type { ImportResult } from '../../../shared/closings-office.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { whole } from '../insights/insight-labels.ts';
import { Page } from '../page/Page.tsx';
import { decode } from '../users/read-list-file.ts';
import { limits } from './closing-form.ts';
import { useImportClosings } from './office-closings.queries.ts';
import { officeClosingsPath } from './paths.ts';

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
    const csv = decode(new Uint8Array(await chosen.arrayBuffer()));
    if (csv.length > limits.csv) return setFault('The file is too long.');
    setFile({ name: chosen.name, csv });
    check.mutate({ csv, apply: false });
  }

  const error = fault ?? (check.error ?? apply.error)?.message;
  return (
    <Page
      title="Import closings"
      width="form"
      back={{ to: `${officeClosingsPath}/settings`, label: 'Back to closing settings' }}
    >
      <p className="text-muted">
        Adds paid closings from another system. The columns are described in the operations manual. Rows that
        are already here are skipped. You'll review every row before anything is saved.
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
      {result && <Result result={result} applied={apply.data !== undefined} />}
      {file && check.data && !apply.data && check.data.added > 0 && check.data.errors.length === 0 && (
        <Button
          className="justify-self-start"
          pending={apply.isPending}
          onClick={() => apply.mutate({ csv: file.csv, apply: true })}
        >
          Add {whole(check.data.added)} {check.data.added === 1 ? 'closing' : 'closings'}
        </Button>
      )}
    </Page>
  );
}

const Result = ({
  result: { rows, added, known, errors },
  applied,
}: {
  result: ImportResult;
  applied: boolean;
}) => (
  <div className="grid gap-3">
    <p role="status">
      {whole(rows)} rows: {whole(added)} {applied ? 'added' : 'to add'}, {whole(known)} here already
      {errors.length > 0 && `, ${whole(errors.length)} with errors`}.
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
  </div>
);

import { importColumns } from '../../../shared/closings/closing-import.ts';
import type { ImportedClosing, ImportResult } from '../../../shared/closings/closings-office.contract.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { counted } from '../../../shared/counted.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Column } from '../../ui/columns.ts';
import { errorsInWords, ImportErrors, ImportPage, ImportRows } from '../files/ImportPage.tsx';
import { whole } from '../insights/insight-labels.ts';
import { limits } from './closing-form.ts';
import { useImportClosings } from './office-closings.queries.ts';
import { officeClosingsPath } from './paths.ts';

const amounts = [
  ['price', 'Price'],
  ['gross', 'Commission'],
  ['fees', 'Fees'],
  ['kept', 'Kept'],
] as const;

/** Paid closings of another system. */
export const ImportClosingsPage = () => (
  <ImportPage
    title="Import closings"
    back={{ to: `${officeClosingsPath}/settings`, label: 'Back to closing settings' }}
    intro="Adds paid closings from another system. Rows that are already here are skipped. You'll review every row before anything is saved."
    max={limits.csv}
    columns={importColumns}
    hint="The first line names these columns, in any order. Numbers can have commas, and days can be 1/31/2026."
    example="closings-example.csv"
    noun="closing"
    useImport={useImportClosings}
  >
    {(result, applied) => <Result result={result} applied={applied} />}
  </ImportPage>
);

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
  const alike = closings.filter(({ sameAs }) => sameAs !== null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">
        {counted(rows, 'row')}: {whole(added)} {applied ? 'added' : 'to add'}, {whole(known)} here already
        {errorsInWords(errors.length)}
      </p>
      <ImportErrors errors={errors} />
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
      <ImportRows rows={closings} columns={columns} />
    </div>
  );
}

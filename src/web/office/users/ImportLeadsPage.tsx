import { Link } from 'react-router';
import { counted } from '../../../shared/counted.ts';
import { figure, maxCounts } from '../../../shared/field-limits.ts';
import { leadColumns } from '../../../shared/leads/lead-import.ts';
import type { ImportedLeads, LeadRow, LeadRowKind } from '../../../shared/leads/leads.contract.ts';
import type { Column } from '../../ui/columns.ts';
import { errorsInWords, ImportErrors, ImportPage, ImportRows } from '../files/ImportPage.tsx';
import { nameOf } from '../leads/lead-labels.ts';
import { useImportLeads } from './import-leads.queries.ts';

/** Leads from another program. */
export const ImportLeadsPage = () => (
  <ImportPage
    title="Import leads"
    back={{ to: '/dashboard/leads', label: 'Back to leads' }}
    intro="Adds leads from a spreadsheet or another program. Leads and members who are already here are skipped. You'll review every row before anything is saved, and we don't email anyone."
    columns={leadColumns}
    hint={`The first line names these columns, in any order; others are left out. At most ${figure(maxCounts.bulkRows)} lines.`}
    example="leads-example.csv"
    noun="lead"
    useImport={useImportLeads}
  >
    {(result, applied) => <Result result={result} applied={applied} />}
  </ImportPage>
);

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
  const skipped = leads.filter(({ kind }) => kind !== 'new').length;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">
        {counted(rows, 'row')}: {figure(added)} {applied ? 'added' : 'to add'}, {figure(skipped)} skipped
        {errorsInWords(faulty)}
      </p>
      <ImportErrors errors={errors} />
      <ImportRows rows={leads} columns={rowColumns} />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { figure, maxCounts } from '../../../shared/field-limits.ts';
import type { BulkInvitation, BulkPreview } from '../../../shared/users/bulk-invitations.contract.ts';
import { rightNames, rights } from '../../../shared/users/rights.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { FormError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { download } from '../files/download.ts';
import { csvFiles, readListFile } from '../files/read-list-file.ts';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { bulkListsQuery, type List, useCommitList, usePreview } from './bulk-invitations.queries.ts';
import { ListPreview } from './ListPreview.tsx';

export function InviteManyPage() {
  const [list, setList] = useState<List>({ csv: '', file: '' });
  const [fileError, setFileError] = useState<string>();
  const preview = usePreview();
  const commit = useCommitList();
  const navigate = useNavigate();
  const error = fileError ?? preview.error?.message;
  const [checked, setChecked] = useState<{ csv: string; preview: BulkPreview }>();
  // Not what belongs to a list that has been changed since; while it is checked again the former rows stay.
  const shown = checked?.csv === list.csv ? checked.preview : undefined;

  const check = (next: List) =>
    preview.mutate(next, { onSuccess: (found) => setChecked({ csv: next.csv, preview: found }) });

  /** Another list: what was seen of the former one is gone, and so are its columns. */
  function take(csv: string, file = ''): void {
    setList({ csv, file });
    setFileError(undefined);
    preview.reset();
    commit.reset();
  }

  async function read(file: File): Promise<void> {
    try {
      const csv = await readListFile(file);
      take(csv, file.name);
      check({ csv, file: file.name });
    } catch (reason) {
      setFileError(reason instanceof Error ? reason.message : String(reason));
    }
  }

  function look(changed: Partial<List> = {}): void {
    const next = { ...list, ...changed };
    setList(next);
    commit.reset();
    check(next);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    look();
  }

  function invite(): void {
    if (!shown) return;
    const { chosen, header } = shown;
    commit.mutate(
      { ...list, columns: chosen, header },
      { onSuccess: ({ _id }) => void navigate(`/dashboard/admin/invite/${_id}`) },
    );
  }

  return (
    <Page title="Invite many">
      <p className="max-w-measure text-muted">
        Everyone new on the list gets an account and an email to set a password. You'll review every row
        before anything is sent. The list can also have columns for phone, license, license expiry, with us
        since and role. Anyone whose first day is before today is already with us and gets no joining steps or
        notices. A role is Agent, Admin, or one or more rights in the office: {rightLabels}.
      </p>
      <form noValidate onSubmit={submit} className="grid max-w-form gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <FileButton variant="secondary" accept={csvFiles} label="CSV file" onFile={read}>
            Choose a CSV file
          </FileButton>
          <Button
            variant="quiet"
            onClick={() => download('people-example.csv', new Blob([exampleFile], { type: 'text/csv' }))}
          >
            Download an example
          </Button>
          {list.file && (
            <span className="wrap-anywhere text-muted">
              {list.file}{' '}
              <Button variant="quiet" size="sm" onClick={() => take('')}>
                Remove
              </Button>
            </span>
          )}
        </div>
        {!list.file && (
          <TextArea
            label="Or paste the list"
            hint={`One name and email address per line, at most ${figure(maxCounts.bulkRows)} lines. You can paste spreadsheet cells.`}
            value={list.csv}
            onChange={({ target }) => take(target.value)}
            error={error}
          />
        )}
        <FormError>{list.file && error}</FormError>
        {!shown && (
          <div>
            <Button type="submit" pending={preview.isPending} disabled={list.csv.trim() === ''}>
              Check the list
            </Button>
          </div>
        )}
      </form>
      {shown && (
        <ListPreview
          preview={shown}
          checking={preview.isPending}
          inviting={commit.isPending}
          error={commit.error instanceof ApiError ? commit.error.message : undefined}
          onColumns={(columns) => look({ columns })}
          onHeader={(header) => look({ header })}
          onInvite={invite}
        />
      )}
      <EarlierLists />
    </Page>
  );
}

const rightLabels = rightNames.map((right) => rights[right].label).join(', ');

const exampleFile = [
  'Name,Email,Phone,License,License expiry,With us since,Role',
  'Ann Lee,ann@example.com,310-555-0142,01234567,2027-05-31,2021-03-01,Agent',
  'Bo Diaz,bo@example.com,310-555-0143,,,,Closings',
  '',
].join('\r\n');

const columns: Column<BulkInvitation>[] = [
  {
    id: 'list',
    header: 'List',
    value: ({ file }) => file,
    cell: ({ _id, file }) => <Link to={`/dashboard/admin/invite/${_id}`}>{file || 'Pasted list'}</Link>,
  },
  { id: 'by', header: 'By', value: ({ by }) => by },
  {
    id: 'date',
    header: 'Date',
    value: ({ date }) => date,
    cell: ({ date }) => <RelativeTime iso={date} className="whitespace-nowrap" />,
  },
  { id: 'invited', header: 'Invited', value: ({ accounts }) => figure(accounts.created), align: 'end' },
  { id: 'rows', header: 'Rows', value: ({ rows }) => figure(rows), align: 'end' },
];

/** Nothing without earlier lists: this page works without them. */
function EarlierLists() {
  const { data } = useQuery(bulkListsQuery);
  if (!data || data.length === 0) return null;
  return (
    <Section title="Lists of the last 30 days" className="border-line border-t pt-6">
      <PlainTable caption="Earlier lists" rows={data} columns={columns} rowKey={({ _id }) => _id} />
    </Section>
  );
}

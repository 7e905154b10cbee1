import { useState } from 'react';
import type { Education, FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { entryWords } from '../../../shared/entry-labels.ts';
import { apiFile } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { acceptedFiles } from '../files/upload-file.ts';
import { useSaveFile } from '../files/useSaveFile.ts';
import { useAttachFile, useDecide } from './compliance.queries.ts';
import { type EntryAct, EntryDialog } from './EntryDialog.tsx';

type EntryListProps = {
  label: string;
  entries: FileEntry[];
  /** The member's; none for the brokerage. */
  education?: Education;
};

/** Newest first; what was said about an entry stands below it. */
export function EntryList({ label, entries, education }: EntryListProps) {
  const about = Map.groupBy(entries.toReversed(), (entry) => entry.about);
  const known = new Set(entries.map(({ _id }) => _id));
  const top = entries.filter((entry) => entry.about === null || !known.has(entry.about));
  return (
    <ol aria-label={label} className="border-line border-b">
      {top.map((entry) => (
        <li key={entry._id} className="break-inside-avoid border-line border-t py-3">
          <Entry entry={entry} about={about} newest={entries[0]?._id} education={education} />
        </li>
      ))}
    </ol>
  );
}

type EntryProps = Pick<EntryListProps, 'education'> & {
  entry: FileEntry;
  about: Map<string | null, FileEntry[]>;
  /** The id of the newest entry of the file. */
  newest: string | undefined;
};

function Entry({ entry, about, ...file }: EntryProps) {
  const [title, text] = entryWords(entry.details);
  const its = about.get(entry._id) ?? [];
  return (
    <article aria-label={title} className="grid grid-cols-1 gap-1">
      <p className={cx('wrap-anywhere', entry.withdrawn && 'text-muted line-through')}>
        <span className="font-semibold">{title}</span>
        {text && ` · ${text}`}
      </p>
      <p className="text-muted text-sm">
        {formatDateTime(entry.date)} · {entry.by}
        {entry.withdrawn && ' · Withdrawn'}
      </p>
      <Actions entry={entry} its={its} {...file} />
      {its.length > 0 && (
        <ul className="ms-1 border-line border-s ps-4">
          {its.map((each) => (
            <li key={each._id} className="pt-2">
              <Entry entry={each} about={about} {...file} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

const withFiles = new Set([
  'supervision',
  'insurance',
  'notice',
  'notice-done',
  'certificate',
  'association',
  'exemption',
  'check',
  'left',
  'paper-agreement',
]);

/** The office decides once; a renewal again when hours that it was confirmed with no longer count. */
function isUndecided({ details }: FileEntry, its: FileEntry[], education: Education | undefined): boolean {
  if (details.kind !== 'certificate' && details.kind !== 'document' && details.kind !== 'renewal')
    return false;
  const decision = its.findLast((each) => each.details.kind === 'decision' && !each.withdrawn)?.details;
  if (decision?.kind !== 'decision') return true;
  if (details.kind !== 'renewal' || !decision.accepted) return false;
  return education?.state === 'marked' && education.renewal === details.expires;
}

type ActionsProps = Omit<EntryProps, 'about'> & { its: FileEntry[] };

function Actions({ entry, its, newest, education }: ActionsProps) {
  const [act, setAct] = useState<EntryAct>();
  const decide = useDecide();
  const attach = useAttachFile();
  const open = useSaveFile(() => apiFile('GET /api/compliance/files/:id', { params: { id: entry._id } }));
  const error = attach.error ?? decide.error;
  const { kind } = entry.details;
  if (kind === 'withdrawal' || entry.withdrawn) return null;
  const has = (wanted: string) => its.some(({ details, withdrawn }) => details.kind === wanted && !withdrawn);
  const canBeDone =
    (kind === 'notice' && !has('notice-done')) || (kind === 'association' && !has('association-ended'));
  return (
    <div className="-ms-3 flex flex-wrap print:hidden">
      {kind === 'file' && (
        <Button variant="quiet" size="sm" pending={open.isPending} onClick={() => open.mutate()}>
          Open file
        </Button>
      )}
      {canBeDone && (
        <Button variant="quiet" size="sm" onClick={() => setAct('done')}>
          {kind === 'notice' ? 'Mark as done' : 'End membership'}
        </Button>
      )}
      {isUndecided(entry, its, education) && (
        <>
          <Button
            variant="quiet"
            size="sm"
            pending={decide.isPending}
            onClick={() => decide.mutate({ id: entry._id, accepted: true, reason: '', newest })}
          >
            Confirm
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setAct('refuse')}>
            Don't accept
          </Button>
        </>
      )}
      {withFiles.has(kind) && (
        <FileButton
          variant="quiet"
          size="sm"
          accept={acceptedFiles}
          pending={attach.isPending}
          onFile={(file) => attach.mutate({ id: entry._id, file })}
        >
          Add file
        </FileButton>
      )}
      <Button variant="quiet" size="sm" onClick={() => setAct('withdraw')}>
        Withdraw
      </Button>
      {error && (
        <p role="alert" className="w-full ps-3 text-error text-sm">
          {error.message}
        </p>
      )}
      <EntryDialog entry={entry} newest={newest} act={act} onClose={() => setAct(undefined)} />
    </div>
  );
}

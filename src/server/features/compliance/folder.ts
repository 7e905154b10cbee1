import type { FileEntry, MemberFile } from '../../../shared/compliance/compliance.contract.ts';
import { findingLabel, stateLabels } from '../../../shared/compliance/finding-labels.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import { entryWords } from '../../../shared/entry-labels.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import type { PdfBlock } from '../../platform/pdf/pdf-content.ts';
import { spelledOut } from '../../platform/pdf/spelled-out.ts';
import { acknowledgementsOf } from '../handbook/acknowledgements.service.ts';
import { readAsOffice } from './files.service.ts';
import { recordsOf } from './folder-records.ts';

/** Everything that the reader may see about a member, as a document to show to an auditor. @throws 404 'Member not found' */
export async function makeFolder(
  { db, siteSettings, makePdf }: Pick<Parts, 'db' | 'siteSettings' | 'makePdf'>,
  actor: Actor,
  id: string,
): Promise<{ pdf: Uint8Array; filename: string }> {
  const { file, given, records } = await inTransaction(db, async (transaction) => {
    const file = await readAsOffice(transaction, actor, id);
    const given = file.user === null ? [] : await acknowledgementsOf(transaction, file.user);
    const records = file.user === null ? [] : await recordsOf(transaction, actor, file.user);
    await recordAuditEvent(transaction, actor, {
      action: 'compliance.exported',
      object: { id: file._id, name: file.name },
    });
    return { file, given, records };
  });
  const { legalName } = siteSettings.current.brokerage;
  const moment = now();
  const content = spelledOut({
    title: `Audit folder of ${file.name}`,
    language: 'en-US',
    author: legalName,
    reference: `Audit folder of ${file.name}, ${formatDay(moment)}`,
    blocks: [
      { kind: 'heading', level: 1, text: `Audit folder of ${file.name}` },
      { kind: 'paragraph', tone: 'muted', text: `${legalName}, ${formatDateTime(moment)}` },
      { kind: 'facts', rows: facts(file) },
      { kind: 'heading', level: 2, text: 'Open today' },
      ...open(file),
      ...records,
      { kind: 'heading', level: 2, text: 'History' },
      ...history(file.entries),
      { kind: 'heading', level: 2, text: 'Handbook' },
      ...handbook(given),
    ],
  });
  return { pdf: await makePdf(content), filename: `audit-folder-${file._id}.pdf` };
}

const facts = ({ license, joined, left, education }: MemberFile): [string, string][] => [
  ['License', license.number || '—'],
  ['Expires', license.expires ? formatDay(license.expires) : '—'],
  ['Joined', joined ? formatDay(joined) : '—'],
  ['Left', left ? formatDay(left) : '—'],
  ['Education', `${education.hours} of ${education.needed} hours recorded`],
];

const open = ({ findings }: MemberFile): PdfBlock[] =>
  findings.length === 0
    ? [{ kind: 'paragraph', text: 'Nothing.' }]
    : [
        {
          kind: 'table',
          columns: [{ header: 'What' }, { header: 'State' }],
          rows: findings.map((finding) => [findingLabel(finding), stateLabels[finding.state]]),
        },
      ];

const history = (entries: FileEntry[]): PdfBlock[] =>
  entries.length === 0
    ? [{ kind: 'paragraph', text: 'No entries.' }]
    : [
        {
          kind: 'table',
          columns: [{ header: 'When' }, { header: 'What' }, { header: 'Details' }, { header: 'By' }],
          rows: entries.map(toRow),
        },
      ];

function toRow({ date, by, details, withdrawn }: FileEntry): string[] {
  const [title, text] = entryWords(details);
  return [formatDateTime(date), withdrawn ? `${title} (withdrawn)` : title, text, by];
}

const handbook = (given: Awaited<ReturnType<typeof acknowledgementsOf>>): PdfBlock[] =>
  given.length === 0
    ? [{ kind: 'paragraph', text: 'No pages acknowledged.' }]
    : [
        {
          kind: 'table',
          columns: [{ header: 'Page' }, { header: 'Version', align: 'right' }, { header: 'Acknowledged' }],
          rows: given.map(({ page, edition, date }) => [page.title, String(edition), formatDateTime(date)]),
        },
        ...given.flatMap(({ page, edition, files }) =>
          (files ?? []).map(
            ({ name, sha256 }): PdfBlock => ({
              kind: 'paragraph',
              text: `File of version ${edition} of ${page.title}: ${name}, SHA-256 ${sha256}`,
            }),
          ),
        ),
      ];

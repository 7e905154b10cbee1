/** Parts of the audit folder that other rooms keep: agreements, checks and closings. */

import { closingStateLabels } from '../../../shared/closings/closing-states.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import { checkKinds, memberCheckKinds } from '../../../shared/member-files/member-checks.ts';
import { formatMoney } from '../../../shared/money.ts';
import { may } from '../../../shared/users/rights.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { PdfBlock } from '../../platform/pdf/pdf-content.ts';
import { standingChecks } from '../member-files/standing-checks.ts';

/** The newest closings that the folder lists; the export of closings has all. */
const maxClosings = 1000;

/** Agreements only for those who work in recruiting, closings only for those who work on closings (docs/product.md P24.2). */
export async function recordsOf(
  transaction: DatabaseTransaction,
  actor: Actor,
  userId: string,
): Promise<PdfBlock[]> {
  return [
    ...(may(actor, 'recruiting') ? await agreements(transaction, userId) : []),
    ...(await checks(transaction, userId)),
    ...(may(actor, 'closings') ? await closings(transaction, userId) : []),
  ];
}

const section = (title: string, none: string, blocks: PdfBlock[]): PdfBlock[] => [
  { kind: 'heading', level: 2, text: title },
  ...(blocks.length > 0 ? blocks : [{ kind: 'paragraph' as const, text: none }]),
];

async function agreements(transaction: DatabaseTransaction, userId: string): Promise<PdfBlock[]> {
  const rows = await transaction
    .selectFrom('agreements')
    .select(['version', 'fees', 'signed_at', 'sha256', 'countersigned_at', 'signer_name'])
    .select(['final_sha256', 'ended_on', 'ended_reason'])
    .where('user_id', '=', userId)
    .orderBy('signed_at')
    .execute();
  const blocks = rows.map((row): PdfBlock => {
    const facts: [string, string][] = [
      ['Agreement', `Version ${row.version}, with version ${row.fees} of the fees`],
      ['Signed', formatDateTime(row.signed_at)],
      ['SHA-256', row.sha256],
    ];
    if (row.countersigned_at)
      facts.push(['Broker', `${row.signer_name}, ${formatDateTime(row.countersigned_at)}`]);
    if (row.final_sha256) facts.push(['SHA-256 with both', row.final_sha256]);
    if (row.ended_on) facts.push(['Ended', `${formatDay(row.ended_on)}. ${row.ended_reason}`]);
    return { kind: 'facts', rows: facts };
  });
  return section('Agreements', 'None signed here.', blocks);
}

async function checks(transaction: DatabaseTransaction, userId: string): Promise<PdfBlock[]> {
  const standing = (await standingChecks(transaction, [userId])).get(userId) ?? {};
  const rows = checkKinds.flatMap((kind) => {
    const check = standing[kind];
    if (!check) return [];
    const { day, by, note, openAgain } = check;
    const state = openAgain ? `Was for ${openAgain.was}. Now ${openAgain.is}: check again` : note;
    return [[memberCheckKinds[kind], formatDay(day), by, state]];
  });
  const columns = [{ header: 'Check' }, { header: 'On' }, { header: 'By' }, { header: 'Note' }];
  return section('Checks', 'None checked off.', rows.length > 0 ? [{ kind: 'table', columns, rows }] : []);
}

async function closings(transaction: DatabaseTransaction, userId: string): Promise<PdfBlock[]> {
  const found = await transaction
    .selectFrom('closings')
    .select(['property', 'file_number', 'state', 'since', 'gross', 'paid_on'])
    .where('agent_id', '=', userId)
    .orderBy('since', 'desc')
    .orderBy('id')
    .limit(maxClosings + 1)
    .execute();
  const rows = found
    .slice(0, maxClosings)
    .map(({ property, file_number, state, since, gross, paid_on }) => [
      property,
      file_number,
      closingStateLabels[state],
      formatDay(paid_on ?? since),
      formatMoney(Number(gross)),
    ]);
  const columns = [
    { header: 'Property' },
    { header: 'File number' },
    { header: 'State' },
    { header: 'Since' },
    { header: 'Commission', align: 'right' as const },
  ];
  const table: PdfBlock[] = rows.length > 0 ? [{ kind: 'table', columns, rows }] : [];
  if (found.length > maxClosings)
    table.push({ kind: 'paragraph', text: `Only the newest ${maxClosings} are listed.` });
  return section('Closings', 'None reported.', table);
}

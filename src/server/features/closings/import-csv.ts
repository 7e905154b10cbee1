import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import { closingDay, closingFields, transactionKind } from '../../../shared/closings/closing-fields.ts';
import { importColumns } from '../../../shared/closings/closing-import.ts';
import type { ImportResult } from '../../../shared/closings/closings-office.contract.ts';
import { today } from '../../../shared/dates.ts';
import { cleanEmail } from '../../../shared/email-address.ts';
import { figure, maxCounts, maxLengths } from '../../../shared/field-limits.ts';
import { requiredLine } from '../../../shared/fields.ts';
import { formatMoney, parseMoney, unreadAmount } from '../../../shared/money.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';
import { batch } from '../../platform/db/in-batches.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { inTurns, rowsInTurn } from '../../platform/in-turns.ts';
import { type CsvRow, isoDay, readCsv } from '../../platform/read-csv.ts';
import { addClosingFigures } from '../bookkeeping/paid-figures.ts';
import { samePeople } from '../member-files/same-person.ts';
import { columnsOfEntry, noDecisions } from './closing-entry.ts';
import { type OfficeParts, tellOfOwnAct } from './office-acts.ts';

const money = (label: string) =>
  z.string(`${label} is missing`).transform((text, context) => {
    const cents = parseMoney(text);
    if (cents !== undefined) return cents;
    context.addIssue({ code: 'custom', message: `${label}: ${unreadAmount}` });
    return z.NEVER;
  });

const row = z
  .object({
    reference: requiredLine('Reference', maxLengths.closing.fileNumber),
    agent: z.string('Agent is missing').overwrite(cleanEmail).min(1, 'Agent is missing'),
    property: requiredLine('Property', maxLengths.closing.property),
    kind: z.string('Kind is missing').overwrite(plainForm).pipe(transactionKind),
    price: money('Price'),
    gross: money('Gross'),
    fees: money('Fees'),
    kept: money('Kept'),
    paid: z.string('Paid is missing').transform(isoDay).pipe(closingDay('Paid')),
  })
  .refine(({ gross, fees, kept }) => fees + kept <= gross, {
    message: 'Fees and what was kept are more than the gross commission',
  })
  .refine(({ paid }) => paid <= today(), { message: 'Paid must not be in the future' });
type Imported = z.output<typeof row>;

const columns = importColumns.map(({ name }) => name);
const maxErrors = 100;
/** In characters. */
const maxHeader = 1000;

/** A file of another kind may be one line. @throws 400 for it */
function demandHeader(csv: string): void {
  const start = csv.trimStart().replace(/^"?sep=."?[\r\n]+/i, '');
  const end = start.search(/[\r\n]/);
  if ((end === -1 ? start.length : end) > maxHeader)
    throw invalid('The first line must name the columns', 'csv');
}

/** Within cells. */
const maxInnerQuotes = 1000;

/** The parser goes over the rest of the file for each that stands within a cell. @throws 400 for too many */
function demandQuotes(csv: string): void {
  const ofCells = columns.length * 2 * (maxCounts.bulkRows + 1);
  if (csv.split('"').length - 1 > ofCells + maxInnerQuotes)
    throw invalid('The file has too many quotation marks', 'csv');
}

/**
 * Adds paid closings of another system; each line in the transaction of its batch, and none twice, by its reference. With
 * an error nothing is added. @throws 400 for a file without these columns, or with too many lines
 */
export async function importClosings(
  parts: OfficeParts,
  actor: Actor,
  { csv, apply }: { csv: string; apply: boolean },
): Promise<ImportResult> {
  const { db } = parts;
  demandHeader(csv);
  demandQuotes(csv);
  const [titles, ...lines] = await readCsv(csv);
  const names = titles?.cells.map(plainForm) ?? [];
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) throw invalid(`These columns are missing: ${missing.join(', ')}`, 'csv');
  const twice = columns.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice.length > 0) throw invalid(`These columns stand twice: ${twice.join(', ')}`, 'csv');
  if (lines.length > maxCounts.bulkRows)
    throw invalid(`A file may have at most ${figure(maxCounts.bulkRows)} lines`, 'csv');
  const errors: ImportResult['errors'] = [];
  const read = new Map<string, { line: number; imported: Imported }>();
  for await (const each of inTurns(lines, rowsInTurn)) {
    const { line } = each;
    const parsed = readRow(each, names);
    if (typeof parsed === 'string') errors.push({ line, msg: parsed });
    else if (read.has(plainForm(parsed.reference))) errors.push({ line, msg: 'This reference stands twice' });
    else read.set(plainForm(parsed.reference), { line, imported: parsed });
  }
  const known = await knownReferences(
    db,
    [...read.values()].map(({ imported }) => imported.reference),
  );
  const fresh = [...read].flatMap(([reference, each]) => (known.has(reference) ? [] : [each]));
  const agents = await agentsOf(
    db,
    fresh.map(({ imported }) => imported.agent),
  );
  const sameDeals = await sameDealsOf(db, fresh, agents);
  for (const { line, imported } of fresh)
    if (!agents.has(imported.agent)) errors.push({ line, msg: 'No account has this email address' });
  const result = {
    rows: lines.length,
    added: errors.length > 0 ? 0 : fresh.length,
    known: known.size,
    errors: errors.sort((a, b) => a.line - b.line).slice(0, maxErrors),
    closings: [...read].map(([reference, { line, imported }]) => ({
      line,
      ...imported,
      known: known.has(reference),
      sameAs: sameDeals.get(line) ?? null,
    })),
    sums: sumsOf(fresh.map(({ imported }) => imported)),
  };
  if (!apply || errors.length > 0) return result;
  const same = await samePeople(
    db,
    actor.id,
    [...agents.values()].map(({ id }) => id),
  );
  const isOwn = ({ imported }: { imported: Imported }) => same.has(agents.get(imported.agent)?.id ?? '');
  const ownCount = fresh.filter(isOwn).length;
  let added = 0;
  let isTold = ownCount === 0;
  for (let at = 0; at < fresh.length; at += batch) {
    const some = fresh.slice(at, at + batch);
    // With its traces: an import that fails later leaves none of its lines without them.
    added += await inTransaction(db, async (transaction) => {
      // Two imports at once: a reference is one whatever its case, which the index does not know.
      await acquireLock(transaction, 'limits');
      const since = await knownReferences(
        transaction,
        some.map(({ imported }) => imported.reference),
      );
      const left = some.filter(({ imported }) => !since.has(plainForm(imported.reference)));
      const inserted = await insertAll(transaction, left, agents);
      await recordAuditEvent(transaction, actor, {
        action: 'closings.imported',
        object: { id: 'closings', name: 'Closings' },
        details: `${inserted} added`,
      });
      if (!isTold && some.some(isOwn))
        await tellOfOwnAct(transaction, parts, actor, {
          closing: '',
          agent: actor.name,
          acts: `${ownCount} imported`,
        });
      return inserted;
    });
    isTold ||= some.some(isOwn);
    parts.mails.wake();
    // SQLite works in this thread: a list of thousands may not keep all others waiting.
    await setImmediate();
  }
  return { ...result, added };
}

/** Reads the closing of a line, or the reason why it cannot be read. */
function readRow({ cells, fault }: CsvRow, names: string[]): Imported | string {
  if (fault) return 'The quotation marks do not match';
  if (cells.slice(names.length).some(Boolean))
    return 'This line has more cells than the first line. Put amounts with commas in quotation marks';
  const parsed = row.safeParse(
    Object.fromEntries(
      names.map((name, at) => [
        name,
        cells[at]
          ?.split('\n')
          .map((line) => line.trim())
          .join(' '),
      ]),
    ),
  );
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? 'Not valid');
}

function sumsOf(closings: Imported[]): ImportResult['sums'] {
  const sums = { price: 0, gross: 0, fees: 0, kept: 0 };
  for (const { price, gross, fees, kept } of closings) {
    sums.price += price;
    sums.gross += gross;
    sums.fees += fees;
    sums.kept += kept;
  }
  return sums;
}

type Agents = Map<string, { id: string; name: string }>;

/** In parts: a statement has a limit of parameters. */
async function inParts<T>(values: string[], read: (part: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < values.length; at += 500) {
    found.push(...(await read(values.slice(at, at + 500))));
    await setImmediate();
  }
  return found;
}

/** In plain form: another program may write them in another case. SQLite lowers the letters of English only. */
async function knownReferences(
  db: Database | DatabaseTransaction,
  references: string[],
): Promise<Set<string>> {
  const written = references.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]);
  const lowered = (text: string) => sql<string>`lower(cast(${text} as text))`;
  const rows = await inParts([...new Set(written)], (part) =>
    db
      .selectFrom('closings')
      .select('reference')
      .where(sql`lower(reference)`, 'in', part.map(lowered))
      .execute(),
  );
  return new Set(rows.flatMap(({ reference }) => (reference === null ? [] : [plainForm(reference)])));
}

async function agentsOf(db: Database, emails: string[]): Promise<Agents> {
  const rows = await inParts([...new Set(emails)], (part) =>
    db.selectFrom('users').select(['id', 'name', 'email']).where('email', 'in', part).execute(),
  );
  return new Map(rows.map(({ id, name, email }) => [email.toLowerCase(), { id, name }]));
}

/** Properties of closings that may be the same deal as a line, by the line: what was reported here would count twice. */
async function sameDealsOf(
  db: Database,
  fresh: { line: number; imported: Imported }[],
  agents: Agents,
): Promise<Map<number, string>> {
  const ids = [...agents.values()].map(({ id }) => id);
  const rows = await inParts(ids, (part) =>
    db
      .selectFrom('closings')
      .select(['agent_id', 'property', 'price', 'file_number'])
      .where('agent_id', 'in', part)
      .where('state', 'not in', ['fell-through', 'archived'])
      .orderBy('id')
      .execute(),
  );
  const known = new Map<string, string>();
  for await (const { agent_id, property, price, file_number } of inTurns(rows, rowsInTurn)) {
    known.set(fileKey(agent_id ?? '', file_number), property);
    known.set(propertyKey(agent_id ?? '', { property, price }), property);
  }
  const found = new Map<number, string>();
  for await (const { line, imported } of inTurns(fresh, rowsInTurn)) {
    const id = agents.get(imported.agent)?.id ?? '';
    const same = known.get(fileKey(id, imported.reference)) ?? known.get(propertyKey(id, imported));
    if (same !== undefined) found.set(line, same);
  }
  return found;
}

const fileKey = (agent: string, number: string) => `${agent} file ${plainForm(number)}`;
const propertyKey = (agent: string, { property, price }: Pick<Imported, 'property' | 'price'>) =>
  `${agent} ${price} ${plainForm(property)}`;

async function insertAll(
  transaction: DatabaseTransaction,
  lines: { imported: Imported }[],
  agents: Agents,
): Promise<number> {
  const values = lines.flatMap(({ imported }) => {
    const agent = agents.get(imported.agent);
    return agent ? [rowOf(imported, agent)] : [];
  });
  if (values.length === 0) return 0;
  const added = await transaction.insertInto('closings').values(values).returning('id').execute();
  await addClosingFigures(
    transaction,
    added.map(({ id }) => id),
  );
  return added.length;
}

function rowOf(
  { reference, property, kind, price, gross, fees, kept, paid }: Imported,
  agent: { id: string; name: string },
) {
  const commission = { by: 'amount', amount: gross } as const;
  // Another system's property may have what no PDF shows; a paid closing makes no letter.
  const entry = { ...closingFields.parse({ property: 'Imported', kind, price, commission }), property };
  const moment = new Date(`${paid}T20:00:00Z`).toISOString();
  const id = newId();
  return {
    id,
    deal_id: newId(),
    agent_id: agent.id,
    agent_was: null,
    agent_name: agent.name,
    ...columnsOfEntry(entry),
    gross,
    fees,
    kept,
    counts_price: true,
    decisions: JSON.stringify(noDecisions),
    schedule: null,
    agreement: null,
    settlement: JSON.stringify(statementOf({ gross, fees, kept }, agent.name)),
    approved_at: null,
    approved_by: null,
    approver_name: null,
    state: 'paid' as const,
    since: moment,
    version: 1,
    asked: '',
    closed_on: null,
    package: '[]',
    package_at: null,
    promise_due: null,
    promise_told: null,
    funds_at: null,
    paid_on: paid,
    paid_at: moment,
    payer_name: 'Import',
    method: 'Imported',
    promise: null,
    fell_at: null,
    fell_reason: '',
    reference,
    reported_at: moment,
    keep_from: paid,
  };
}

/** As the other system had it; what neither fees nor payment explain is one line. */
function statementOf(
  { gross, fees, kept }: Pick<Imported, 'gross' | 'fees' | 'kept'>,
  name: string,
): Omit<ClosingStatementAnswer, 'frozen'> {
  const rest = gross - fees - kept;
  const rule = 'As imported';
  return {
    lines: [
      { id: 'gross-commission', label: 'Gross commission', rule, amount: gross },
      { id: 'transaction-fee', label: 'Fees', rule, amount: -fees },
      ...(rest === 0
        ? []
        : [
            {
              id: 'deduction',
              label: 'Others and deductions',
              rule: `${rule}: ${formatMoney(rest)}`,
              amount: -rest,
            },
          ]),
    ],
    gross,
    credits: 0,
    fees,
    deductions: rest,
    agentKeeps: kept,
    payees: [
      { to: 'broker', name: 'The brokerage', amount: gross - kept },
      { to: 'agent', name, amount: kept },
    ],
    outcome: 'letter',
    invoice: null,
    open: [],
  };
}

/** Leads that the office adds: one by hand, or many from a CSV file. */

import { setImmediate } from 'node:timers/promises';
import { columnTitles } from '../../../shared/column-titles.ts';
import { cleanEmail } from '../../../shared/email-address.ts';
import { figure, maxCounts } from '../../../shared/field-limits.ts';
import { type LeadColumn, leadColumns } from '../../../shared/leads/lead-import.ts';
import {
  type ImportedLeads,
  type Lead,
  type LeadRow,
  type LeadRowKind,
  type WrittenLead,
  writtenLead,
} from '../../../shared/leads/leads.contract.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { batch } from '../../platform/db/in-batches.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { inTurns, rowsInTurn } from '../../platform/in-turns.ts';
import type { Parts } from '../../platform/parts.ts';
import { toPhoneKey } from '../../platform/phone.ts';
import { type CsvRow, lastNameFirst, readCsv } from '../../platform/read-csv.ts';
import { bytesOfTexts, reserveStorage } from '../storage/storage.service.ts';
import { changeLead } from './lead-changes.service.ts';
import { recordAdded } from './lead-events.service.ts';
import { findLeadOf } from './lead-people.service.ts';
import { getLead, lockLead, objectOf } from './lead-rows.ts';

type AddParts = Pick<Parts, 'db' | 'config'>;

const maxErrors = 100;

/**
 * Adds a lead that someone of the office writes down. It waits for no reply. The person who is a lead already is answered
 * as `known`, and stays as they are. @throws 400 for the email address of an account
 */
export async function addLead(
  { db, config }: AddParts,
  actor: Actor,
  written: WrittenLead,
): Promise<{ lead: Lead; known: boolean }> {
  return inTransaction(db, async (transaction) => {
    const there = await findLeadOf(transaction, written.email);
    if (there !== undefined) return { lead: await getLead(transaction, there), known: true };
    if ((await accountsOf(transaction, [written.email])).size > 0)
      throw invalid('This email address belongs to a member', 'email');
    await reserveNotes({ db: transaction, config }, actor, [written]);
    const [id = ''] = await store(transaction, actor, [written], 'by hand');
    const lead = await lockLead(transaction, id);
    await recordAuditEvent(transaction, actor, { action: 'lead.added', object: objectOf(lead) });
    if (written.take) await changeLead(transaction, actor, lead, { owner: actor.id });
    return { lead: await getLead(transaction, id), known: false };
  });
}

/**
 * Adds the leads of a file; with an error in any line nothing is added. Known people are left out, so that the same file
 * again adds no one, and after an interruption the rest. @throws 400 for a file without the columns, or with too many lines
 */
export async function importLeads(
  { db, config }: AddParts,
  actor: Actor,
  { csv, apply }: { csv: string; apply: boolean },
): Promise<ImportedLeads> {
  const [titles, ...lines] = await readCsv(csv);
  const columns = columnsIn(titles?.cells ?? []);
  if (lines.length > maxCounts.bulkRows)
    throw invalid(`A file can have at most ${figure(maxCounts.bulkRows)} lines`, 'csv');
  const read: ReadLine[] = [];
  const errors: ImportedLeads['errors'] = [];
  for await (const each of inTurns(lines, rowsInTurn)) {
    const written = readRow(each, columns);
    if (typeof written === 'string') errors.push({ line: each.line, msg: written });
    else read.push({ line: each.line, written });
  }
  const isAdded = apply && errors.length === 0;
  const seen = new Set<string>();
  const leads: LeadRow[] = [];
  // A transaction each: visitors who write wait for the lock of the leads (docs/product.md P16.17).
  for (let from = 0; from < read.length; from += rowsInTurn) {
    const part = read.slice(from, from + rowsInTurn);
    const sorted = isAdded
      ? await addPart({ db, config }, actor, { part, seen, notes: from === 0 ? read : [] })
      : await sortRows(db, part, seen);
    leads.push(...sorted);
    for (const { written } of part) seen.add(written.email);
    await setImmediate();
  }
  return {
    rows: lines.length,
    added: errors.length > 0 ? 0 : leads.filter(({ kind }) => kind === 'new').length,
    errors: errors.slice(0, maxErrors),
    faulty: errors.length,
    leads,
  };
}

interface ReadLine {
  line: number;
  written: WrittenLead;
}

interface Part {
  part: ReadLine[];
  /** Addresses of the parts before. */
  seen: ReadonlySet<string>;
  /** The lines whose notes must have room in the storage of the actor: all, before the first part. */
  notes: ReadLine[];
}

/** @throws 400 beyond the storage of the actor */
const addPart = ({ db, config }: AddParts, actor: Actor, { part, seen, notes }: Part): Promise<LeadRow[]> =>
  inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'leads');
    const leads = await sortRows(transaction, part, seen);
    await reserveNotes(
      { db: transaction, config },
      actor,
      notes.map(({ written }) => written),
    );
    const fresh = part.flatMap(({ written }, at) => (leads[at]?.kind === 'new' ? [written] : []));
    if (fresh.length > 0) {
      await store(transaction, actor, fresh, 'from a list');
      await recordAuditEvent(transaction, actor, {
        action: 'leads.imported',
        object: { id: 'leads', name: 'Leads' },
        details: `${fresh.length} added`,
      });
    }
    return leads;
  });

/** @throws 400 beyond the storage of the actor */
async function reserveNotes(
  { db: transaction, config }: AddParts & { db: DatabaseTransaction },
  actor: Actor,
  written: WrittenLead[],
): Promise<void> {
  const notes = written.filter(({ note }) => note !== '');
  if (notes.length === 0) return;
  const bytes = notes.reduce((sum, { note }) => sum + bytesOfTexts(note), 0);
  await reserveStorage(transaction, config, actor, 'texts', bytes);
}

/** Stores leads with their notes and events; returns their ids. */
async function store(
  transaction: DatabaseTransaction,
  actor: Actor,
  written: WrittenLead[],
  how: string,
): Promise<string[]> {
  const moment = now();
  const added = written.map((each) => ({ id: newId(), written: each }));
  const notes = added.filter(({ written: { note } }) => note !== '');
  for (let from = 0; from < added.length; from += batch) {
    await transaction
      .insertInto('contact_requests')
      .values(added.slice(from, from + batch).map(({ id, written: each }) => toRow(id, each, moment)))
      .execute();
    await setImmediate();
  }
  const ids = added.map(({ id }) => id);
  for (let from = 0; from < notes.length; from += batch) {
    await transaction
      .insertInto('lead_notes')
      .values(
        notes.slice(from, from + batch).map(({ id, written: { note } }) => ({
          id: newId(),
          lead_id: id,
          author_name: actor.name,
          author_id: actor.id,
          text: note,
          created_at: moment,
        })),
      )
      .execute();
    await setImmediate();
  }
  await recordAdded(transaction, actor, ids, how);
  return ids;
}

const noVisit = { landing: '', referrer: '', medium: '', campaign: '' };

const toRow = (
  id: string,
  { firstName, lastName, email, phone, license, brokerage, source }: WrittenLead,
  moment: string,
) => ({
  id,
  first_name: firstName,
  last_name: lastName,
  phone,
  email,
  phone_key: toPhoneKey(phone),
  license: license || null,
  brokerage: brokerage || null,
  source: source === '' ? null : JSON.stringify({ ...noVisit, source }),
  status: 'new' as const,
  spam: false,
  overflow: false,
  created_at: moment,
});

type Columns = Partial<Record<LeadColumn, number>>;

/** The first column of each title. @throws 400 without names or email addresses */
function columnsIn(titles: string[]): Columns {
  const plain = titles.map(plainForm);
  const found: Columns = {};
  for (const { field, titles: such } of leadColumns) {
    const at = plain.findIndex((title) => such.test(title));
    if (at !== -1) found[field] = at;
  }
  const name = plain.findIndex((title) => columnTitles.name.test(title));
  if (name !== -1 && found.firstName === undefined) found.name = name;
  const hasName = found.name !== undefined || (found.firstName !== undefined && found.lastName !== undefined);
  const missing = [
    ...(hasName ? [] : ['first name and last name']),
    ...(found.email === undefined ? ['email'] : []),
  ];
  if (missing.length > 0) throw invalid(`These columns are missing: ${missing.join(', ')}`, 'csv');
  return found;
}

/** Reads the lead of a line, or the reason why it cannot be read. */
function readRow({ cells, fault }: CsvRow, columns: Columns): WrittenLead | string {
  if (fault) return 'The quotation marks do not match';
  const cell = (field: LeadColumn) => {
    const at = columns[field];
    return at === undefined ? '' : (cells[at] ?? '');
  };
  const words = cell('name').split(/\s+/);
  const [firstName, lastName] =
    columns.name === undefined
      ? [cell('firstName'), cell('lastName')]
      : (lastNameFirst(cell('name')) ?? [words.slice(0, -1).join(' '), words.at(-1)]);
  const parsed = writtenLead.safeParse({
    ...Object.fromEntries(leadColumns.map(({ field }) => [field, cell(field)])),
    firstName,
    lastName,
  });
  if (parsed.success) return parsed.data;
  if (columns.name !== undefined && firstName === '') return 'Both a first and a last name are required';
  return [...new Set(parsed.error.issues.map(({ message }) => message))].join('. ');
}

/** At most `rowsInTurn` lines with what becomes of each, in their order. @param before addresses of earlier lines */
async function sortRows(db: Database, part: ReadLine[], before: ReadonlySet<string>): Promise<LeadRow[]> {
  const emails = part.map(({ written: { email } }) => email);
  const known = await leadsOf(db, emails);
  const members = await accountsOf(db, emails);
  const seen = new Set(before);
  return part.map(({ line, written }) => {
    const { firstName, lastName, email, phone, source } = written;
    const lead = known.get(email) ?? null;
    const kind = kindOf({ isTwice: seen.has(email), isKnown: lead !== null, isMember: members.has(email) });
    seen.add(email);
    return { line, firstName, lastName, email, phone, source, kind, lead };
  });
}

type Found = { isTwice: boolean; isKnown: boolean; isMember: boolean };

function kindOf({ isTwice, isKnown, isMember }: Found): LeadRowKind {
  if (isTwice) return 'twice';
  if (isKnown) return 'known';
  return isMember ? 'member' : 'new';
}

/** The leads of these addresses, by address: the newest inquiry decides, as in `findLeadOf`. */
async function leadsOf(db: Database, emails: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('contact_requests')
    .select((e) => ['email', e.fn.coalesce('joined_to', 'id').as('lead')])
    .where('spam', '=', false)
    .where('email', 'in', emails)
    .orderBy('created_at')
    .execute();
  return new Map(rows.map(({ email, lead }) => [email, lead]));
}

/** Those of the addresses that belong to an account, invited ones too. Who has left can be a lead again. */
async function accountsOf(db: Database, emails: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', emails)
    .where('suspended_at', 'is', null)
    .execute();
  return new Set(rows.map(({ email }) => cleanEmail(email)));
}

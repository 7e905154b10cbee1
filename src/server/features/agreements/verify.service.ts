import { createHash } from 'node:crypto';
import type { Verification } from '../../../shared/agreements.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AgreementRow, agreementColumns } from '../../platform/db/tables.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { readDocument } from '../documents/documents.service.ts';
import { findByHash, getAgreement } from './agreements.service.ts';
import { finalDetail, proofContext, signedDetail } from './seal.ts';

interface VerifyParts extends Pick<Parts, 'db' | 'images'> {
  /** Undefined where the key is not. */
  sealing: Sealing | undefined;
}

/** Of rows that are read at once. */
const batch = 100;

/** Whether a file is one of the agreements, and whether all that is stored of that one fits. */
export async function verifyHash(parts: VerifyParts, sha256: string): Promise<Verification> {
  const row = await findByHash(parts.db, sha256);
  if (!row) return { result: 'unknown', agreement: null, copy: null, faults: [] };
  return {
    result: 'unchanged',
    agreement: await getAgreement(parts.db, row.id),
    copy: row.sha256 === sha256 ? 'signed' : 'final',
    faults: await faultsOf(parts, row),
  };
}

/** Every agreement against its files, the security log and the key: how many, and what does not fit. */
export async function verifyAgreements(
  parts: VerifyParts,
): Promise<{ agreements: number; faults: string[] }> {
  const faults: string[] = [];
  let agreements = 0;
  for (let last = ''; ; ) {
    let query = parts.db.selectFrom('agreements').select(agreementColumns).orderBy('id').limit(batch);
    if (last !== '') query = query.where('id', '>', last);
    const rows = await query.execute();
    for (const row of rows) {
      for (const fault of await faultsOf(parts, row)) faults.push(`Agreement ${row.id}: ${fault}`);
      agreements++;
      last = row.id;
    }
    if (rows.length < batch) return { agreements, faults };
  }
}

async function faultsOf(parts: VerifyParts, row: AgreementRow): Promise<string[]> {
  const faults = [
    await fileFault(parts, row.document_id, row.sha256, 'the PDF that was signed'),
    ...(await rowFaults(parts, signedDetail(row), row.signed_event, row.signed_proof, 'the signature')),
  ];
  const { final_document_id, final_sha256, final_event, final_proof } = row;
  if (row.countersigned_at !== null) {
    const name = 'the broker’s signature';
    faults.push(
      await fileFault(parts, final_document_id, final_sha256, 'the PDF with both signatures'),
      ...(await rowFaults(parts, finalDetail(row), final_event, final_proof, name)),
    );
  } else if (row.state === 'in-force') faults.push('it is in force without the broker’s signature');
  return faults.filter((fault) => fault !== undefined);
}

async function fileFault(
  parts: VerifyParts,
  id: string | null,
  sha256: string | null,
  name: string,
): Promise<string | undefined> {
  if (id === null) return `${name} is missing`;
  try {
    const bytes = await readDocument(parts, id);
    const found = createHash('sha256').update(bytes).digest('hex');
    return found === sha256 ? undefined : `${name} has been changed: its hash is ${found}, not ${sha256}`;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return `${name} is missing`;
    throw error;
  }
}

/** The row against the log's event while there is one, and against the proof, which outlives it. */
async function rowFaults(
  { db, sealing }: VerifyParts,
  detail: string,
  number: number | null,
  proof: string | null,
  name: string,
): Promise<string[]> {
  const faults: string[] = [];
  const event = await eventOf(db, number ?? 0);
  if (event === 'missing') faults.push(`the security log has no event of ${name}`);
  else if (event !== 'too old' && event !== detail)
    faults.push(`the row of ${name} is not what the security log has of it`);
  const isOurs = proof !== null && sealing?.isOurs(proof);
  if (proof === null || (isOurs && !sealing?.isProof(proof, detail, proofContext)))
    faults.push(`the row of ${name} does not fit its proof`);
  return faults;
}

/** Events go after a year, from the oldest on. */
async function eventOf(db: Database, number: number): Promise<string> {
  const event = await db
    .selectFrom('security_log')
    .select('detail')
    .where('number', '=', number)
    .executeTakeFirst();
  if (event) return event.detail;
  const first = await db
    .selectFrom('security_log')
    .select('number')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return first && number > 0 && number < first.number ? 'too old' : 'missing';
}

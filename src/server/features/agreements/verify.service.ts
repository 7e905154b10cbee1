/** Recognizes a file that was signed here, by its hash. */

import { createHash } from 'node:crypto';
import type { Verification } from '../../../shared/agreements/agreement-fields.ts';
import type { AgreementState } from '../../../shared/agreements/agreements.ts';
import type { Database } from '../../platform/db/database.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type AgreementRow, agreementColumns } from '../../tables/agreements.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import { readDocument } from '../documents/documents.service.ts';
import { findByHash, getAgreement } from './agreements.service.ts';
import { finalDetail, inForceDetail, proofContext, signedDetail } from './seal.ts';
import { textOfVersion } from './versions.service.ts';

interface VerifyParts extends Pick<Parts, 'db' | 'images'> {
  /** Undefined where the key is not. */
  sealing: Sealing | undefined;
}

/** Rows that are read at once. */
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
  const signed = signedDetail(row, await textOfVersion(parts.db, row.version));
  const { final_document_id, final_sha256, final_event, countersigned_by } = row;
  const faults = [
    stateFault(row),
    await fileFault(parts, row.document_id, row.sha256, 'the PDF that was signed'),
    ...(await eventFaults(parts, row.signed_event, 'the signature', {
      fits: (detail) => detail === signed,
      by: row.user_id,
    })),
    proofFault(parts, signed, row.signed_proof, 'the signature'),
  ];
  if (row.countersigned_at !== null) {
    const name = 'the broker’s signature';
    const final = finalDetail(row);
    faults.push(
      await fileFault(parts, final_document_id, final_sha256, 'the PDF with both signatures'),
      ...(await eventFaults(parts, final_event, name, {
        fits: (detail) =>
          row.user_id === null
            ? detail.startsWith(inForceDetail(row, ''))
            : detail === inForceDetail(row, row.user_id),
        by: countersigned_by,
      })),
      proofFault(parts, final, row.final_proof, name),
    );
  }
  return faults.filter((fault) => fault !== undefined);
}

/** Says for each state whether the broker has signed and whether it has ended. */
const isWhole: Record<AgreementState, { countersigned: boolean; over: boolean }> = {
  signed: { countersigned: false, over: false },
  'in-force': { countersigned: true, over: false },
  replaced: { countersigned: true, over: true },
  ended: { countersigned: true, over: true },
  declined: { countersigned: false, over: true },
};

function stateFault({ state, countersigned_at, ended_on }: AgreementRow): string | undefined {
  const { countersigned, over } = isWhole[state];
  if (countersigned !== (countersigned_at !== null))
    return countersigned
      ? `it is ${state} without the broker’s signature`
      : `it is ${state} with the broker’s signature`;
  if (over === (ended_on !== null)) return undefined;
  return over ? `it is ${state} without the day of its end` : `it is ${state} and has ended`;
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

interface Expected {
  fits: (detail: string) => boolean;
  /** The actor; null when their account has gone, or when they had none yet. */
  by: string | null;
}

/** The row against the log's event while there is one. */
async function eventFaults(
  { db }: VerifyParts,
  number: number | null,
  name: string,
  { fits, by }: Expected,
): Promise<string[]> {
  const event = await eventOf(db, number ?? 0);
  if (event === 'too old') return [];
  if (event === 'missing') return [`the security log has no event of ${name}`];
  const isOther = by !== null && event.user_id !== null && event.user_id !== by;
  return fits(event.detail) && !isOther ? [] : [`the row of ${name} is not what the security log has of it`];
}

/** The row against its proof, which outlives the log. */
function proofFault(
  { sealing }: VerifyParts,
  detail: string,
  proof: string | null,
  name: string,
): string | undefined {
  const isOurs = proof !== null && sealing?.isOurs(proof);
  return proof === null || (isOurs && !sealing?.isProof(proof, detail, proofContext))
    ? `the row of ${name} does not fit its proof`
    : undefined;
}

/** Events go after a year, from the oldest on. */
async function eventOf(
  db: Database,
  number: number,
): Promise<Pick<SecurityLogRow, 'detail' | 'user_id'> | 'too old' | 'missing'> {
  const event = await db
    .selectFrom('security_log')
    .select(['detail', 'user_id'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (event) return event;
  const first = await db
    .selectFrom('security_log')
    .select('number')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return first && number > 0 && number < first.number ? 'too old' : 'missing';
}

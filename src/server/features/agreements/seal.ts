import { createHash } from 'node:crypto';
import type { AgreementRow } from '../../tables/agreements.ts';

/** Context of the proofs by SECRETS_KEY. */
export const proofContext = 'agreement';

const digest = (fields: unknown[]) => createHash('sha256').update(JSON.stringify(fields)).digest('hex');

export type SignedPart = Pick<
  AgreementRow,
  | ('id' | 'name' | 'license' | 'email' | 'version' | 'fees' | 'basis' | 'consent' | 'sha256')
  | ('signed_at' | 'signed_name' | 'signed_address' | 'signed_device')
>;

/** Covers all that the member has signed. */
const signedDigest = (row: SignedPart) =>
  digest([
    row.id,
    row.name,
    row.license,
    row.email,
    row.version,
    row.fees,
    row.basis,
    row.consent,
    row.sha256,
    row.signed_at,
    row.signed_name,
    row.signed_address,
    row.signed_device,
  ]);

export type FinalPart = SignedPart &
  Pick<
    AgreementRow,
    | ('countersigned_at' | 'signer_name' | 'signer_capacity' | 'signer_license')
    | ('signer_address' | 'signer_device' | 'final_sha256')
  >;

const finalDigest = (row: FinalPart) =>
  digest([
    signedDigest(row),
    row.countersigned_at,
    row.signer_name,
    row.signer_capacity,
    row.signer_license,
    row.signer_address,
    row.signer_device,
    row.final_sha256,
  ]);

/** The security log's entry of a signature. A changed row, file or text of that version no longer fits it. */
export const signedDetail = (row: SignedPart, text: string): string =>
  `agreement ${row.id}, version ${row.version}, fees ${row.fees}, consent ${row.consent}, PDF ${row.sha256}, row ${signedDigest(row)}, text ${digest([text])}`;

export const finalDetail = (row: FinalPart): string =>
  `agreement ${row.id}, PDF ${row.final_sha256}, row ${finalDigest(row)}`;

/** Adds the member's id, which only the log keeps: an account goes before its agreement does. */
export const inForceDetail = (row: FinalPart, userId: string): string =>
  `${finalDetail(row)}, member ${userId}`;

import type { MemberFile } from '../../../shared/compliance/compliance.contract.ts';
import { findingKinds } from '../../../shared/compliance/findings.ts';
import type { OwnFile } from '../../../shared/education/education.contract.ts';
import type { EntryKind } from '../../../shared/member-files/member-file.ts';

/** Kinds of entries that a member sees. The office's notes about them are not among these. */
const shown: ReadonlySet<EntryKind> = new Set([
  'certificate',
  'renewal',
  'exemption',
  'insurance',
  'association',
  'document',
]);

/** A file as the member whose it is sees it. */
export function ownView({ findings, education, entries }: MemberFile): OwnFile {
  const own = new Set(entries.filter(({ details }) => shown.has(details.kind)).map(({ _id }) => _id));
  return {
    findings: findings.filter(({ kind }) => findingKinds[kind].own),
    education,
    entries: entries.filter(({ _id, about }) => own.has(_id) || (about !== null && own.has(about))),
  };
}

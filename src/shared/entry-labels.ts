import { formatDay, officeDay, today } from './dates.ts';
import { licenseTypeLabels } from './licenses/license-types.ts';
import type {
  DetailsOf,
  DocumentKind,
  EntryDetails,
  EntryKind,
  NoticeKind,
} from './member-files/member-file.ts';

export const licenseStatusLabels: Record<DetailsOf<'check'>['status'], string> = {
  licensed: 'Licensed',
  restricted: 'Restricted',
  expired: 'Expired',
  suspended: 'Suspended',
  revoked: 'Revoked',
  other: 'Other',
};

export const affiliationLabels: Record<DetailsOf<'check'>['affiliation'], string> = {
  ours: 'Our brokerage',
  none: 'No broker affiliation',
  other: 'Another broker',
};

export const insuranceLabels: Record<DetailsOf<'insurance'>['insurance'], string> = {
  eo: 'E&O insurance',
  auto: 'Auto insurance',
};

export const documentLabels: Record<DocumentKind, string> = {
  w9: 'W-9',
  ...insuranceLabels,
  license: 'License',
};

export const bodyLabels: Record<DetailsOf<'association'>['body'], string> = {
  association: 'Association',
  mls: 'MLS',
};

const noticeLabels: Record<NoticeKind, string> = {
  joining: 'Notice of joining to the DRE',
  leaving: 'Notice of leaving to the DRE',
  discharge: 'Certified statement of a discharge for cause to the DRE',
  edd: 'Report of a contractor to the EDD',
};

/** Each kind without what it says. */
export const entryTitles: Record<EntryKind, string> = {
  license: 'License entered',
  check: 'Look at the public record',
  joined: 'Day of joining',
  'paper-agreement': 'Agreement on paper',
  left: 'Day of leaving',
  supervision: 'Supervision',
  insurance: 'Insurance',
  association: 'Association or MLS',
  'association-ended': 'Membership ended',
  exemption: 'Exempt from education',
  coverage: 'Whether a license is needed',
  note: 'Note',
  notice: 'Notice',
  'notice-done': 'Notice given',
  certificate: 'Certificate',
  document: 'Document handed in',
  renewal: 'Education marked complete',
  decision: 'Decision',
  file: 'File',
  withdrawal: 'Withdrawn',
};

const some = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(', ');

const words: { [Kind in EntryKind]: (details: DetailsOf<Kind>) => [title: string, text: string] } = {
  license: ({ number, expires, verified, verifiedAt }) => [
    'License entered',
    some(
      number || 'no number',
      expires ? `expires ${formatDay(expires)}` : 'no date',
      verified && (verifiedAt ? `verified on ${formatDay(officeDay(verifiedAt))}` : 'verified'),
    ),
  ],
  check: ({ number, type, issued, expires, status, affiliation, broker, asExpected, remark }) => [
    asExpected
      ? 'Public record: as expected'
      : remark
        ? 'Public record: differs'
        : 'Public record: first look',
    some(
      number,
      licenseTypeLabels[type],
      issued && `issued ${formatDay(issued)}`,
      expires && `expires ${formatDay(expires)}`,
      licenseStatusLabels[status],
      affiliation === 'other' ? `under ${broker || 'another broker'}` : affiliationLabels[affiliation],
      remark,
    ),
  ],
  joined: ({ on, already }) => ['Joined', some(formatDay(on), already === true && 'already with us')],
  'paper-agreement': ({ on }) => ['Agreement on paper', `signed ${formatDay(on)}`],
  left: ({ on, forCause, reason }) => [
    on > today() ? 'Leaving' : 'Left',
    some(formatDay(on), forCause && 'discharged for cause', reason),
  ],
  supervision: ({ branch, manager, since }) => [
    'Supervision',
    some(branch && `branch ${branch}`, manager && `manager ${manager}`, `since ${formatDay(since)}`),
  ],
  insurance: ({ insurance, carrier, number, expires }) => [
    insuranceLabels[insurance],
    some(carrier, `policy ${number}`, `expires ${formatDay(expires)}`),
  ],
  association: ({ body, name, number, since }) => [
    bodyLabels[body],
    some(name, number, since && `since ${formatDay(since)}`),
  ],
  'association-ended': ({ on }) => ['Membership ended', formatDay(on)],
  exemption: ({ reason }) => ['Exempt from education', reason],
  coverage: ({ supervised, reason }) => [supervised ? 'Needs a license' : "Doesn't need a license", reason],
  note: ({ text }) => ['Note', text],
  notice: ({ notice, from }) => [noticeLabels[notice], `counts from ${formatDay(from)}`],
  'notice-done': ({ on, confirmation }) => [
    'Done',
    some(formatDay(on), confirmation && `confirmation ${confirmation}`),
  ],
  certificate: ({ course, provider, number, on, hours }) => [
    'Certificate',
    some(course, provider, number, formatDay(on), hours === 1 ? '1 hour' : `${hours} hours`),
  ],
  document: ({ what }) => ['Document handed in', documentLabels[what]],
  renewal: ({ expires }) => ['Education marked complete', `for the renewal on ${formatDay(expires)}`],
  decision: ({ accepted, reason }) => [accepted ? 'Confirmed' : 'Not accepted', reason],
  file: ({ name, bytes, paidTo }) => [
    'File',
    some(
      name,
      `${Math.max(1, Math.round(bytes / 1024))} KB`,
      paidTo !== undefined && `handed in for ${paidTo}`,
    ),
  ],
  withdrawal: ({ reason }) => ['Withdrawn', reason],
};

/** 'E&O insurance' and 'Acme, policy 12, expires Jan 31, 2027' */
export function entryWords(details: EntryDetails): [title: string, text: string] {
  const of = <Kind extends EntryKind>(kind: Kind, its: DetailsOf<Kind>) => words[kind](its);
  return of(details.kind, details);
}

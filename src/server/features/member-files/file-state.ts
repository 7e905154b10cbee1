import type {
  ComplianceSettings,
  Education,
  FileEntry,
} from '../../../shared/compliance/compliance.contract.ts';
import { addMonths, formatDay, officeDay } from '../../../shared/dates.ts';
import type { DetailsOf, EntryKind } from '../../../shared/member-files/member-file.ts';

/** A license is valid for four years; education counts for the renewal at their end. */
const licenseMonths = 48;
/** A license whose issue lies no further back is in its first term. */
const firstTermMonths = 54;

export type EntryOf<Kind extends EntryKind> = FileEntry & { details: DetailsOf<Kind> };

const isOf =
  <Kind extends EntryKind>(kind: Kind) =>
  (entry: FileEntry): entry is EntryOf<Kind> =>
    entry.details.kind === kind;

/** Entries of a kind, in the order they were added, without withdrawn ones. */
export const live = <Kind extends EntryKind>(entries: FileEntry[], kind: Kind): EntryOf<Kind>[] =>
  entries.filter(isOf(kind)).filter(({ withdrawn }) => !withdrawn);

/** The last word on an entry. */
const decisionOn = (entries: FileEntry[], id: string) =>
  live(entries, 'decision').findLast(({ about }) => about === id)?.details;

/** The last day that is known of joining, and of leaving after it. */
export function datesOf(entries: FileEntry[]): { joined: string | null; left: DetailsOf<'left'> | null } {
  let joined: string | null = null;
  let left: DetailsOf<'left'> | null = null;
  for (const { details, withdrawn } of entries) {
    if (withdrawn) continue;
    if (details.kind === 'joined') [joined, left] = [details.on, null];
    if (details.kind === 'left') left = details;
  }
  return { joined, left };
}

interface Stay {
  /** Null before the first day that is known. */
  from: string | null;
  until: string | null;
}

/** The times for which a member was here, in order. Another day of the same joining or leaving corrects the former. */
function staysOf(entries: FileEntry[]): Stay[] {
  let last: Stay = { from: null, until: null };
  const stays = [last];
  for (const { details, withdrawn } of entries) {
    if (withdrawn) continue;
    if (details.kind === 'left') last.until = details.on;
    if (details.kind !== 'joined') continue;
    if (last.until === null) last.from = details.on;
    else {
      last = { from: details.on, until: null };
      stays.push(last);
    }
  }
  return stays;
}

/**
 * Why a member was not here for what they reported on a day: 'left on May 1, 2026'. Null if they were, also if they have
 * left since.
 */
export function absence(entries: FileEntry[], reportedOn: string, today: string): string | null {
  const stays = staysOf(entries);
  const hasBegun = ({ from }: Stay) => from === null || from <= today;
  if (stays.some((stay) => stay.until !== null && reportedOn <= stay.until && hasBegun(stay))) return null;
  const last = stays.at(-1);
  if (last?.until) return `left on ${formatDay(last.until)}`;
  return last?.from && last.from > today ? `joins on ${formatDay(last.from)}` : null;
}

/** The day of the first leaving, or joining after one, that came after a tick; null for a tick that holds. */
export function movedSince(
  entries: FileEntry[],
  tick: { id: string; created_at: string },
  today: string,
): { kind: 'left' | 'joined'; on: string } | null {
  let isAway = false;
  for (const { _id, details, withdrawn } of entries) {
    if (withdrawn) continue;
    if (details.kind === 'left' && details.on <= today) {
      isAway = true;
      if (_id > tick.id || details.on > officeDay(tick.created_at)) return details;
    }
    if (details.kind !== 'joined') continue;
    if (isAway && _id > tick.id) return details;
    isAway = false;
  }
  return null;
}

/** The day of the last leaving that came after a moment, or was noted after it; null without one. */
export const leftSince = (entries: FileEntry[], moment: string, today: string): string | null =>
  live(entries, 'left').findLast(
    ({ date, details: { on } }) => on <= today && (date > moment || on > officeDay(moment)),
  )?.details.on ?? null;

/** Whether the member was here before their file was. */
export const isHereAlready = (entries: FileEntry[]): boolean =>
  live(entries, 'joined').at(-1)?.details.already ?? false;

/** An agreement on paper that was signed in the present stay counts as one that was signed here. */
export const hasPaperAgreement = (entries: FileEntry[]): boolean => {
  const leaving = live(entries, 'left').at(-1);
  return live(entries, 'paper-agreement').some(({ _id }) => leaving === undefined || _id > leaving._id);
};

export const isSupervised = (entries: FileEntry[]): boolean =>
  live(entries, 'coverage').at(-1)?.details.supervised ?? true;

/** Notices that were not given yet. */
export const openNotices = (entries: FileEntry[]): EntryOf<'notice'>[] => {
  const done = new Set(live(entries, 'notice-done').map(({ about }) => about));
  return live(entries, 'notice').filter(({ _id }) => !done.has(_id));
};

/** Whether the office has said yes or no to an entry. */
export const isDecided = (entries: FileEntry[], id: string): boolean => decisionOn(entries, id) !== undefined;

export const isAccepted = (entries: FileEntry[], id: string): boolean =>
  decisionOn(entries, id)?.accepted === true;

/** Documents whose file is there, and that the office has yet to check off. */
export const undecidedDocuments = (entries: FileEntry[]): EntryOf<'document'>[] => {
  const there = new Set(live(entries, 'file').map(({ about }) => about));
  return live(entries, 'document').filter(({ _id }) => there.has(_id) && !decisionOn(entries, _id));
};

/** Certificates and renewals that the office has yet to decide on, or to confirm again. */
export const undecided = (entries: FileEntry[]): FileEntry[] => [
  ...live(entries, 'certificate').filter(({ _id }) => !decisionOn(entries, _id)),
  ...live(entries, 'renewal').filter((renewal) => {
    const decision = decisionOn(entries, renewal._id);
    return !decision || hasLostHours(entries, renewal, decision);
  }),
];

/** Whether hours that counted for a renewal when it was confirmed no longer do. */
const hasLostHours = (
  entries: FileEntry[],
  { details: { expires } }: EntryOf<'renewal'>,
  { accepted, hours = 0 }: DetailsOf<'decision'>,
): boolean => accepted && hoursFor(entries, expires) < hours;

/** The policy that lasts longest. */
export function policyOf(entries: FileEntry[], insurance: 'eo' | 'auto'): DetailsOf<'insurance'> | undefined {
  return live(entries, 'insurance')
    .map(({ details }) => details)
    .filter((policy) => policy.insurance === insurance)
    .toSorted((a, b) => b.expires.localeCompare(a.expires))[0];
}

/** The education recorded for the renewal at the license's expiry. */
export function educationOf(
  entries: FileEntry[],
  expires: string | null,
  { educationHours }: Pick<ComplianceSettings, 'educationHours'>,
): Education {
  const issued = live(entries, 'check').at(-1)?.details.issued ?? null;
  return {
    renewal: expires,
    first: issued === null || expires === null ? null : expires <= addMonths(issued, firstTermMonths),
    hours: hoursFor(entries, expires),
    needed: educationHours,
    state: stateOf(entries, expires),
  };
}

/** The hours that count for the renewal at a license's expiry. */
export function hoursFor(entries: FileEntry[], expires: string | null): number {
  const from = expires === null ? '' : addMonths(expires, -licenseMonths);
  return live(entries, 'certificate')
    .filter(({ _id, details: { on } }) => on > from && decisionOn(entries, _id)?.accepted !== false)
    .reduce((sum, { details }) => sum + details.hours, 0);
}

function stateOf(entries: FileEntry[], expires: string | null): Education['state'] {
  if (live(entries, 'exemption').length > 0) return 'exempt';
  const marked = live(entries, 'renewal').findLast(({ details }) => details.expires === expires);
  if (!marked) return 'open';
  const decision = decisionOn(entries, marked._id);
  if (!decision || hasLostHours(entries, marked, decision)) return 'marked';
  return decision.accepted ? 'confirmed' : 'open';
}

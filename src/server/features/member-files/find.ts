/**
 * Finds all that is wrong with a member's file, and from when. A new kind of entry that must not be missing
 * belongs here.
 */

import type { ComplianceSettings, FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { type FindingKind, findingKinds, weekDays } from '../../../shared/compliance/findings.ts';
import { addDays, addMonths, officeDay } from '../../../shared/dates.ts';
import { documentLabels } from '../../../shared/entry-labels.ts';
import { checkKinds } from '../../../shared/member-files/member-checks.ts';
import { formatMoney } from '../../../shared/money.ts';
import {
  datesOf,
  type EntryOf,
  educationOf,
  isHereAlready,
  isSupervised,
  live,
  openNotices,
  policyOf,
  undecided,
  undecidedDocuments,
} from './file-state.ts';
import type { OpenDues } from './open-dues.ts';
import type { StandingCheck, StandingChecks } from './standing-checks.ts';

/** From which days on something is shown, due and wrong; all as YYYY-MM-DD. */
export interface DatedFinding {
  kind: FindingKind;
  rank: number;
  shown_on: string;
  due_on: string;
  wrong_on: string;
  subject_id: string | null;
  detail: string;
}

export interface Facts {
  entries: FileEntry[];
  /** When the file was opened. */
  opened: string;
  /** Null once the account has gone. */
  account: { joined: boolean; suspended: string | null; admin: boolean } | null;
  license: { number: string; expires: string | null; verified: string | null };
  checks: StandingChecks;
  /** Why the agreement in force has to be signed again, '' if it holds; undefined without one. */
  agreement: string | undefined;
  /** The due day of the handbook page that is due first. */
  handbookDue: string | null;
  dues: OpenDues;
}

/** Days that education is shown before it is due. */
const educationShown = 60;
/** Days until what a member handed in is overdue. */
const decisionDays = 7;

/** Everything about a member that is wrong, or that will be as days pass. */
export function findIn(facts: Facts, settings: ComplianceSettings, today: string): DatedFinding[] {
  const { entries, account } = facts;
  const { joined, left } = datesOf(entries);
  const found = noticesIn(entries, settings);
  if (left && left.on <= today) return found;
  if (!account) return joined === null ? found : [...found, dated('leaving-date', today)];
  if (!isSupervised(entries)) return found;
  // Office staff, unless they have joined as an agent.
  if (account.admin && joined === null && facts.license.number === '') return found;
  const isHere = joined === null ? account.joined : joined <= today;
  if (!isHere) return found;
  const opened = officeDay(facts.opened);
  const wasHere = isHereAlready(entries);
  // Nothing of someone who was here before their file is late from before it.
  const since = joined === null || (wasHere && joined < opened) ? opened : joined;
  if (account.suspended) found.push(dated('leaving-date', officeDay(account.suspended)));
  if (joined === null) found.push(dated('joining-date', since));
  return [
    ...found,
    ...stopsIn({ ...facts, mayWork: facts.checks['may-work'] }, since, settings),
    ...licenseIn(facts, settings, since),
    ...insuranceIn(entries, settings, since),
    ...educationIn(facts, settings),
    ...documentsIn(entries),
    ...openIn(facts, settings, since),
  ];
}

interface Days {
  due: string;
  shown?: string;
  wrong?: string;
}

/** With only a day, it is wrong from then on. */
function dated(
  kind: FindingKind,
  days: string | Days,
  { subject = null, detail = '' }: { subject?: string | null; detail?: string } = {},
): DatedFinding {
  const { due, shown = due, wrong = due } = typeof days === 'string' ? { due: days } : days;
  const { rank } = findingKinds[kind];
  return { kind, rank, shown_on: shown, due_on: due, wrong_on: wrong, subject_id: subject, detail };
}

/** Wrong on the day after the last one on which it holds. */
const lasting = (until: string, days: number): Days => ({
  due: until,
  shown: addDays(until, -days),
  wrong: addDays(until, 1),
});

function noticesIn(entries: FileEntry[], settings: ComplianceSettings): DatedFinding[] {
  const days = {
    joining: settings.joiningDays,
    leaving: settings.leavingDays,
    discharge: settings.dischargeDays,
    edd: settings.eddDays,
  };
  return openNotices(entries).map(({ _id, details: { notice, from } }) => {
    const last = addDays(from, days[notice]);
    return dated(
      notice,
      { due: from, shown: addDays(from, -weekDays), wrong: addDays(last, 1) },
      { subject: _id, detail: last },
    );
  });
}

type Licensed = Pick<Facts, 'entries' | 'license'>;

/** A look at another number than the present one says nothing. */
function lastLook({ entries, license }: Licensed): EntryOf<'check'> | undefined {
  const last = live(entries, 'check').at(-1);
  return last?.details.number === license.number ? last : undefined;
}

/**
 * Reasons that keep a member from working, by their license, the last look and the tick: the one list for the desk, and for each gate
 * (stops.ts). Whether they are on the desk makes no difference (docs/product.md P24.11).
 */
export function stopsIn(
  { entries, license, mayWork }: Licensed & { mayWork: StandingCheck | undefined },
  since: string,
  { expiryDays }: Pick<ComplianceSettings, 'expiryDays'>,
): DatedFinding[] {
  const found: DatedFinding[] = [];
  const last = lastLook({ entries, license });
  if (license.number === '') found.push(dated('number', since));
  else if (last) {
    const { affiliation, broker, status } = last.details;
    const day = officeDay(last.date);
    const subject = last._id;
    if (affiliation === 'none' && !hadLeftBefore(entries, last))
      found.push(dated('no-affiliation', day, { subject }));
    if (affiliation === 'other') found.push(dated('other-broker', day, { subject, detail: broker }));
    if (status !== 'licensed' && status !== 'restricted')
      found.push(dated('status', day, { subject, detail: status }));
  }
  if (license.number !== '' && license.expires)
    found.push(dated('expiry', lasting(license.expires, expiryDays)));
  // An expired license is a finding of its own.
  if (mayWork?.openAgain && mayWork.openAgain.why !== 'expired')
    found.push(dated('may-work', since, { detail: wasAndIs(mayWork.openAgain) }));
  if (!mayWork) found.push(dated('may-work', since));
  return found;
}

/** Someone who has left stands under no broker until they are under another one. */
function hadLeftBefore(entries: FileEntry[], look: EntryOf<'check'>): boolean {
  const leaving = live(entries, 'left').at(-1);
  const joining = live(entries, 'joined').at(-1);
  if (!leaving || (joining && joining._id > leaving._id)) return false;
  return leaving._id < look._id && leaving.details.on <= officeDay(look.date);
}

function licenseIn(
  { entries, license }: Licensed,
  settings: ComplianceSettings,
  since: string,
): DatedFinding[] {
  if (license.number === '') return [];
  const found: DatedFinding[] = [];
  const last = lastLook({ entries, license });
  if (last) {
    const { status, asExpected, remark } = last.details;
    const day = officeDay(last.date);
    const subject = last._id;
    if (status === 'restricted') found.push(dated('restricted', day, { subject }));
    if (!asExpected && remark) found.push(dated('differs', day, { subject, detail: remark }));
  }
  found.push(unverified(license.verified, settings, since));
  return found;
}

const wasAndIs = ({ was, is }: { was: string; is: string }): string => `${was} → ${is}`;

function unverified(verified: string | null, { checkDays }: ComplianceSettings, since: string): DatedFinding {
  if (verified === null) return dated('unverified', since);
  const day = officeDay(verified);
  const due = addDays(day, checkDays);
  return dated('unverified', { due, shown: addDays(due, -weekDays) }, { detail: day });
}

function insuranceIn(entries: FileEntry[], settings: ComplianceSettings, since: string): DatedFinding[] {
  const wanted = (['eo', 'auto'] as const).filter((kind) => settings[kind] === 'member');
  return wanted.map((kind) => insurance(entries, kind, settings, since));
}

/** Findings about the insurance of a member or the brokerage. */
export function insurance(
  entries: FileEntry[],
  kind: 'eo' | 'auto',
  { insuranceDays }: ComplianceSettings,
  since: string,
): DatedFinding {
  const policy = policyOf(entries, kind);
  if (!policy) return dated(kind, since);
  return dated(kind, lasting(policy.expires, insuranceDays), { detail: policy.carrier });
}

function educationIn({ entries, license }: Facts, settings: ComplianceSettings): DatedFinding[] {
  const found: DatedFinding[] = [];
  const { state, renewal, hours, needed } = educationOf(entries, license.expires, settings);
  if (renewal && (state === 'open' || state === 'marked')) {
    const due = addMonths(renewal, -settings.educationMonths);
    const detail = `${hours} of ${needed} hours`;
    found.push(dated('education', { due, shown: addDays(due, -educationShown) }, { detail }));
  }
  const [first, ...others] = undecided(entries);
  if (first) {
    const due = officeDay(first.date);
    const what = { subject: first._id, detail: String(others.length + 1) };
    found.push(dated('decision', { due, wrong: addDays(due, decisionDays) }, what));
  }
  return found;
}

/** One for all of them, with the day of the first. */
function documentsIn(entries: FileEntry[]): DatedFinding[] {
  const waiting = undecidedDocuments(entries);
  const [first] = waiting;
  if (!first) return [];
  const due = officeDay(first.date);
  const names = new Set(waiting.map(({ details }) => documentLabels[details.what]));
  return [
    dated(
      'document',
      { due, wrong: addDays(due, decisionDays) },
      { subject: first._id, detail: [...names].join(', ') },
    ),
  ];
}

function openIn(facts: Facts, settings: ComplianceSettings, since: string): DatedFinding[] {
  const found = checkKinds.flatMap((kind) => {
    // One of the stops.
    if (kind === 'may-work') return [];
    const check = facts.checks[kind];
    if (!check) return [dated(kind, kind === 'annual-fee' && facts.dues.fee ? ofDue(facts.dues.fee) : since)];
    return check.openAgain ? [dated(kind, since, { detail: wasAndIs(check.openAgain) })] : [];
  });
  const { agreement, handbookDue } = facts;
  if (settings.agreement && agreement !== '')
    found.push(
      dated('agreement', since, { detail: agreement ?? (isHereAlready(facts.entries) ? 'paper' : '') }),
    );
  if (handbookDue) found.push(dated('handbook', lasting(handbookDue, weekDays)));
  const { others } = facts.dues;
  if (others) found.push(dated('dues', ofDue(others), { detail: formatMoney(others.amount) }));
  return found;
}

/** Shown from the charge on, and wrong on the day after it was due. */
const ofDue = ({ charged, due }: { charged: string; due: string }): Days => ({
  due,
  shown: charged,
  wrong: addDays(due, 1),
});

import { formatDay } from '../dates.ts';
import type { FindingKind, FindingState } from './findings.ts';

export const stateLabels: Record<FindingState, string> = {
  stop: 'Must not work',
  wrong: 'Missing or overdue',
  due: 'Due this week',
  coming: 'Coming up',
};

interface Shown {
  kind: FindingKind;
  state: FindingState;
  /** YYYY-MM-DD. */
  due: string;
  detail: string;
}

const isOver = ({ state }: Shown) => state === 'stop' || state === 'wrong';
const policy = (name: string) => (finding: Shown) => {
  const { due, detail } = finding;
  if (detail === '') return `${name} missing`;
  return `${name} (${detail}) ${isOver(finding) ? 'expired' : 'expires'} ${formatDay(due)}`;
};
const notice = (what: string) => (finding: Shown) =>
  `${what} ${isOver(finding) ? 'overdue since' : 'due'} ${formatDay(dueDay(finding))}`;

const notices: readonly FindingKind[] = ['discharge', 'leaving', 'joining', 'edd'];

/** The detail of a notice is its last day (YYYY-MM-DD); findings of earlier versions have none. */
export const dueDay = ({ kind, due, detail }: Shown): string => (notices.includes(kind) && detail) || due;

/** With a detail it was ticked for something else: 'W-9 to check again: Ann Lee → Lee Homes Inc.' */
const check =
  (name: string, open: string) =>
  ({ detail }: Shown) =>
    detail === '' ? open : `${name} to check again: ${detail}`;

const labels: Record<FindingKind, (finding: Shown) => string> = {
  'no-affiliation': () => 'No broker affiliation in the public record',
  'other-broker': ({ detail }) => `Under another broker${detail && `: ${detail}`}`,
  status: ({ detail }) => `License ${detail === 'other' ? 'not in good standing' : detail}`,
  expiry: (finding) => `License ${isOver(finding) ? 'expired' : 'expires'} ${formatDay(finding.due)}`,
  number: () => 'No license number',
  'may-work': check('“May work”', '“May work” not ticked'),
  restricted: () => 'License restricted',
  differs: ({ detail }) => `Record differs: ${detail}`,
  discharge: notice('Certified statement of a discharge for cause'),
  leaving: notice('Notice of leaving'),
  joining: notice('Notice of joining'),
  edd: notice('EDD report of a contractor'),
  'leaving-date': () => 'Account closed, no leaving date',
  eo: policy('E&O insurance'),
  auto: policy('Auto insurance'),
  agreement: ({ detail }) => {
    if (detail === 'paper') return 'No agreement: add the one on paper, with its day';
    return detail ? `Agreement to sign again: ${detail}` : 'No signed agreement';
  },
  education: (finding) =>
    `Education not complete, ${finding.detail}, ${isOver(finding) ? 'was due' : 'due'} ${formatDay(finding.due)}`,
  unverified: ({ detail }) => (detail ? `Not verified since ${formatDay(detail)}` : 'License never verified'),
  handbook: (finding) =>
    `Handbook page ${isOver(finding) ? 'overdue since' : 'due'} ${formatDay(finding.due)}`,
  w9: check('W-9', 'W-9 missing'),
  payout: check('Payout details', 'Payout details missing'),
  'annual-fee': () => 'Annual fee open',
  dues: (finding) =>
    `Dues of ${finding.detail} ${isOver(finding) ? 'overdue since' : 'due by'} ${formatDay(finding.due)}`,
  'joining-date': () => 'No joining date',
  document: ({ detail }) => `Handed in, to check off: ${detail}`,
  decision: ({ detail }) =>
    detail === '1' ? 'Education to confirm' : `Education to confirm (${detail} entries)`,
};

/** 'License expires Jan 31, 2027' */
export const findingLabel = (finding: Shown): string => labels[finding.kind](finding);

/** Short names of the kinds, for filters and counts. */
export const kindLabels: Record<FindingKind, string> = {
  'no-affiliation': 'No broker affiliation',
  'other-broker': 'Other broker',
  status: 'License suspended or revoked',
  expiry: 'License expired or expiring',
  number: 'No license number',
  'may-work': '“May work” not ticked',
  restricted: 'Restricted license',
  differs: 'Record differs',
  discharge: 'Certified statement',
  leaving: 'Notice of leaving',
  joining: 'Notice of joining',
  edd: 'EDD report',
  'leaving-date': 'No leaving date',
  eo: 'E&O insurance',
  auto: 'Auto insurance',
  agreement: 'Agreement missing',
  education: 'Continuing education',
  unverified: 'Not verified',
  handbook: 'Handbook overdue',
  w9: 'W-9 missing',
  payout: 'Payout details missing',
  'annual-fee': 'Annual fee open',
  dues: 'Dues open',
  'joining-date': 'No joining date',
  document: 'Document to check off',
  decision: 'Education to confirm',
};

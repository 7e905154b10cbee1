import type { ClosingDecisions, SideChoice } from '../../../shared/closings/closing.ts';
import type {
  ClosingEvent,
  ClosingRowAnswer,
  EntryAnswer,
} from '../../../shared/closings/closing-answers.ts';
import { dealSides, kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { formatDueDay } from '../../../shared/dates.ts';
import { formatMoney, formatPercent } from '../../../shared/money.ts';

export const holderLabels: Record<EntryAnswer['holder'], string> = {
  escrow: 'Escrow company',
  title: 'Title company',
  payer: 'Who pays',
};

export const eventLabels: Record<ClosingEvent['kind'], string> = {
  reported: 'Reported',
  changed: 'Changed',
  decided: 'Decisions saved',
  reopened: 'Open again',
  'changes-asked': 'Changes requested',
  approved: 'Approved',
  withdrawn: 'Approval withdrawn',
  'letter-sent': 'Letter sent',
  'notice-sent': 'Notice sent',
  closed: 'Closed',
  'package-received': 'Package received',
  'funds-received': 'Funds received',
  paid: 'Paid',
  corrected: 'Corrected',
  'fell-through': 'Fell through',
  archived: 'Archived',
  linked: 'Linked',
  ticked: 'Package ticked',
  'change-asked': 'The agent asks for a change',
};

export type LetterKind = 'letter' | 'payer-invoice' | 'agent-invoice' | 'notice';

export const letterLabels: Record<LetterKind, string> = {
  letter: 'Commission instruction',
  'payer-invoice': 'Invoice',
  'agent-invoice': 'Invoice to the agent',
  notice: 'Withdrawal notice',
};

/** The office's choices of how to charge two sides. */
export const sideLabels: Record<SideChoice, string> = {
  each: 'Charged separately, as two sides',
  here: 'Charged as one, on this side',
  there: 'Charged as one, on the other side',
};

export const bonusLabels: Record<NonNullable<ClosingDecisions['bonus']>, string> = {
  counts: 'Counts as commission for the fees',
  apart: 'Does not count',
};

type Promised = NonNullable<ClosingRowAnswer['promise']>;

export function promiseLabel({ state, due }: Promised): string {
  switch (state) {
    case 'running':
      return `Pay by ${formatDueDay(due, Date.now())}`;
    case 'due':
      return 'Pay today';
    case 'late':
      return `Late: was due ${formatDueDay(due, Date.now())}`;
    case 'kept':
      return 'Paid on time';
    case 'broken':
      return 'Paid late';
  }
}

/** Red before it is broken. */
export const isUrgent = ({ state }: Promised): boolean =>
  state === 'due' || state === 'late' || state === 'broken';

type Part = EntryAnswer['commission'];

const partLabel = (part: Part): string =>
  part.by === 'rate' ? formatPercent(part.rate) : formatMoney(part.amount);

export interface Fact {
  label: string;
  text: string;
}

const yes = (given: boolean, label: string): string[] => (given ? [label] : []);

/** The report in words. Two of them are compared when someone else saved first. */
export function factsOf(entry: EntryAnswer, nameOf: (user: string) => string): Fact[] {
  const { referral, kind, holder } = entry;
  const options = [
    ...yes(entry.coordinator, 'Transaction coordinator'),
    ...yes(entry.shortSale, 'Short sale processing'),
    ...yes(entry.inHouseEscrow, 'In-house escrow'),
    ...yes(entry.newConstruction, 'New construction'),
  ];
  return [
    { label: 'Property', text: entry.property },
    { label: 'Kind', text: kindOf(kind).label },
    { label: 'Part', text: entry.side ? dealSides[entry.side] : '' },
    { label: kindOf(kind).price.field, text: formatMoney(entry.price) },
    { label: 'Commission', text: partLabel(entry.commission) },
    { label: 'Credits to the client', text: entry.credits === 0 ? '' : formatMoney(entry.credits) },
    {
      label: 'Referral out',
      text: referral
        ? `${partLabel(referral)} to ${referral.broker}, license ${referral.license}, ${referral.state}`
        : '',
    },
    {
      label: 'Co-agents',
      text: entry.coAgents.map(({ user, rate }) => `${nameOf(user)} ${formatPercent(rate)}`).join(', '),
    },
    { label: 'Options', text: options.join(', ') },
    { label: 'Builder’s bonus', text: entry.bonus === 0 ? '' : formatMoney(entry.bonus) },
    { label: 'Both sides', text: entry.bothSides ? 'Yes' : '' },
    { label: 'Agent is principal', text: entry.principal ? 'Yes' : '' },
    { label: holderLabels[holder], text: entry.holderName },
    { label: 'Contact', text: entry.holderContact },
    { label: 'File number', text: entry.fileNumber },
    {
      label: 'Expected',
      text: entry.expectedOn ? formatDueDay(entry.expectedOn, Date.now()) : '',
    },
    { label: 'File', text: entry.fileUrl },
    { label: 'Note', text: entry.note },
  ];
}

/** The differences between two lists of facts, as 'Price: $1,050,000 → $980,000'. */
export function changesBetween(before: Fact[], after: Fact[]): string[] {
  const labels = [...new Set([...before, ...after].map(({ label }) => label))];
  const of = (facts: Fact[], wanted: string) => facts.find(({ label }) => label === wanted)?.text || 'none';
  return labels.flatMap((label) => {
    const [was, is] = [of(before, label), of(after, label)];
    return was === is ? [] : [`${label}: ${was} → ${is}`];
  });
}

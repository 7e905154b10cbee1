import type { LetterKind, OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { nextClosingStates } from '../../../shared/closings/closing-states.ts';

/** A next step that the office can take. */
export interface OfficeAction {
  name:
    | 'approve'
    | 'ask'
    | 'letter-sent'
    | 'closed'
    | 'package-received'
    | 'funds-received'
    | 'paid'
    | 'correct'
    | 'withdraw'
    | 'fall'
    | 'archive';
  button: string;
  title: string;
  description: string;
  done: string;
  /** The input that its dialog asks for; 'none' for an action without a dialog. */
  fields: 'none' | 'text' | 'signature' | 'time' | 'paid' | 'correction' | 'fall';
  danger?: boolean;
  /** It withdraws a letter that stands, which takes the right to approve. */
  withdraws?: boolean;
}

const all: Record<OfficeAction['name'], OfficeAction> = {
  approve: {
    name: 'approve',
    button: 'Approve',
    title: 'Approve this closing?',
    description: 'Freezes the fees and creates the numbered letter or invoice, with your signature.',
    done: 'Closing approved',
    fields: 'signature',
  },
  ask: {
    name: 'ask',
    button: 'Ask for changes',
    title: 'What should the agent change?',
    description: "We'll tell them, and the closing waits for their answer.",
    done: 'Changes requested',
    fields: 'text',
  },
  'letter-sent': {
    name: 'letter-sent',
    button: 'Mark as sent',
    title: '',
    description: '',
    done: 'Marked as sent',
    fields: 'none',
  },
  closed: {
    name: 'closed',
    button: 'Closed',
    title: 'When did it close?',
    description: 'Leave the time blank for now.',
    done: 'Closing recorded',
    fields: 'time',
  },
  'package-received': {
    name: 'package-received',
    button: 'Package received',
    title: 'When was the package complete?',
    description: 'The payment promise starts then. Leave the time blank for now.',
    done: 'Package recorded. The payment promise starts',
    fields: 'time',
  },
  'funds-received': {
    name: 'funds-received',
    button: 'Funds received',
    title: 'When did the funds arrive?',
    description: 'Leave the time blank for now.',
    done: 'Funds recorded',
    fields: 'time',
  },
  paid: {
    name: 'paid',
    button: 'Paid',
    title: 'How was it paid?',
    description: "We'll tell the agent. After this, only a correction can change the closing.",
    done: 'Payment recorded',
    fields: 'paid',
  },
  correct: {
    name: 'correct',
    button: 'Correct',
    title: 'Correct the paid closing',
    description: 'Enter the differences from what was paid, with a minus sign for less.',
    done: 'Correction saved',
    fields: 'correction',
  },
  withdraw: {
    name: 'withdraw',
    button: 'Withdraw the approval',
    title: 'Withdraw the approval?',
    description:
      'A numbered notice withdraws the letter, and the closing needs approval again. We tell the agent, co-agents, and those who approve.',
    done: 'Approval withdrawn',
    fields: 'text',
    danger: true,
  },
  fall: {
    name: 'fall',
    button: 'Fell through',
    title: 'Did the deal fall through?',
    description:
      "A letter is withdrawn, and all concerned are told. What's still due carries over to the agent’s next closing.",
    done: 'Marked as fallen through',
    fields: 'fall',
    danger: true,
  },
  archive: {
    name: 'archive',
    button: 'Archive',
    title: '',
    description: '',
    done: 'Closing archived',
    fields: 'none',
  },
};

/** The most likely first. */
export function actionsOf(closing: OfficeClosing): OfficeAction[] {
  const { state, mayApprove, packageAt, fundsAt, statement } = closing;
  const next = new Set(nextClosingStates[state]);
  const names: OfficeAction['name'][] = [];
  if (next.has('approved') && mayApprove) names.push('approve');
  if (next.has('paid') && (packageAt !== null || fundsAt !== null)) names.push('paid');
  if (next.has('letter-sent')) names.push('letter-sent');
  if (next.has('closed')) names.push('closed');
  if (next.has('package-received') && packageAt === null) names.push('package-received');
  if (next.has('funds-received') && fundsAt === null) names.push('funds-received');
  if (state === 'paid') names.push('correct');
  if (next.has('changes-asked') || state === 'changes-asked') names.push('ask');
  if (next.has('reported') && statement.frozen && mayApprove) names.push('withdraw');
  if (next.has('fell-through')) names.push('fall');
  if (next.has('archived')) names.push('archive');
  return names.map((name) => ({ ...all[name], withdraws: name === 'fall' && statement.frozen }));
}

/** The letter that pays, or the invoice without one, of those that stand. */
export const letterToEmail = ({ letters }: OfficeClosing): OfficeClosing['letters'][number] | undefined =>
  letters
    .filter(({ kind, withdrawn }) => kind !== 'notice' && withdrawn === null)
    .toSorted((one, other) => one.number - other.number)
    .at(0);

export const emailLabel = ({ entry }: OfficeClosing, kind: LetterKind): string =>
  kind === 'letter' ? `Email letter to ${entry.holder === 'title' ? 'title' : 'escrow'}` : 'Email invoice';

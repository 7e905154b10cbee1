import type { Resign } from '../../../shared/agreements/agreement-fields.ts';
import type { AgreementPlaceholder, AgreementState } from '../../../shared/agreements/agreements.ts';

export const stateLabels: Record<AgreementState, string> = {
  signed: 'Waiting for the broker',
  'in-force': 'In force',
  replaced: 'Replaced',
  ended: 'Ended',
  declined: 'Never in force',
};

export const resignLabels: Record<Resign['state'], string> = {
  open: 'Not signed yet',
  overdue: 'Overdue',
  signed: 'Waiting for the broker',
  done: 'Done',
};

export const placeholderLabels: Record<AgreementPlaceholder, string> = {
  member: 'Name of the agent, as licensed',
  license: "The agent's license number",
  brokerage: 'Your legal name',
  broker: 'Name of the responsible broker',
  brokerLicense: "The broker's license number",
  date: 'Date of the agreement',
  feeSchedule: 'All fees as tables, in their own paragraph',
};

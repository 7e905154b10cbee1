import type { ReportReason } from '../../../shared/moderation/report-reasons.ts';

export const reasonLabel: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  rude: 'Rude or harassing',
  misleading: 'False or misleading',
  'private-information': 'Private information of a client or member',
  other: 'Something else',
};

import type { Finding } from '../../../shared/compliance/compliance.contract.ts';
import { findingLabel } from '../../../shared/compliance/finding-labels.ts';
import { formatDay } from '../../../shared/dates.ts';
import { insuranceLabels } from '../../../shared/entry-labels.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { Mail } from '../../platform/mail/queue-mail.ts';
import { mailIn } from '../mail-texts/render-mail-text.ts';

interface Reminder {
  name: string;
  email: string;
  findings: Finding[];
}

/** 'Education not complete, 12 of 45 hours, due Jan 31, 2027'; without the carrier of a policy: someone types it. */
export function whatIsMissing(finding: Finding): string {
  const { kind, state, due, detail } = finding;
  if ((kind !== 'eo' && kind !== 'auto') || detail === '') return findingLabel(finding);
  return `${insuranceLabels[kind]} ${state === 'wrong' ? 'expired' : 'expires'} ${formatDay(due)}`;
}

export const missingMail = ({ findings, ...to }: Reminder, brokerage: Brokerage): Mail =>
  mailIn('missing', brokerage, {
    to,
    url: `${brokerage.baseUrl}/dashboard/license`,
    values: {
      subject:
        findings.length === 1
          ? 'Something is missing from your file'
          : 'Several things are missing from your file',
      list: findings.map((finding) => `${whatIsMissing(finding)}.`),
    },
  });

import { sampleMark } from '../../../shared/agreements/agreements.ts';

const paragraph = (text: string) => `${sampleMark} ${text}`;

/** No lawyer has seen it: each paragraph says so, and production does not send it. */
export const sampleAgreement = [
  paragraph(
    'This agreement is between {brokerage} (“the brokerage”), by its responsible broker {broker}, DRE license {brokerLicense}, and {member}, DRE license {license} (“the licensee”). It begins on {date}.',
  ),
  '## Work',
  paragraph(
    'The licensee works as an independent contractor under the supervision of the broker, keeps the license active, and follows the handbook of the brokerage.',
  ),
  '## Fees',
  paragraph('The licensee keeps the commission less these fees. Nothing else is charged.'),
  '{feeSchedule}',
  '## Ending',
  paragraph(
    'Either side may end this agreement in writing at any time. Transactions that are open then are settled by it.',
  ),
  paragraph('A lawyer has to replace each paragraph of this text before anyone is asked to sign it.'),
].join('\n\n');

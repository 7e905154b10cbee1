import type { Finding } from '../../../shared/compliance/compliance.contract.ts';
import { findingLabel, stateLabels } from '../../../shared/compliance/finding-labels.ts';
import type { FindingState } from '../../../shared/compliance/findings.ts';
import { cx } from '../../ui/cx.ts';

const looks: Record<FindingState, string> = {
  // Paper has no background.
  stop: 'border border-error bg-error text-on-brand print:text-error',
  wrong: 'border border-error text-error',
  due: 'border border-poppy-text text-poppy-text',
  coming: 'border border-field-border text-muted',
};
const short: Record<FindingState, string> = {
  stop: 'Must not work',
  wrong: 'Open',
  due: 'This week',
  coming: 'Coming up',
};

/** Its state is in words, too, and stays next to the finding where that wraps. */
export const FindingText = ({ finding }: { finding: Finding }) => (
  <span className="inline-flex items-baseline gap-x-2">
    <span
      title={stateLabels[finding.state]}
      className={cx('shrink-0 whitespace-nowrap rounded-md px-1.5 text-xs leading-5', looks[finding.state])}
    >
      {short[finding.state]}
    </span>
    <span className={cx('wrap-anywhere min-w-0', finding.state === 'stop' && 'font-semibold')}>
      {findingLabel(finding)}
    </span>
  </span>
);

import { dueStateLabels, type ShownDueState } from '../../../shared/dues/dues.ts';
import { cx } from '../../ui/cx.ts';

const tones: Partial<Record<ShownDueState, string>> = {
  overdue: 'text-error',
  paid: 'text-success',
  kept: 'text-success',
  waived: 'text-muted',
  void: 'text-muted',
};

export const DueState = ({ state }: { state: ShownDueState }) => (
  <span className={cx('whitespace-nowrap font-semibold', tones[state])}>{dueStateLabels[state]}</span>
);

import type { ClosingRowAnswer } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels, type ClosingState as State } from '../../../shared/closings/closing-states.ts';
import { cx } from '../../ui/cx.ts';
import { isUrgent, promiseLabel } from './closing-labels.ts';

const tones: Partial<Record<State, string>> = {
  'changes-asked': 'text-poppy-text',
  'fell-through': 'text-error',
  paid: 'text-success',
  archived: 'text-muted',
};

export const ClosingState = ({ state }: { state: State }) => (
  <span className={cx('whitespace-nowrap font-semibold', tones[state])}>{closingStateLabels[state]}</span>
);

/** The day of the promise, red before it is broken. */
export function PromiseMark({ promise }: Pick<ClosingRowAnswer, 'promise'>) {
  if (!promise) return null;
  return (
    <span className={cx(isUrgent(promise) ? 'font-semibold text-error' : 'text-muted')}>
      {promiseLabel(promise)}
    </span>
  );
}

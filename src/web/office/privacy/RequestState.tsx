import type { PrivacyRequest } from '../../../shared/privacy/privacy.contract.ts';
import { cx } from '../../ui/cx.ts';

export function requestStateLabel({ closed, outcome, overdue, verified, acknowledged }: PrivacyRequest) {
  if (closed) return outcome === 'refused' ? 'Refused' : 'Done';
  if (overdue) return acknowledged ? 'Overdue' : 'Overdue: not acknowledged';
  if (!acknowledged) return 'New';
  return verified ? 'Needs an answer' : 'Not verified yet';
}

export function RequestState({ request }: { request: PrivacyRequest }) {
  const late = request.overdue;
  const look = late ? 'bg-error' : request.closed ? 'bg-success' : 'bg-poppy-text';
  return (
    <span className={cx('inline-flex items-center gap-2', late && 'font-semibold text-error')}>
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', look)} />
      {requestStateLabel(request)}
    </span>
  );
}

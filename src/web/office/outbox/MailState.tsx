import type { OutboxMail } from '../../../shared/outbox/outbox.contract.ts';
import { cx } from '../../ui/cx.ts';

const looks = { waiting: 'bg-poppy-text', sent: 'bg-success', failed: 'bg-error' };

/** A mail that failed is still waiting: it will be retried. */
export function mailStateLabel({ state, attempts }: Pick<OutboxMail, 'state' | 'attempts'>): string {
  if (state === 'sent') return 'Sent';
  if (state === 'failed') return 'Failed';
  return attempts === 0 ? 'Waiting' : 'Waiting to retry';
}

export function MailState({ mail }: { mail: OutboxMail }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={cx('size-2 rounded-full', looks[mail.state])} />
      {mailStateLabel(mail)}
    </span>
  );
}

/** A mail on its first attempt needs no retry. */
export const canBeRetried = ({ state, attempts }: OutboxMail): boolean => state !== 'sent' && attempts > 0;

import { makerLeftReason } from '../../../shared/webhooks/webhook-events.ts';
import type { Webhook } from '../../../shared/webhooks/webhooks.contract.ts';
import { cx } from '../../ui/cx.ts';

export function WebhookState({
  webhook: { enabled, disabledReason, waiting, failed },
}: {
  webhook: Webhook;
}) {
  const counts = [waiting > 0 && `${waiting} waiting`, failed > 0 && `${failed} failed`].filter(Boolean);
  return (
    <>
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <span
          aria-hidden="true"
          className={cx(
            'size-2 rounded-full',
            enabled ? 'bg-success' : disabledReason ? 'bg-error' : 'bg-line',
          )}
        />
        {enabled ? 'On' : 'Off'}
      </span>
      {disabledReason !== null && (
        <span className="block text-muted text-sm">
          {disabledReason === makerLeftReason
            ? makerLeftReason
            : `Turned off by the receiver (${disabledReason})`}
        </span>
      )}
      {counts.length > 0 && <span className="block text-muted text-sm">{counts.join(', ')}</span>}
    </>
  );
}

import type { OutboxMail } from '../../../shared/outbox/outbox.contract.ts';
import { warn } from '../../ui/alerts.ts';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { canBeRetried } from './MailState.tsx';
import { useRetryMail } from './outbox.queries.ts';

export function RetryMail({ mail, size }: { mail: OutboxMail } & Pick<ButtonLook, 'size'>) {
  const retry = useRetryMail();
  if (!canBeRetried(mail)) return null;

  const showError = ({ message }: Error) => warn(message);
  return (
    <Button
      variant={size === 'sm' ? 'quiet' : 'primary'}
      size={size}
      aria-label={`Try again: “${mail.subject}” to ${mail.to}`}
      pending={retry.isPending}
      onClick={() => retry.mutate(mail._id, { onError: showError })}
      className="whitespace-nowrap"
    >
      Try again
    </Button>
  );
}

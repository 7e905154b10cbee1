import { Link } from 'react-router';
import type { OutboxMail } from '../../../shared/outbox/outbox.contract.ts';
import { warn } from '../../ui/alerts.ts';
import { Button, type ButtonLook, buttonClass } from '../../ui/Button.tsx';
import { canBeRetried } from './MailState.tsx';
import { useRetryMail } from './outbox.queries.ts';

/** A letter of a closing is emailed again from there, where it is asked what is open. */
export function RetryMail({ mail, size }: { mail: OutboxMail } & Pick<ButtonLook, 'size'>) {
  const retry = useRetryMail();
  if (!canBeRetried(mail)) return null;

  const look = { variant: size === 'sm' ? 'quiet' : 'primary', size } as const;
  if (mail.closing !== undefined)
    return (
      <Link
        to={`/dashboard/admin/closings/${mail.closing}`}
        className={buttonClass(look, 'whitespace-nowrap')}
        aria-label={`Open the closing: “${mail.subject}” to ${mail.to}`}
      >
        Open the closing
      </Link>
    );

  const showError = ({ message }: Error) => warn(message);
  return (
    <Button
      {...look}
      aria-label={`Try again: “${mail.subject}” to ${mail.to}`}
      pending={retry.isPending}
      onClick={() => retry.mutate(mail._id, { onError: showError })}
      className="whitespace-nowrap"
    >
      Try again
    </Button>
  );
}

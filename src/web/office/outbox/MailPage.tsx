import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { OutboxMailText } from '../../../shared/outbox/outbox.contract.ts';
import { isNotFound } from '../../api.ts';
import { warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { MailState } from './MailState.tsx';
import { mailQuery, useInvitation } from './outbox.queries.ts';
import { RetryMail } from './RetryMail.tsx';

const showError = ({ message }: Error) => warn(message);

export function MailPage() {
  const { id = '' } = useParams();
  const query = useQuery(mailQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title="Email"
      width="form"
      back={{ to: '/dashboard/admin/outbox', label: 'Back to the outbox' }}
      action={query.data && <RetryMail mail={query.data} />}
    >
      <Loaded query={query} what="The email" skeleton={<Skeleton className="h-64" />}>
        {(mail) => (
          <div className="grid grid-cols-1 gap-6">
            <MailFacts mail={mail} />
            <Words mail={mail} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function MailFacts({ mail }: { mail: OutboxMailText }) {
  return (
    <Facts>
      <Fact name="Subject">{mail.subject}</Fact>
      <Fact name="To">{mail.to}</Fact>
      {mail.attachment !== null && <Fact name="Attachment">{mail.attachment}</Fact>}
      <Fact name="State">
        <MailState mail={mail} />
      </Fact>
      <Fact name="Attempts">{mail.attempts}</Fact>
      {mail.error !== null && <Fact name="Last error">{mail.error}</Fact>}
      <Fact name="Written">{formatDateTime(mail.date)}</Fact>
      {mail.nextAttempt !== null && mail.attempts > 0 && (
        <Fact name="Next attempt">{formatDateTime(mail.nextAttempt)}</Fact>
      )}
      {mail.sent !== null && <Fact name="Sent">{formatDateTime(mail.sent)}</Fact>}
    </Facts>
  );
}

function Words({ mail }: { mail: OutboxMailText }) {
  const show = useInvitation(mail._id);
  const text = show.data?.text ?? mail.text;
  if (text === null) return <p className="text-muted">We don't keep the text of sent emails.</p>;
  return (
    <div className="grid grid-cols-1 gap-2">
      {mail.byHand ? (
        <p className="text-muted">
          Email isn't set up, so hand this invitation over yourself. Anyone with the link can set the
          password. It works once.
        </p>
      ) : (
        text.includes('#[hidden]') && (
          <p className="text-muted">The link works like a password, so part of it is hidden.</p>
        )
      )}
      {mail.byHand && !show.isSuccess && (
        <Button
          variant="secondary"
          className="justify-self-start"
          pending={show.isPending}
          onClick={() => show.mutate(undefined, { onError: showError })}
        >
          Show the link
        </Button>
      )}
      <p className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-surface p-5">{text}</p>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../../shared/dates.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { applicationLabels, applicationsPath } from './application-labels.ts';
import { leadApplicationQuery, useWithdrawInvitation } from './applications.queries.ts';
import { nameOf } from './lead-labels.ts';
import { SendAgreement } from './SendAgreement.tsx';
import { TermsText } from './TermsText.tsx';

/** The state of a lead's application; nothing if the lead was not invited. */
export function LeadApplication({ lead }: { lead: Lead }) {
  const { data } = useQuery(leadApplicationQuery(lead._id));
  const [sending, setSending] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const withdraw = useWithdrawInvitation(lead._id);
  const id = useId();
  const application = data?.application;
  if (!application) return null;
  const { state, expires, terms, reason } = application;
  const isUnsigned = state === 'invited' || state === 'started';
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id={id} className="text-xl">
        Application
      </h2>
      <p>
        <Link to={`${applicationsPath}/${application._id}`}>{applicationLabels[state]}</Link>
        {isUnsigned && expires && `. The link works until ${formatDay(expires)}.`}
      </p>
      {reason && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{reason}</p>}
      {terms && <TermsText terms={terms} />}
      <div className="flex flex-wrap gap-3">
        {(isUnsigned || state === 'closed' || state === 'withdrawn' || state === 'declined') && (
          <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setSending(true)}>
            Send again
          </Button>
        )}
        {isUnsigned && (
          <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setWithdrawing(true)}>
            Withdraw the link
          </Button>
        )}
      </div>
      <SendAgreement
        lead={{ _id: lead._id, name: nameOf(lead), email: lead.email }}
        open={sending}
        onClose={() => setSending(false)}
      />
      <LazyConfirmDialog
        open={withdrawing}
        title={`Withdraw the link of ${nameOf(lead)}?`}
        body="It stops working at once. What they entered stays, and you can send another."
        confirmLabel="Withdraw link"
        danger
        pending={withdraw.isPending}
        error={withdraw.error && `We couldn't withdraw it. Try again. ${withdraw.error.message}`}
        onConfirm={() => withdraw.mutate(undefined, { onSuccess: () => setWithdrawing(false) })}
        onClose={() => {
          withdraw.reset();
          setWithdrawing(false);
        }}
      />
    </section>
  );
}

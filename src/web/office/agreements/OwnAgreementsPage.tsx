import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type {
  Agreement,
  OwnAgreements,
  PreparedAgreement,
} from '../../../shared/agreements/agreement-fields.ts';
import { formatDay, formatDueDay } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { stateLabels } from './agreement-labels.ts';
import { ownPdf, reviewPdf, reviewQuery, useSignOwn } from './agreements.queries.ts';
import { ChangedWords } from './ChangedWords.tsx';
import { ownAgreementsQuery } from './own-agreements.query.ts';

export function OwnAgreementsPage() {
  const query = useQuery(ownAgreementsQuery);
  return (
    <Page title="My agreements">
      <Loaded query={query} what="Your agreements" skeleton={<Skeleton className="h-64" />}>
        {(own) => (
          <>
            {own.ask && <Ask ask={own.ask} agreements={own.agreements} />}
            <Signed agreements={own.agreements} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Signed({ agreements }: { agreements: Agreement[] }) {
  if (agreements.length === 0) return <EmptyState>You haven't signed an agreement online.</EmptyState>;
  return (
    <ul className="grid max-w-3xl grid-cols-1 gap-4">
      {agreements.map(({ _id, state, version, signed, countersigned }) => (
        <li
          key={_id}
          className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-surface p-4"
        >
          <span>
            <span className="font-semibold">
              Version {version}: {stateLabels[state].toLowerCase()}
            </span>
            <span className="block text-muted text-sm">
              You signed {formatDay(signed.date)}
              {countersigned && `, ${countersigned.name} signed ${formatDay(countersigned.date)}`}
            </span>
          </span>
          <DownloadButton label="Download PDF" what="Your agreement" read={() => ownPdf(_id)} />
        </li>
      ))}
    </ul>
  );
}

type AskProps = { ask: NonNullable<OwnAgreements['ask']>; agreements: Agreement[] };

function Ask({ ask, agreements }: AskProps) {
  const query = useQuery(reviewQuery);
  const isAnother = agreements.some(({ state }) => state === 'in-force');
  const fees = ask.fees === null ? '' : ` with fee schedule ${ask.fees}`;
  return (
    <Section
      title={`Sign version ${ask.version}${fees} by ${formatDueDay(ask.due, Date.now())}`}
      className="max-w-3xl"
    >
      <p className="text-muted">
        {ask.note && `${ask.note.replace(/[^.!?…]$/, '$&.')} `}
        {isAnother
          ? 'What you signed before stays in force until both of us have signed this one.'
          : 'It takes effect once both of us have signed it.'}
      </p>
      <Loaded query={query} what="The new version" skeleton={<Skeleton className="h-96" />}>
        {(prepared) => <Review prepared={prepared} onStale={() => void query.refetch()} />}
      </Loaded>
    </Section>
  );
}

function Review({ prepared, onStale }: { prepared: PreparedAgreement; onStale: () => void }) {
  const { html, feeChanges, changes } = prepared;
  return (
    <>
      {feeChanges.length > 0 && (
        <>
          <h3>What you'd pay</h3>
          <ul className="list-disc ps-6">
            {feeChanges.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      {changes && (
        <>
          <h3>What has changed in the text</h3>
          <ChangedWords changes={changes} />
        </>
      )}
      <h3>The whole agreement</h3>
      <div>
        <DownloadButton label="Download as PDF" what="The agreement" read={reviewPdf} />
      </div>
      <div
        className="prose wrap-anywhere rounded-lg border border-line bg-surface p-5"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser made it, by an allow-list
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <Sign prepared={prepared} onStale={onStale} />
    </>
  );
}

function Sign({ prepared, onStale }: { prepared: PreparedAgreement; onStale: () => void }) {
  const [name, setName] = useState('');
  // A yes to another text must be given again.
  const [agreedTo, setAgreedTo] = useState('');
  const agree = agreedTo === prepared.sha256;
  const [consent, setConsent] = useState(false);
  const [left, setLeft] = useState<Record<string, string>>({});
  const sign = useSignOwn();
  const fields = { ...(sign.error instanceof ApiError ? sign.error.fields : {}), ...left };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setLeft({
      ...(!agree && { agree: 'Please check that you agree to be bound by this agreement' }),
      ...(!consent && { consent: 'Please agree to sign electronically' }),
    });
    if (!agree || !consent) return;
    sign.mutate(
      { sha256: prepared.sha256, name, agree, consent },
      { onError: (error) => error instanceof ApiError && error.status === 409 && onStale() },
    );
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-form grid-cols-1 gap-5">
      <h3>Sign</h3>
      <TextField
        label="Your name as licensed"
        required
        autoComplete="name"
        maxLength={maxLengths.user.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={fields.name}
      />
      <CheckboxField
        label={prepared.consent.text}
        required
        checked={consent}
        onChange={({ target }) => setConsent(target.checked)}
        error={fields.consent}
      />
      <CheckboxField
        label="I have read this agreement with its fee schedule, and I agree to be bound by it."
        required
        checked={agree}
        onChange={({ target }) => setAgreedTo(target.checked ? prepared.sha256 : '')}
        error={fields.agree}
      />
      <FormError>{Object.keys(fields).length === 0 && sign.error?.message}</FormError>
      <Button type="submit" pending={sign.isPending} className="justify-self-start">
        Sign the agreement
      </Button>
      <p className="wrap-anywhere text-muted text-sm">
        You sign exactly this PDF. SHA-256: <code translate="no">{prepared.sha256}</code>
      </p>
    </form>
  );
}

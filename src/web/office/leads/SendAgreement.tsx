import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import type { IndividualTerms } from '../../../shared/agreements/agreement-fields.ts';
import { today } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import { FEE_LINES, type FeeLine } from '../../../shared/fees/fees.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatAmount, formatMoney, parseMoney, unreadAmount } from '../../../shared/money.ts';
import { ApiError } from '../../api.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormFooter } from '../dialogs/FormDialog.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { publishedFeesQuery } from '../queries/published-fees.query.ts';
import { useUser } from '../session/guards.tsx';
import { agreementPath } from './application-labels.ts';
import {
  leadApplicationQuery,
  readyQuery,
  type TermsChange,
  useSendAgreement,
} from './applications.queries.ts';

type SendAgreementProps = {
  lead: { _id: string; name: string; email: string };
  open: boolean;
  onClose: () => void;
};

/** Emails the personal link, with individual terms where there are some. */
export function SendAgreement({ lead, open, onClose }: SendAgreementProps) {
  const { admin } = useUser();
  const send = useSendAgreement(lead._id);
  const known = useQuery({ ...leadApplicationQuery(lead._id), enabled: open });
  const ready = useQuery({ ...readyQuery, enabled: open });
  const id = useId();

  function close(): void {
    if (send.isPending) return;
    send.reset();
    onClose();
  }

  const isReady = ready.data?.ready === true;
  return (
    <LazyDialog
      open={open}
      onClose={close}
      title={`Send the agreement to ${lead.name}?`}
      description={`We email ${shownEmail(lead.email)} a personal link to apply and sign. It works for 14 days; an earlier one stops.`}
      footer={
        isReady && <FormFooter form={id} pending={send.isPending} onCancel={close} submit="Send agreement" />
      }
    >
      <Loaded query={ready} what="The agreement" skeleton={<Skeleton className="h-24" />}>
        {({ ready: canBeSent, missing }) =>
          canBeSent ? (
            <Loaded query={known} what="The application" skeleton={<Skeleton className="h-24" />}>
              {({ application }) => (
                <TermsForm
                  key={String(open)}
                  id={id}
                  saved={application?.terms ?? null}
                  error={send.error}
                  onSubmit={(change) => send.mutate(change, { onSuccess: onClose })}
                />
              )}
            </Loaded>
          ) : (
            <p>
              {missing} {admin && <Link to={agreementPath}>Open the agreement</Link>}
            </p>
          )
        }
      </Loaded>
    </LazyDialog>
  );
}

const isFeeLine = (key: string): key is FeeLine => Object.hasOwn(FEE_LINES, key);
const feeLines = Object.keys(FEE_LINES).filter(isFeeLine);

type TermsFormProps = {
  id: string;
  saved: IndividualTerms | null;
  error: Error | null;
  /** Undefined to keep the saved terms. */
  onSubmit: (change: TermsChange | undefined) => void;
};

function TermsForm({ id, saved, error, onSubmit }: TermsFormProps) {
  const fees = useQuery(publishedFeesQuery).data?.current;
  // The application is read again behind the dialog.
  const [seen, setSeen] = useState(saved);
  const [has, setHas] = useState(saved !== null);
  const [date, setDate] = useState(saved?.date ?? today());
  const [mentor, setMentor] = useState(saved?.mentor ?? '');
  const [paragraph, setParagraph] = useState(saved?.paragraph ?? '');
  const [dollars, setDollars] = useState<Record<string, string>>(() =>
    Object.fromEntries((saved?.lines ?? []).map(({ line, amount }) => [line, formatAmount(amount)])),
  );
  const [touched, setTouched] = useState(false);
  const [unread, setUnread] = useState<FeeLine[]>([]);
  const fields = error instanceof ApiError ? error.fields : {};
  const lines = feeLines.filter((line) => (dollars[line] ?? '').trim() !== '');
  const errorOfLine = (line: FeeLine) =>
    unread.includes(line) ? unreadAmount : fields[`terms.lines.${lines.indexOf(line)}.amount`];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!touched || !has) {
      onSubmit(touched ? { terms: null, seen, onSaved: setSeen } : undefined);
      return;
    }
    const read = lines.map((line) => ({ line, amount: parseMoney(dollars[line] ?? '') }));
    const wrong = read.flatMap(({ line, amount }) => (amount === undefined ? [line] : []));
    setUnread(wrong);
    if (wrong.length > 0) return;
    const amounts = read.flatMap(({ line, amount }) => (amount === undefined ? [] : [{ line, amount }]));
    onSubmit({ terms: { date, mentor, paragraph, lines: amounts }, seen, onSaved: setSeen });
  }

  return (
    <form
      id={id}
      noValidate
      onSubmit={submit}
      onChange={() => setTouched(true)}
      className="grid grid-cols-1 gap-4"
    >
      <CheckboxField
        label="With individual terms"
        hint="An addendum to the fee schedule, signed with the agreement"
        checked={has}
        onChange={({ target }) => setHas(target.checked)}
      />
      {has && (
        <>
          <TextField
            label="Date of the addendum"
            type="date"
            required
            value={date}
            onChange={({ target }) => setDate(target.value)}
            error={fields['terms.date']}
          />
          <fieldset className="grid gap-3 rounded-lg border border-line p-4">
            <legend className="px-1 font-semibold text-sm">
              Fees agreed on instead (leave the others blank)
            </legend>
            {feeLines.map((line) => (
              <TextField
                key={line}
                label={`${FEE_LINES[line]} ($)`}
                hint={fees && `${formatMoney(fees[line])} by the schedule`}
                inputMode="decimal"
                autoComplete="off"
                value={dollars[line] ?? ''}
                onChange={({ target }) => setDollars({ ...dollars, [line]: target.value })}
                error={errorOfLine(line)}
              />
            ))}
          </fieldset>
          <TextField
            label="Mentor (optional)"
            autoComplete="off"
            maxLength={maxLengths.user.name}
            value={mentor}
            onChange={({ target }) => setMentor(target.value)}
            error={fields['terms.mentor']}
          />
          <TextArea
            label="Paragraph (optional)"
            rows={4}
            maxLength={maxLengths.agreement.paragraph}
            value={paragraph}
            onChange={({ target }) => setParagraph(target.value)}
            error={fields['terms.paragraph']}
          />
        </>
      )}
      <FormError>{Object.keys(fields).length === 0 && error?.message}</FormError>
    </form>
  );
}

import { formatDay } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { ErrorItem } from '../../../shared/errors.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { JoinView, SignForm } from '../../../shared/joining/join-view.ts';
import type { JoinAgreement as Agreement } from '../../../shared/joining/joining-fields.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Notice } from '../privacy/PrivacyRequestPage.tsx';
import { JoinProgress } from './JoinProgress.tsx';

type JoinAgreementProps = Extract<JoinView, { view: 'agreement' }> & { brokerage: Brokerage };

/** The agreement in full, exactly as the PDF says it, and below it what signs it. */
export function JoinAgreement({ token, state, agreement, form, brokerage }: JoinAgreementProps) {
  const { version, fees, date, html, feeChanges, changes, statement } = agreement;
  return (
    <>
      <header className="grid gap-4">
        <p className="text-muted">Last step of your application</p>
        <h1>Your agreement</h1>
        <p className="max-w-[58ch] text-lg text-muted">
          Version {version} with fee schedule {fees}, made for you on {formatDay(date)}. Read all of it, then
          sign below. It's in force only once our broker has signed, too.
        </p>
        <p>
          <a href={`/join/${token}/copy`}>Download it as a PDF</a>
        </p>
      </header>
      {changes && <Changes changes={changes} feeChanges={feeChanges} />}
      <div className="grid gap-12 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)] lg:gap-16">
        <div className="grid grid-cols-1 content-start gap-10">
          <section aria-label="The agreement" className="rounded-lg border border-line bg-surface p-5 sm:p-8">
            <div
              className="prose wrap-anywhere"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser made it, by an allow-list
              dangerouslySetInnerHTML={{ __html: html }}
            />
          </section>
          {statement && <Statement statement={statement} />}
          <Sign
            token={token}
            name={state.answers.name ?? ''}
            agreement={agreement}
            form={form}
            email={state.email}
          />
        </div>
        <div className="grid content-start gap-8">
          <JoinProgress token={token} missing={state.missing} current="agreement" />
          <p>
            Questions first? Call {brokerage.phone} or email{' '}
            <a href={mailtoHref(brokerage.email)}>{shownEmail(brokerage.email)}</a>.
          </p>
          <p>
            Not for you? <a href={`/join/${token}/decline`}>Let us know</a>.
          </p>
        </div>
      </div>
    </>
  );
}

type ChangesProps = Pick<Agreement, 'feeChanges'> & { changes: NonNullable<Agreement['changes']> };

function Changes({ changes, feeChanges }: ChangesProps) {
  return (
    <section
      aria-labelledby="changes"
      className="grid max-w-[44rem] gap-3 rounded-lg border border-poppy-text p-5"
    >
      <h2 id="changes" className="text-xl">
        The agreement changed since you read it
      </h2>
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
      <p>
        Nothing is signed yet. <ins className="text-success">Underlined words</ins> are new,{' '}
        <del className="text-error">crossed out words</del> are gone.
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap text-sm">
        {changes.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
          <Change key={index} {...part} isFirst={index === 0} isLast={index === changes.length - 1} />
        ))}
      </p>
    </section>
  );
}

type ChangeProps = NonNullable<Agreement['changes']>[number] & { isFirst: boolean; isLast: boolean };

function Change({ kind, text, isFirst, isLast }: ChangeProps) {
  if (kind === 'removed') return <del className="text-error">{text}</del>;
  if (kind === 'added') return <ins className="text-success">{text}</ins>;
  return shortened(text, isFirst, isLast);
}

/** Characters that stay around a change. */
const around = 160;

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * around) return text;
  return `${isFirst ? '' : text.slice(0, around)} … ${isLast ? '' : text.slice(-around)}`;
}

function Statement({ statement }: { statement: NonNullable<Agreement['statement']> }) {
  const { title, lines, keeps } = statement;
  return (
    <section aria-labelledby="statement" className="grid gap-4">
      <h2 id="statement" className="text-xl">
        Your own numbers
      </h2>
      <p className="text-muted">{title}, from the calculator on our site, by the fees of this agreement:</p>
      <dl className="rounded-lg border border-line bg-surface px-5 py-3">
        {lines.map(({ label, rule, amount }) => (
          <div key={label} className="flex justify-between gap-4 border-line border-b py-2">
            <dt>
              {label}
              <span className="block text-muted text-sm">{rule}</span>
            </dt>
            <dd className="shrink-0">{formatMoney(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-3 font-semibold">
          <dt>You keep</dt>
          <dd>{formatMoney(keeps)}</dd>
        </div>
      </dl>
    </section>
  );
}

interface SignProps {
  token: string;
  name: string;
  email: string;
  agreement: Agreement;
  form: SignForm;
}

const ownFields = ['name', 'agree', 'consent', 'code'];

/** First a code is asked for, then it is typed here: one form, which keeps what was typed. */
function Sign({ token, name, email, agreement: { sha256, consent }, form }: SignProps) {
  const { codeSent, errors } = form;
  const errorOf = (field: string) => errors.find((each) => each.field === field)?.msg;
  const general = errors.filter(({ field }) => !field || !ownFields.includes(field));
  return (
    <section aria-labelledby="sign" className="grid gap-4">
      <h2 id="sign" className="text-xl">
        Sign
      </h2>
      <form
        method="post"
        action={`/join/${token}/${codeSent ? 'sign' : 'code'}#sign`}
        noValidate
        className="grid grid-cols-1 gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8"
      >
        {errors.length > 0 && <Notice role="alert" text={noticeOf(errors)} />}
        {codeSent && errors.length === 0 && (
          <Notice
            role="status"
            text={`We emailed a code to ${shownEmail(email)}. Enter it below within 15 minutes.`}
          />
        )}
        <input type="hidden" name="sha256" value={sha256} />
        {codeSent && <input type="hidden" name="codeSent" value="yes" />}
        <TextField
          name="name"
          label="Your name as licensed"
          hint={`Type it as in your application: ${name}`}
          required
          autoComplete="name"
          maxLength={maxLengths.user.name}
          defaultValue={form.name}
          error={errorOf('name')}
        />
        <CheckboxField
          name="consent"
          value="yes"
          required
          defaultChecked={form.consent}
          label={consent.text}
          error={errorOf('consent')}
        />
        <CheckboxField
          name="agree"
          value="yes"
          required
          defaultChecked={form.agree}
          label="I have read this agreement with its fee schedule, and I agree to be bound by it."
          error={errorOf('agree')}
        />
        {codeSent && (
          <TextField
            name="code"
            label="Code from your email"
            hint="6 digits"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errorOf('code')}
          />
        )}
        {general.map(({ msg }) => (
          <FieldError key={msg}>{msg}</FieldError>
        ))}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{codeSent ? 'Sign the agreement' : 'Email me a code'}</Button>
          {codeSent && (
            <Button type="submit" variant="secondary" formAction={`/join/${token}/code#sign`}>
              Send another code
            </Button>
          )}
        </div>
        <p className="wrap-anywhere text-muted text-sm">
          You sign exactly the PDF above. Its fingerprint (SHA-256): <code translate="no">{sha256}</code>
        </p>
      </form>
    </section>
  );
}

const noticeOf = (errors: ErrorItem[]): string =>
  errors.some(({ field }) => field) ? 'Not signed yet. Please check the fields below.' : 'Not signed yet.';

import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type FormEvent, startTransition, useActionState, useEffect, useRef } from 'react';
import { phoneConsent } from '../../../shared/contact/phone-consent.ts';
import type { ErrorItem } from '../../../shared/errors.ts';
import type { ContactForm as Form } from '../../../shared/pages.ts';
import { Alerts } from '../../ui/Alerts.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, FieldError } from '../../ui/Field.tsx';
import { focusFirstInvalid } from '../../ui/focus.ts';
import { TextField } from '../../ui/TextField.tsx';
import { reportVisit } from '../visit-notes.ts';
import { AfterSending } from './AfterSending.tsx';
import { allFields, contactFields, messageField, optionalFields } from './contact-fields.ts';
import { type SentRequest, sendContactRequest } from './send-contact-request.ts';

interface Outcome {
  errors: ErrorItem[];
  /** With script. */
  sent?: SentRequest | undefined;
  /** After a post without script; with script an alert shows it. */
  notice?: 'Email Sent!' | 'Email not sent';
}

interface ContactFormProps {
  form: Form;
  /** The brokerage's name. */
  brokerage: string;
  /** As feesToText. */
  fees: string;
}

/** Posts natively without script. */
export function ContactForm({ form, brokerage, fees }: ContactFormProps) {
  const [{ errors, notice, sent }, send, pending] = useActionState(
    (_: Outcome, element: HTMLFormElement): Promise<Outcome> => sendContactRequest(element),
    outcomeOf(form),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    startTransition(() => send(element));
  };
  const ref = useFocusOnErrors(errors);
  return (
    <>
      <form
        ref={ref}
        method="post"
        action="/contact"
        onSubmit={submit}
        onInput={() => reportVisit('form')}
        aria-busy={pending}
        // The phone's min length is not enforced (docs/product.md P5.9), and our messages say more than the browser's.
        noValidate
        className="relative grid gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8"
      >
        {notice && <Notice text={notice} />}
        {(sent || notice === 'Email Sent!') && (
          <AfterSending sent={sent} brokerage={brokerage} reminder={form.reminder} fees={fees} />
        )}
        <Fields form={form} errors={errors} />
        {generalErrors(errors).map(({ msg }) => (
          <FieldError key={msg}>{msg}</FieldError>
        ))}
        <Button type="submit" pending={pending} className="justify-self-start">
          Send
        </Button>
        <p className="text-muted text-sm">
          We keep your details for less than 2 years. See our{' '}
          <a href="/privacy-and-gdpr-policy">privacy and GDPR policy</a>.
        </p>
        {pending && <Sending />}
      </form>
      <Alerts />
    </>
  );
}

function outcomeOf({ sent, errors }: Form): Outcome {
  if (sent) return { errors, notice: 'Email Sent!' };
  return errors.length > 0 ? { errors, notice: 'Email not sent' } : { errors };
}

const isField = (field: string | undefined) => allFields.some(({ name }) => name === field);
const generalErrors = (errors: ErrorItem[]) => errors.filter(({ field }) => !isField(field));

function useFocusOnErrors(errors: ErrorItem[]) {
  const ref = useRef<HTMLFormElement>(null);
  const before = useRef(errors);
  useEffect(() => {
    if (before.current !== errors && ref.current) focusFirstInvalid(ref.current);
    before.current = errors;
  }, [errors]);
  return ref;
}

function Fields({ form, errors }: { form: Form; errors: ErrorItem[] }) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {contactFields.map(({ name, label, input }) => (
        <TextField
          key={name}
          {...input}
          required
          name={name}
          label={label}
          defaultValue={form.values[name]}
          error={errors.find(({ field }) => field === name)?.msg}
        />
      ))}
      <p className="text-muted text-sm sm:col-span-2">{phoneConsent.text}</p>
      {optionalFields.map(({ name, label, input }) => (
        <TextField
          key={name}
          {...input}
          name={name}
          label={label}
          defaultValue={form.values[name]}
          error={errors.find(({ field }) => field === name)?.msg}
        />
      ))}
      <Field
        label={messageField.label}
        className="sm:col-span-2"
        error={errors.find(({ field }) => field === messageField.name)?.msg}
      >
        {(control) => (
          <textarea
            {...control}
            name={messageField.name}
            rows={5}
            defaultValue={form.values.message}
            className="control field-sizing-content min-h-[calc(5lh+1rem+2px)] resize-y"
          />
        )}
      </Field>
      <input type="hidden" name="phoneConsent" defaultValue={phoneConsent.version} />
      <input type="hidden" name="started" defaultValue={form.started} />
      {/* For robots only: hidden from people, and not reachable by keyboard. Its name is none that programs fill in. */}
      <label aria-hidden="true" className="sr-only">
        Leave this empty
        <input
          name="leaveEmpty"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-lpignore="true"
          data-bwignore=""
          data-form-type="other"
        />
      </label>
    </div>
  );
}

function Notice({ text }: { text: NonNullable<Outcome['notice']> }) {
  const sent = text === 'Email Sent!';
  return (
    <p
      role={sent ? 'status' : 'alert'}
      className={`rounded-md border px-4 py-3 font-semibold ${sent ? 'border-success text-success' : 'border-error text-error'}`}
    >
      {text}
    </p>
  );
}

function Sending() {
  return (
    <p
      role="status"
      className="absolute inset-0 flex items-center justify-center gap-3 rounded-lg bg-surface/95 font-semibold transition-opacity starting:opacity-0"
    >
      <LoaderCircle className="size-8 animate-spin text-brand" />
      Sending
    </p>
  );
}

import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type FormEvent, type ReactNode, startTransition, useActionState, useEffect, useRef } from 'react';
import { phoneConsent } from '../../../shared/contact/phone-consent.ts';
import type { ErrorItem } from '../../../shared/errors.ts';
import type { ContactForm as Form } from '../../../shared/pages.ts';
import { Alerts } from '../../ui/Alerts.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, FieldError } from '../../ui/Field.tsx';
import { focusFirstInvalid } from '../../ui/focus.ts';
import { TextField } from '../../ui/TextField.tsx';
import { reportVisit } from '../visit-notes.ts';
import { allFields, contactFields, messageField, optionalFields } from './contact-fields.ts';
import { JustSent } from './JustSent.tsx';
import { type SentRequest, sendContactRequest } from './send-contact-request.ts';

interface Outcome {
  errors: ErrorItem[];
  /** With script. */
  sent?: SentRequest | undefined;
  /** After a post without script; with script an alert says so. */
  failed?: boolean;
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
  const [{ errors, failed, sent }, send, pending] = useActionState(
    // An answer stays when another inquiry fails.
    async ({ sent: before }: Outcome, element: HTMLFormElement): Promise<Outcome> => ({
      sent: before,
      ...(await sendContactRequest(element)),
    }),
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
      {sent && <JustSent sent={sent} brokerage={brokerage} reminder={form.reminder} fees={fees} />}
      <Again folded={form.sent} titled={sent !== undefined}>
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
          {failed && (
            <p role="alert" className="rounded-md border border-error px-4 py-3 font-semibold text-error">
              Email not sent
            </p>
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
      </Again>
      <Alerts />
    </>
  );
}

const outcomeOf = ({ errors }: Form): Outcome => ({ errors, failed: errors.length > 0 });

/** After sending the form is for another inquiry; on the server's answer it opens by a click. */
function Again({ folded, titled, children }: { folded: boolean; titled: boolean; children: ReactNode }) {
  if (folded)
    return (
      <details className="max-w-[36rem]">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-brand underline underline-offset-4 hover:text-brand-hover">
          Send another inquiry
        </summary>
        <div className="mt-4">{children}</div>
      </details>
    );
  return (
    <div className="max-w-[36rem]">
      {titled && <h2 className="mb-4 text-2xl">Send another inquiry</h2>}
      {children}
    </div>
  );
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

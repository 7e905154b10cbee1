import type { PrivacyRequestForm } from '../../../shared/pages.ts';
import { needsIdentity, privacyKindLabels, privacyKinds } from '../../../shared/privacy/privacy-kinds.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

const fields = ['kind', 'name', 'email', 'details'];

/** docs/product.md P19.7; works without script. */
export function PrivacyRequestPage({ form }: { form: PrivacyRequestForm }) {
  const { values, errors, sent } = form;
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.msg;
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      <header className="grid gap-4">
        <h1>Privacy request</h1>
        <p className="max-w-[58ch] text-lg text-muted">
          Ask what we hold about you, or have it corrected or deleted. We'll answer within 30 days. If we need
          to verify it's you, we'll email you a confirmation link.
        </p>
      </header>
      <form
        method="post"
        action="/privacy-request"
        noValidate
        className="relative mt-8 grid max-w-xl grid-cols-1 gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8"
      >
        {sent && <Notice role="status" text="We received your request. Check your email." />}
        {errors.length > 0 && <Notice role="alert" text="We couldn't send your request. Try again." />}
        <Kinds chosen={values.kind} error={errorOf('kind')} />
        <TextField
          required
          name="name"
          label="Name"
          autoComplete="name"
          defaultValue={values.name}
          error={errorOf('name')}
        />
        <TextField
          required
          type="email"
          name="email"
          label="Email"
          autoComplete="email"
          hint="The email we have on file"
          defaultValue={values.email}
          error={errorOf('email')}
        />
        <TextArea
          name="details"
          label="Details"
          rows={4}
          defaultValue={values.details}
          error={errorOf('details')}
        />
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
        {errors
          .filter(({ field }) => !field || !fields.includes(field))
          .map(({ msg }) => (
            <FieldError key={msg}>{msg}</FieldError>
          ))}
        <Button type="submit" className="justify-self-start">
          Send
        </Button>
        <p className="text-muted text-sm">
          See our <a href="/privacy-and-gdpr-policy">privacy and GDPR policy</a>.
        </p>
      </form>
    </div>
  );
}

function Kinds({ chosen, error }: { chosen: string | undefined; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error && 'kind-error'} className="grid gap-1.5">
      <legend className="font-semibold text-sm">What would you like to ask for?</legend>
      {privacyKinds.map((kind) => (
        <label key={kind} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="kind"
            value={kind}
            required
            defaultChecked={kind === chosen}
            className="size-5 shrink-0"
          />
          <span>
            {privacyKindLabels[kind]}
            {!needsIdentity(kind) && <span className="text-muted"> (nothing to confirm)</span>}
          </span>
        </label>
      ))}
      {error && <FieldError id="kind-error">{error}</FieldError>}
    </fieldset>
  );
}

export function Notice({ role, text }: { role: 'status' | 'alert'; text: string }) {
  const look = role === 'status' ? 'border-success text-success' : 'border-error text-error';
  return (
    <p role={role} className={`rounded-md border px-4 py-3 font-semibold ${look}`}>
      {text}
    </p>
  );
}

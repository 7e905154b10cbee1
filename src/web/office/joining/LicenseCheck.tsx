import { type FormEvent, useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { licenseFindingLabels, licenseFindings } from '../../../shared/joining/applications.ts';
import type { Application } from '../../../shared/joining/joining-fields.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useDecide } from '../leads/applications.queries.ts';
import { Section } from '../page/Section.tsx';
import { isBlockedByOwn, ownWorkId } from './own-application.ts';

const checkedIn = ['started', 'signed', 'question', 'approved'];

/** The license against the public record; each look is kept in the history. */
export function LicenseCheck({ application }: { application: Application }) {
  const { _id, state, licenseUrl, licenseCheck, answers } = application;
  const isBlocked = isBlockedByOwn(application);
  const again = licenseCheck?.again ?? null;
  const [finding, setFinding] = useState(again ? undefined : licenseCheck?.finding);
  const [note, setNote] = useState('');
  const { name = '', license = '', licenseType: type = null, licenseExpires: expires = null } = answers;
  const seen = { name, license, type, expires };
  const decide = useDecide(_id);
  const fields = decide.error instanceof ApiError ? decide.error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (finding)
      decide.mutate({ what: 'license', body: { finding, note, seen } }, { onSuccess: () => setNote('') });
  }

  return (
    <Section title="License">
      {licenseUrl ? (
        <p>
          <a href={licenseUrl} target="_blank" rel="noopener noreferrer">
            DRE #{answers.license} in the public record
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      ) : (
        <p className="text-muted">No license number yet.</p>
      )}
      {licenseCheck && (
        <p
          role="status"
          className={again || licenseCheck.finding !== 'as-expected' ? 'text-error' : 'text-success'}
        >
          {licenseFindingLabels[licenseCheck.finding]}
          {licenseCheck.note && `: ${licenseCheck.note}`}
          <span className="block text-muted text-sm">
            {formatDateTime(licenseCheck.date)} by {licenseCheck.by}
          </span>
          {again && (
            <strong className="block">
              Checked for {again.was}, changed since to {again.is}: check again
            </strong>
          )}
        </p>
      )}
      {licenseUrl && checkedIn.includes(state) && (
        <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="font-semibold text-sm">What the record shows</legend>
            {licenseFindings.map((each) => (
              <label key={each} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name="finding"
                  checked={finding === each}
                  onChange={() => setFinding(each)}
                  className="size-5 shrink-0"
                />
                {licenseFindingLabels[each]}
              </label>
            ))}
          </fieldset>
          <TextField
            label={finding === 'left-out' ? 'Why no one looks' : 'Note (optional)'}
            required={finding === 'left-out'}
            error={fields.note}
            autoComplete="off"
            maxLength={maxLengths.application.text}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <FormError>{!fields.note && decide.error?.message}</FormError>
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            className="justify-self-start"
            disabled={!finding || isBlocked}
            aria-describedby={isBlocked ? ownWorkId : undefined}
            pending={decide.isPending}
          >
            Save license check
          </Button>
        </form>
      )}
    </Section>
  );
}

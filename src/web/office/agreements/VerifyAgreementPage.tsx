import { type DragEvent, useId, useState } from 'react';
import type { Verification } from '../../../shared/agreements/agreement-fields.ts';
import { capacities } from '../../../shared/agreements/agreements.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { cx } from '../../ui/cx.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FieldError, FieldHint } from '../../ui/Field.tsx';
import { Page } from '../page/Page.tsx';
import { AccountLink } from '../session/AccountLink.tsx';
import { AgreementNavigation } from './AgreementNavigation.tsx';
import { stateLabels } from './agreement-labels.ts';
import { useVerify } from './agreements.queries.ts';

/** The file stays in the browser: only its SHA-256 is sent. */
async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function VerifyAgreementPage() {
  const [file, setFile] = useState<{ name: string; sha256: string }>();
  const [failure, setFailure] = useState('');
  const [over, setOver] = useState(false);
  const verify = useVerify();
  const id = useId();

  async function check(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setFailure('');
    setFile(undefined);
    verify.reset();
    try {
      const sha256 = await sha256Of(chosen);
      setFile({ name: chosen.name, sha256 });
      verify.mutate(sha256);
    } catch {
      setFailure("This browser can't read the file here. Open this page over https and try again.");
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void check(event.dataTransfer.files[0]);
  }

  return (
    <Page title="Check a PDF">
      <AgreementNavigation />
      <p className="max-w-measure text-muted">
        See whether a PDF is one of your agreements, and whether it was changed since. The file stays on this
        device: only its fingerprint is compared.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'grid max-w-form grid-cols-1 gap-3 rounded-lg border-2 border-dashed p-6',
          over ? 'border-brand bg-sand' : 'border-field-border',
        )}
      >
        <label htmlFor={id} className="font-semibold">
          PDF of an agreement
        </label>
        <FieldHint id={`${id}-hint`}>Choose it, or drop it here</FieldHint>
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            void check(target.files?.[0]);
            // Lets the same file be chosen again.
            target.value = '';
          }}
          className="max-w-full py-2"
        />
      </div>
      <div role="alert" className="empty:hidden">
        {failure && <FieldError>{failure}</FieldError>}
        {verify.error && <FieldError>We couldn't check it. Try again. {verify.error.message}</FieldError>}
      </div>
      <div role="status">
        {file && verify.data && <Result name={file.name} sha256={file.sha256} found={verify.data} />}
      </div>
    </Page>
  );
}

function Result({ name, sha256, found }: { name: string; sha256: string; found: Verification }) {
  const { agreement, copy, faults } = found;
  return (
    <section
      aria-label="Result"
      className="grid max-w-form grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-5"
    >
      {agreement ? (
        <h2 className="text-success text-xl">Unchanged</h2>
      ) : (
        <h2 className="text-error text-xl">Unknown</h2>
      )}
      <p>
        {agreement
          ? 'This is one of your agreements, byte for byte.'
          : "This isn't one of your agreements, or the file was changed."}
      </p>
      {faults.length > 0 && (
        <div role="alert" className="grid gap-1">
          <p className="font-semibold text-error">But our records of it don't match:</p>
          <ul className="list-disc ps-5">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      <Facts>
        <Fact name="File">{name}</Fact>
        {agreement && (
          <>
            <Fact name="Copy">{copy === 'final' ? 'With both signatures' : 'As the agent signed it'}</Fact>
            <Fact name="Signed on">{formatDateTime(agreement.signed.date)}</Fact>
            <Fact name="Signed by">
              {agreement.user ? (
                <AccountLink id={agreement.user._id}>{agreement.signed.name}</AccountLink>
              ) : (
                agreement.signed.name
              )}
              , DRE #{agreement.license}
            </Fact>
            <Fact name="Countersigned">
              {agreement.countersigned
                ? `${formatDateTime(agreement.countersigned.date)} by ${agreement.countersigned.name}, ${capacities[agreement.countersigned.capacity].toLowerCase()}`
                : 'Not yet'}
            </Fact>
            <Fact name="Version">
              {agreement.version}, with fee schedule {agreement.fees}
            </Fact>
            <Fact name="State">{stateLabels[agreement.state]}</Fact>
          </>
        )}
        <Fact name="SHA-256">
          <code translate="no" className="text-sm">
            {sha256}
          </code>
        </Fact>
      </Facts>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { AgreementText } from '../../../shared/agreements/agreement-fields.ts';
import { agreementPlaceholders, sampleMark } from '../../../shared/agreements/agreements.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { merge } from '../form/versions.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { AgreementNavigation } from './AgreementNavigation.tsx';
import { AgreementTextField } from './AgreementTextField.tsx';
import { placeholderLabels } from './agreement-labels.ts';
import { previewText, textQuery, useLatestText, useSaveText } from './agreements.queries.ts';
import { PublishDialog } from './PublishDialog.tsx';

export function AgreementPage() {
  const query = useQuery(textQuery);
  return (
    <Page title="Agreement">
      <AgreementNavigation />
      <Loaded query={query} what="The agreement" skeleton={<Skeleton className="h-96" />}>
        {(agreement) => <Editor agreement={agreement} />}
      </Loaded>
    </Page>
  );
}

function Editor({ agreement }: { agreement: AgreementText }) {
  const [text, setText] = useState(agreement.text);
  /** The saved text that `text` was typed from. */
  const [base, setBase] = useState(agreement);
  const [theirs, setTheirs] = useState<AgreementText>();
  const [publishing, setPublishing] = useState(false);
  const save = useSaveText();
  const latest = useLatestText();
  const saved = useRef(false);
  const field = useRef<{ focus: () => void } | null>(null);
  const dirty = text.trim() !== base.text.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(
      { text, editedFrom: base.sha256 },
      {
        onSuccess: (now) => {
          setBase(now);
          setTheirs(undefined);
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 412) void takeOver().catch(() => {});
          else field.current?.focus();
        },
      },
    );
  }

  /** Takes over what someone else saved, and keeps what is typed. */
  async function takeOver(): Promise<void> {
    const now = await latest();
    setText(merge({ text: base.text }, { text }, { text: now.text }).text);
    setBase(now);
    setTheirs(now);
    save.reset();
  }

  /** At the cursor, as if it were typed: it can be undone. */
  function insert(name: string): void {
    field.current?.focus();
    document.execCommand('insertText', false, `{${name}}`);
  }

  const unchanged = text === '' ? 'Write the text before you publish' : 'This text is published already';
  const nothingNew = agreement.changed ? undefined : unchanged;
  const whyNot = dirty ? 'Save before you publish' : nothingNew;

  return (
    <div className="grid grid-cols-1 gap-6">
      <State agreement={agreement} />
      {theirs && (
        <p
          role="status"
          className="flex max-w-measure flex-wrap items-center gap-3 rounded-lg border border-poppy-text bg-surface p-4"
        >
          {dirty
            ? 'Someone else saved while you were editing. Both changes are combined below; yours win where they overlap. Read the text, then save.'
            : 'Someone else saved since you opened this page. This is their text: read it before you publish.'}
          {dirty && (
            <Button variant="secondary" size="sm" onClick={() => setText(theirs.text)}>
              Show theirs
            </Button>
          )}
        </p>
      )}
      <form
        noValidate
        onSubmit={submit}
        className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]"
      >
        <div className="grid grid-cols-1 content-start gap-4">
          <AgreementTextField text={text} onChange={setText} field={field} error={save.error?.message} />
        </div>
        <Placeholders onInsert={insert} />
        <div className="sticky bottom-0 z-20 flex flex-wrap gap-3 border-line border-t bg-ground py-3 lg:col-span-2">
          <Button type="submit" variant={dirty ? 'primary' : 'secondary'} pending={save.isPending}>
            Save text
          </Button>
          <DownloadButton label="Preview as PDF" what="The preview" read={() => previewText(text)} />
          <Button
            variant={dirty ? 'secondary' : 'primary'}
            aria-haspopup="dialog"
            aria-describedby={whyNot ? 'publish-hint' : undefined}
            disabled={whyNot !== undefined}
            onClick={() => setPublishing(true)}
          >
            Publish
          </Button>
          {whyNot && (
            <p id="publish-hint" className="self-center text-muted text-sm">
              {whyNot}
            </p>
          )}
        </div>
      </form>
      <UnsavedChanges dirty={dirty} saved={saved} onDiscard={() => setText(base.text)} />
      <PublishDialog
        agreement={agreement}
        sha256={base.sha256}
        open={publishing}
        onClose={() => setPublishing(false)}
        onStale={() => void takeOver().catch(() => {})}
      />
    </div>
  );
}

function State({ agreement }: { agreement: AgreementText }) {
  const { published, changed, ready, missing, sample, saved } = agreement;
  return (
    <div className="grid max-w-measure gap-3">
      <p className="text-muted">
        {published === null
          ? 'Nothing is published yet, so no agreement can be sent.'
          : changed
            ? `Agents sign version ${published}. This text is newer: publish it to send it.`
            : `Agents sign version ${published}, which is this text.`}
        {saved && ` Saved ${formatDateTime(saved.date)} by ${saved.by}.`}
      </p>
      {!ready && <FieldError>{missing}</FieldError>}
      {sample && (
        <p className="rounded-lg border border-poppy-text p-4">
          Paragraphs that begin with {sampleMark} are examples, not legal advice. Have a lawyer replace them:
          we don't send an agreement with one left in it.
        </p>
      )}
    </div>
  );
}

function Placeholders({ onInsert }: { onInsert: (name: string) => void }) {
  return (
    <Section title="Placeholders" className="content-start">
      <p className="text-muted text-sm">
        Filled in for each agreement. Select one to insert it at the cursor.
      </p>
      <ul className="border-line border-b">
        {agreementPlaceholders.map((name) => (
          <li key={name} className="grid justify-items-start border-line border-t py-2">
            <Button
              variant="quiet"
              size="sm"
              className="-ms-4"
              aria-label={`Insert {${name}}`}
              // The focus, and with it the cursor, stays in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
            >
              {`{${name}}`}
            </Button>
            <span className="text-muted text-sm">{placeholderLabels[name]}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { type Path, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import {
  hasLink,
  isGroup,
  type MailTextKind,
  mailPlaceholders,
  ownParagraphs,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import type { Version } from '../form/versions.ts';
import { labels, type MailTextValues, mailTextForm } from './mail-text-form.ts';
import { usePreviewMail, useResetMailText, useSendTest } from './mail-texts.queries.ts';
import { PreviewDialog } from './PreviewDialog.tsx';

const list = '/dashboard/admin/outbox/texts';

type MailTextEditorProps = {
  kind: MailTextKind;
  isChanged: boolean;
  start: Version<MailTextValues>;
  save: (values: MailTextValues, etag: string | undefined) => Promise<unknown>;
  readLatest: () => Promise<Version<MailTextValues>>;
};

export function MailTextEditor({ kind, isChanged, start, save, readLatest }: MailTextEditorProps) {
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(mailTextForm), defaultValues: start.values });
  const editor = useEditor({
    form,
    name: `mail-text:${kind}`,
    start,
    save,
    readLatest,
    onSaved: () => void navigate(list),
  });
  const { register, control, formState } = form;
  const [subject, text, button] = useWatch({ control, name: ['subject', 'text', 'button'] });
  const preview = usePreviewMail(kind);
  const test = useSendTest(kind);
  const reset = useResetMailText(kind);
  const failure =
    reset.error ??
    (isOfField(preview.error) ? undefined : preview.error) ??
    (isOfField(test.error) ? undefined : test.error);

  /** Shows each error next to its field. */
  function showError(error: Error): void {
    for (const [field, message] of Object.entries(error instanceof ApiError ? error.fields : {}))
      if (isField(field)) form.setError(field, { message }, { shouldFocus: true });
  }

  /** Shows the email with the typed text, saved or not. */
  const withWords = (action: typeof preview | typeof test) =>
    form.handleSubmit((values) => {
      preview.reset();
      test.reset();
      action.mutate(values, { onError: showError });
    });

  function bringBack(): void {
    reset.mutate(start.etag, {
      onSuccess: () => {
        editor.discard();
        editor.saved.current = true;
        void navigate(list);
      },
    });
  }

  return (
    <>
      <EditorForm editor={editor} what="The text" labels={labels} saveLabel="Save changes" cancelTo={list}>
        <TextField
          {...register('subject')}
          label={labels.subject}
          required
          autoComplete="off"
          aside={<CharacterCount length={subject.length} limit={maxLengths.mailText.subject} />}
          error={formState.errors.subject?.message}
        />
        <TextArea
          {...register('text')}
          label={labels.text}
          required
          rows={12}
          hint={hintOf(kind)}
          aside={<CharacterCount length={text.length} limit={maxLengths.mailText.text} />}
          error={formState.errors.text?.message}
        />
        {hasLink(kind) && (
          <TextField
            {...register('button')}
            label={labels.button}
            required
            autoComplete="off"
            hint="Text of the button that replaces {link}"
            aside={<CharacterCount length={button.length} limit={maxLengths.mailText.button} />}
            error={formState.errors.button?.message}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" pending={preview.isPending} onClick={() => void withWords(preview)()}>
            Preview
          </Button>
          <Button variant="secondary" pending={test.isPending} onClick={() => void withWords(test)()}>
            Send me a test
          </Button>
          {isChanged && (
            <Button variant="quiet" pending={reset.isPending} onClick={bringBack}>
              Restore the original
            </Button>
          )}
        </div>
        <FormError>{failure?.message}</FormError>
      </EditorForm>
      <PreviewDialog preview={preview.data} onClose={() => preview.reset()} />
    </>
  );
}

const isField = (field: string): field is Path<MailTextValues> => field in labels;

const isOfField = (error: Error | null): boolean =>
  error instanceof ApiError && Object.keys(error.fields).some(isField);

function hintOf(kind: MailTextKind): string {
  const required = ownParagraphs(kind);
  const filled = mailPlaceholders[kind].filter((name) => !required.includes(name));
  const each = required.length === 1 ? 'in its own paragraph' : 'each in its own paragraph';
  return [
    `${listed(filled)} ${filled.length === 1 ? 'is' : 'are'} filled in.`,
    required.length > 0 && `${listed(required)} ${required.length === 1 ? 'is' : 'are'} required, ${each}.`,
    isGroup(kind) &&
      'These emails have the same words around what each has to say, which {subject} and {message} stand for.',
    "Leave an empty line between paragraphs. We add the office's name and address.",
  ]
    .filter(Boolean)
    .join(' ');
}

function listed(names: readonly string[]): string {
  const all = names.map((name) => `{${name}}`);
  return all.length === 1 ? `${all[0]}` : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

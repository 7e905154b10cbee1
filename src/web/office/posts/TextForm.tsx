import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { MentionField } from '../mentions/MentionField.tsx';
import { type DraftText, type SentText, toBody, useTextDraft } from './useTextDraft.ts';

type TextFormProps = {
  label: string;
  submitLabel: string;
  limit: number;
  /** The draft's name. */
  draft: string;
  start?: DraftText;
  rows?: number;
  /** Above the buttons. */
  children?: ReactNode;
  send: UseMutationResult<unknown, Error, SentText>;
  onSent?: () => void;
  onCancel?: () => void;
};

export function TextForm(props: TextFormProps) {
  const { label, submitLabel, limit, send, onSent, onCancel, start, rows = 5, children } = props;
  const { writing, change, discard } = useTextDraft(props.draft, start);
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    send.mutate(toBody(writing), {
      onSuccess: () => {
        discard();
        onSent?.();
      },
      onError: () => field.current?.focus(),
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
      <MentionField
        ref={field}
        label={label}
        required
        dir="auto"
        rows={rows}
        value={writing.text}
        mentions={writing.mentions}
        readOnly={send.isPending}
        autoFocus={onCancel !== undefined}
        onChange={change}
        aside={<CharacterCount length={writing.text.length} limit={limit} />}
        error={send.error && <span role="alert">{send.error.message}</span>}
      />
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={send.isPending}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button
            variant="quiet"
            onClick={() => {
              discard();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <p className="text-muted text-sm pointer-coarse:hidden">Press ⌘ or Ctrl+Enter to post</p>
      </div>
    </form>
  );
}

import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { LeadTemplates } from './LeadTemplates.tsx';
import { useAddNote } from './leads.queries.ts';

type AddNoteProps = { lead: Lead; gone: RefObject<boolean>; unsaved: boolean };

export function AddNote({ lead, gone, unsaved }: AddNoteProps) {
  const [text, setText] = useState('');
  const add = useAddNote(lead._id);
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(text, {
      onSuccess: () => {
        setText('');
        say('Note saved');
      },
      onError: () => field.current?.focus(),
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextArea
        ref={field}
        label="New note"
        hint="Only people who see leads can see notes. Press ⌘ or Ctrl+Enter to save."
        rows={2}
        value={text}
        readOnly={add.isPending}
        onChange={({ target }) => setText(target.value)}
        aside={<CharacterCount length={text.length} limit={maxLengths.lead.note} />}
        error={add.error && <span role="alert">{add.error.message}</span>}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="sm" pending={add.isPending}>
          Save note
        </Button>
        {!lead.mergedInto && <LeadTemplates lead={lead} />}
      </div>
      <UnsavedChanges dirty={unsaved || text.trim() !== ''} saved={gone} onDiscard={() => setText('')} />
    </form>
  );
}

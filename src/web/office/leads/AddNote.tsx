import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { useAddNote } from './leads.queries.ts';

type AddNoteProps = { id: string; gone: RefObject<boolean>; unsaved: boolean };

export function AddNote({ id, gone, unsaved }: AddNoteProps) {
  const [text, setText] = useState('');
  const add = useAddNote(id);
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(text, {
      onSuccess: () => {
        setText('');
        alerts.add({ message: 'Note saved', type: 'success', snackbar: true });
      },
      onError: () => field.current?.focus(),
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextArea
        ref={field}
        label="New note"
        hint="Press ⌘ or Ctrl+Enter to save"
        rows={3}
        value={text}
        readOnly={add.isPending}
        onChange={({ target }) => setText(target.value)}
        aside={<CharacterCount length={text.length} limit={maxLengths.lead.note} />}
        error={add.error && <span role="alert">{add.error.message}</span>}
      />
      <Button type="submit" pending={add.isPending} className="justify-self-start">
        Save note
      </Button>
      <UnsavedChanges dirty={unsaved || text.trim() !== ''} saved={gone} onDiscard={() => setText('')} />
    </form>
  );
}

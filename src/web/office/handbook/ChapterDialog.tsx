import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { StaffChapter } from '../../../shared/handbook/handbook.contract.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { contentsOf, useSaveContents } from './handbook.queries.ts';

type ChapterDialogProps = {
  /** 'new' or the chapter to rename. */
  target: StaffChapter | 'new' | undefined;
  chapters: StaffChapter[];
  onClose: () => void;
};

export function ChapterDialog({ target, chapters, onClose }: ChapterDialogProps) {
  const last = useLast(target);
  const save = useSaveContents();
  const [missing, setMissing] = useState(false);
  const id = useId();
  const isNew = last === 'new';

  function close(): void {
    if (save.isPending) return;
    save.reset();
    setMissing(false);
    onClose();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title') ?? '').trim();
    setMissing(title === '');
    if (title === '' || !target) return;
    const there = contentsOf(chapters).chapters;
    const body =
      target === 'new'
        ? [...there, { title, pages: [] }]
        : there.map((chapter) => (chapter._id === target._id ? { ...chapter, title } : chapter));
    save.mutate({ chapters: body }, { onSuccess: close });
  }

  return (
    <FormDialog
      open={target !== undefined}
      onClose={close}
      title={isNew ? 'Add chapter' : 'Rename chapter'}
      form={id}
      pending={save.isPending}
      submit={isNew ? 'Add chapter' : 'Rename'}
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Title"
          name="title"
          required
          autoComplete="off"
          maxLength={maxLengths.handbook.chapter}
          defaultValue={target && target !== 'new' ? target.title : ''}
          error={missing ? 'Title is required' : undefined}
        />
        <FormError>{save.error && `We couldn't save the chapter. ${save.error.message}`}</FormError>
      </form>
    </FormDialog>
  );
}

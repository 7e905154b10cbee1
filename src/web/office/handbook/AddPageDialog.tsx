import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { StaffChapter } from '../../../shared/handbook/handbook.contract.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { useAddPage } from './handbook.queries.ts';

type AddPageDialogProps = { chapter: StaffChapter | undefined; onClose: () => void };

/** Its title only: everything else is written in the writing room, to which it leads. */
export function AddPageDialog({ chapter, onClose }: AddPageDialogProps) {
  const last = useLast(chapter);
  const navigate = useNavigate();
  const add = useAddPage();
  const [missing, setMissing] = useState(false);
  const id = useId();

  function close(): void {
    if (add.isPending) return;
    add.reset();
    setMissing(false);
    onClose();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title') ?? '').trim();
    setMissing(title === '');
    if (title === '' || !chapter) return;
    add.mutate(
      { title, chapter: chapter._id },
      { onSuccess: ({ _id }) => void navigate(`/dashboard/handbook/edit/${_id}`) },
    );
  }

  return (
    <FormDialog
      open={chapter !== undefined}
      onClose={close}
      title={`Add page to “${last?.title}”`}
      description="Members see it once you publish it."
      form={id}
      pending={add.isPending}
      submit="Add page"
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Title"
          name="title"
          required
          autoComplete="off"
          maxLength={maxLengths.article.title}
          error={missing ? 'Title is required' : undefined}
        />
        <FormError>{add.error && `We couldn't add the page. ${add.error.message}`}</FormError>
      </form>
    </FormDialog>
  );
}

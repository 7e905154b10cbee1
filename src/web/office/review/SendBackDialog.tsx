import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { Submission } from '../../../shared/review/review.contract.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useSendBack } from '../publishing/submissions.queries.ts';

type SendBackDialogProps = {
  open: boolean;
  submission: Submission;
  onClose: () => void;
  onDone: () => void;
};

/** The author reads the word. */
export function SendBackDialog({ open, submission, onClose, onDone }: SendBackDialogProps) {
  const [word, setWord] = useState('');
  const form = useId();
  const sendBack = useSendBack(submission);

  function submit(event: FormEvent): void {
    event.preventDefault();
    sendBack.mutate(word, { onSuccess: onDone });
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Send this back?"
      description={`${submission.author?.name ?? 'A former member'} can change it and submit it again.`}
      form={form}
      pending={sendBack.isPending}
      submit="Send back"
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextArea
          label="Word to the author"
          required
          dir="auto"
          rows={3}
          value={word}
          readOnly={sendBack.isPending}
          onChange={({ target }) => setWord(target.value)}
          aside={<CharacterCount length={word.length} limit={maxLengths.submission.word} />}
          error={sendBack.error && <span role="alert">{sendBack.error.message}</span>}
        />
      </form>
    </FormDialog>
  );
}

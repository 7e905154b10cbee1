import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { Section } from '../page/Section.tsx';
import { useResetFactors } from './users.queries.ts';

/** For a user who has lost phone and recovery codes. */
export function ResetFactors({ user, disabled }: { user: User; disabled: boolean }) {
  const [open, setOpen] = useState(false);
  const [proof, setProof] = useState('');
  const reset = useResetFactors(user._id);
  const id = useId();
  const proofError = reset.error instanceof ApiError ? reset.error.fields.proof : undefined;

  function close(): void {
    if (reset.isPending) return;
    reset.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    reset.mutate(proof, { onSuccess: () => setOpen(false) });
  }

  return (
    <Section title="Two-step verification" className="justify-items-start border-line border-t pt-6">
      <p className="text-muted">For someone who lost both phone and recovery codes.</p>
      <Button variant="secondary" onClick={() => setOpen(true)} disabled={disabled}>
        Reset two-step verification
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title={`Reset two-step verification for “${user.name}”?`}
        description="We'll sign them out everywhere, and their password alone will sign them in. Make sure it's really them. An email is not proof. We'll email them about the change."
        form={id}
        pending={reset.isPending}
        danger
        submit="Reset"
      >
        <form id={id} noValidate onSubmit={submit} className="grid gap-4">
          <TextArea
            label="How did they prove their identity?"
            hint="Kept in the audit log"
            required
            rows={3}
            maxLength={maxLengths.proof}
            value={proof}
            onChange={({ target }) => setProof(target.value)}
            error={proofError}
          />
          <FormError>{!proofError && reset.error?.message}</FormError>
        </form>
      </FormDialog>
    </Section>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { rightColumns, rightNames, rights } from '../../../shared/users/rights.ts';
import type { Refusal, User } from '../../../shared/users/users.contract.ts';
import { ApiError } from '../../api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useGate } from '../../ui/useGate.ts';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { type UserValues, userForm } from './user-form.ts';

type UserFormProps = {
  start: UserValues;
  save: (values: UserValues) => Promise<User | Refusal>;
  onSaved: (user: User) => void;
  saveLabel: string;
  adminHint: ReactNode;
  /** Saved; the page is about to be left. */
  leaving: boolean;
};

/** Input stays whatever the server responds. */
export function UserForm({ start, save, onSaved, saveLabel, adminHint, leaving }: UserFormProps) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(userForm),
    defaultValues: start,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const [failure, setFailure] = useState<string>();
  const saved = useRef(false);
  const pass = useGate();
  const id = useId();

  async function attempt(values: UserValues): Promise<void> {
    setFailure(undefined);
    try {
      const answer = await save(values);
      if ('status' in answer) return setFailure(answer.message);
      saved.current = true;
      onSaved(answer);
    } catch (error) {
      showError(error);
    }
  }

  function showError(error: unknown): void {
    const fields = error instanceof ApiError ? error.fields : {};
    const wrong = fieldNames.filter((field) => fields[field]);
    // The last one takes the focus.
    for (const field of wrong.toReversed())
      setError(field, { message: fields[field] ?? '' }, { shouldFocus: true });
    if (wrong.length === 0) setFailure(`We couldn't save the user. Try again. ${messageOf(error)}`);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!leaving) pass(handleSubmit(attempt));
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <TextField
        {...register('name')}
        label="Name"
        required
        autoComplete="off"
        readOnly={isSubmitting || leaving}
        error={errors.name?.message}
      />
      <TextField
        {...register('email')}
        label="Email"
        type="email"
        required
        autoComplete="off"
        readOnly={isSubmitting || leaving}
        hint="Used to sign in, and for invitations and notices"
        error={errors.email?.message}
      />
      <fieldset className="grid grid-cols-1 gap-4">
        <legend className="mb-3 font-semibold">Rights in the office</legend>
        <CheckboxField
          {...register('admin')}
          label="Is Admin?"
          hint={adminHint}
          error={errors.admin?.message}
        />
        {rightNames.map((right) => {
          const { column, label, hint } = rights[right];
          return (
            <CheckboxField
              key={right}
              {...register(column)}
              label={label}
              hint={hint}
              error={errors[column]?.message}
            />
          );
        })}
      </fieldset>
      <div>
        <div role="alert" className="not-empty:mb-4">
          {failure && <FieldError>{failure}</FieldError>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={isSubmitting || leaving}>
            {saveLabel}
          </Button>
          <Link to="/dashboard/admin" className={buttonClass({ variant: 'quiet' })}>
            Cancel
          </Link>
        </div>
      </div>
      <UnsavedChanges dirty={isDirty} saved={saved} onDiscard={() => reset()} />
    </form>
  );
}

const fieldNames = ['name', 'email', 'admin', ...rightColumns] as const;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { type FormEvent, useId, useState } from 'react';
import { type TokenScope, tokenScopes } from '../../../shared/api-tokens/token-scope-names.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FieldError, FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { SecretDialog } from '../dialogs/SecretDialog.tsx';
import { useCreateToken } from './api-tokens.queries.ts';
import { scopeLabels } from './scope-labels.ts';

const lifetimes = ['30', '90', '365'];
const empty: { name: string; scopes: TokenScope[]; days: string } = { name: '', scopes: [], days: '90' };

export function AddToken() {
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState(empty);
  const [token, setToken] = useState<string>();
  const create = useCreateToken();
  const id = useId();
  const fields = create.error instanceof ApiError ? create.error.fields : {};

  function close(): void {
    if (create.isPending) return;
    create.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { name, scopes, days } = values;
    create.mutate(
      { name, scopes, days: Number(days) },
      {
        onSuccess: (made) => {
          setOpen(false);
          setValues(empty);
          setToken(made.token);
        },
      },
    );
  }

  const toggle = (scope: TokenScope, wanted: boolean) =>
    setValues({
      ...values,
      scopes: wanted ? [...values.scopes, scope] : values.scopes.filter((each) => each !== scope),
    });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add token
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Add API token"
        description="Anyone with the token can do what you select here, in your name."
        form={id}
        pending={create.isPending}
        submit="Add"
      >
        <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          <TextField
            label="Name"
            hint="The system that will use it"
            required
            autoComplete="off"
            maxLength={maxLengths.apiToken}
            value={values.name}
            error={fields.name}
            readOnly={create.isPending}
            onChange={({ target }) => setValues({ ...values, name: target.value })}
          />
          <fieldset className="grid grid-cols-1 gap-3">
            <legend className="mb-2 font-semibold">Can</legend>
            {tokenScopes.map((scope) => (
              <CheckboxField
                key={scope}
                label={scopeLabels[scope]}
                checked={values.scopes.includes(scope)}
                onChange={({ target }) => toggle(scope, target.checked)}
              />
            ))}
            <span role="alert" className="empty:hidden">
              {fields.scopes && <FieldError>{fields.scopes}</FieldError>}
            </span>
          </fieldset>
          <SelectField
            label="Valid for"
            value={values.days}
            error={fields.days}
            onChange={({ target }) => setValues({ ...values, days: target.value })}
          >
            <Options of={lifetimes.map((days) => [days, `${days} days`])} />
          </SelectField>
          <FormError>{Object.keys(fields).length === 0 && create.error?.message}</FormError>
        </form>
      </FormDialog>
      <SecretDialog
        secret={token}
        title="The new API token"
        description="Copy it now. You won't see it again."
        onClose={() => setToken(undefined)}
      />
    </>
  );
}

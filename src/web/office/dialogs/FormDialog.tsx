import type { ComponentProps } from 'react';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from './lazy-dialogs.tsx';

type FormFooterProps = {
  /** The id of the form in the dialog. */
  form: string;
  /** The label of the button. */
  submit: string;
  pending: boolean;
  danger?: boolean;
  onCancel: () => void;
};

/** The buttons of a dialog with a form. */
export const FormFooter = ({ form, submit, pending, danger = false, onCancel }: FormFooterProps) => (
  <>
    <Button variant="secondary" onClick={onCancel} disabled={pending}>
      Cancel
    </Button>
    <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} pending={pending}>
      {submit}
    </Button>
  </>
);

type FormDialogProps = Omit<ComponentProps<typeof LazyDialog>, 'footer'> & Omit<FormFooterProps, 'onCancel'>;

export const FormDialog = ({ form, submit, pending, danger = false, ...dialog }: FormDialogProps) => (
  <LazyDialog
    {...dialog}
    footer={
      <FormFooter form={form} submit={submit} pending={pending} danger={danger} onCancel={dialog.onClose} />
    }
  />
);

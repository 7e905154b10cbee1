import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';

type FormFooterProps = {
  /** The id of the form in the dialog. */
  form: string;
  pending: boolean;
  danger?: boolean;
  onCancel: () => void;
  children: ReactNode;
};

/** The buttons of a dialog with a form. */
export const FormFooter = ({ form, pending, danger = false, onCancel, children }: FormFooterProps) => (
  <>
    <Button variant="secondary" onClick={onCancel} disabled={pending}>
      Cancel
    </Button>
    <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} pending={pending}>
      {children}
    </Button>
  </>
);

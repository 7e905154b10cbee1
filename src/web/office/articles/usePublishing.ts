import { useEffect, useState } from 'react';
import type { Editor } from '../form/useEditor.ts';
import type { ArticleValues } from './article-form.ts';
import type { WorkingCopyOfForm } from './useWorkingCopy.ts';

/** Saves as an article: as it is published now, or as the dialog says. */
export function usePublishing({ form, base, submit }: Editor<ArticleValues>, copy: WorkingCopyOfForm) {
  const [isOpen, setOpen] = useState(false);
  const { state, date } = base.values;
  const dateError = form.formState.errors.date;

  // The server's clock decides about the date: its refusal belongs into the dialog.
  useEffect(() => {
    if (dateError) setOpen(true);
  }, [dateError]);

  function publishAs(values: Pick<ArticleValues, 'state' | 'date'>): void {
    form.setValue('state', values.state);
    form.setValue('date', values.date);
  }

  async function save(): Promise<void> {
    // The server deletes the copy with the save, if it is the same.
    await copy.flush();
    submit();
  }

  return {
    isOpen,
    /** Asks how, once everything that an article needs is there. */
    open: (): void => {
      publishAs({ state: state === 'draft' ? 'published' : state, date });
      form.clearErrors('date');
      void form.handleSubmit(() => setOpen(true))();
    },
    close: () => {
      setOpen(false);
      form.clearErrors('date');
      publishAs({ state, date });
    },
    confirm: () => setOpen(false),
    save: () => void save(),
    /** Asks again what was to be published: more may have been typed since. */
    retry: (): void => {
      if (form.getValues('state') === 'draft') void save();
      else setOpen(true);
    },
    /** Without a change of what readers can see. */
    saveDraft: () => {
      publishAs({ state, date });
      void save();
    },
  };
}

export type Publishing = ReturnType<typeof usePublishing>;

import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ArticleChanges } from '../articles/ArticleChanges.tsx';
import type { ArticleValues } from '../articles/article-form.ts';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { PageSettingsFields } from './PageSettingsFields.tsx';
import type { ChosenSettings } from './usePageSettings.ts';

type PublishPageDialogProps = {
  open: boolean;
  page: StaffPage;
  form: UseFormReturn<ArticleValues>;
  /** The published page; undefined before the first publication. */
  before: ArticleValues | undefined;
  settings: ChosenSettings;
  /** Takes the focus after publishing, since the fields are inert while they are saved. */
  submitButton: () => HTMLElement | null;
  onConfirm: () => void;
  /** Runs after the dialog has closed, so that closing doesn't take the focus from what follows. */
  onConfirmed: () => void;
  onClose: () => void;
};

/** No member sees a text without it: who reads it, who must acknowledge it, and what changes for them. */
export function PublishPageDialog(props: PublishPageDialogProps) {
  const { open, page, form, before, settings, submitButton, onConfirm, onConfirmed, onClose } = props;
  const isConfirmed = useRef(false);
  const values = useWatch({ control: form.control });

  function confirm(): void {
    if (!settings.check()) return;
    isConfirmed.current = true;
    onConfirm();
  }
  function cancel(): void {
    isConfirmed.current = false;
    onClose();
  }
  return (
    <LazyDialog
      open={open}
      onClose={cancel}
      onClosed={() => {
        if (isConfirmed.current) onConfirmed();
      }}
      finalFocus={() => (isConfirmed.current ? submitButton() : null)}
      className="max-w-2xl"
      title={before ? 'Publish changes' : 'Publish page'}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button onClick={confirm}>Publish</Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <div className="grid max-w-form grid-cols-1 gap-4">
          <PageSettingsFields
            settings={settings.settings}
            onChange={settings.setSettings}
            errors={settings.errors}
          />
          {page.audience !== 'none' && settings.settings.audience !== 'none' && <AskAgain {...settings} />}
        </div>
        {open && before && (
          <section aria-label="What changes for readers" className="grid grid-cols-1 gap-3">
            <h3 className="font-sans font-semibold text-base">What changes for readers</h3>
            <ArticleChanges before={before} after={values} />
          </section>
        )}
      </div>
    </LazyDialog>
  );
}

function AskAgain({ asking, setAsking, errors }: ChosenSettings) {
  return (
    <>
      <CheckboxField
        label="Ask again"
        hint="Everyone must acknowledge this version, even if they acknowledged an earlier one"
        checked={asking.askAgain}
        onChange={({ target }) => setAsking({ ...asking, askAgain: target.checked })}
      />
      {asking.askAgain && (
        <TextField
          label="What changed"
          required
          autoComplete="off"
          hint="One sentence, shown at the top of the page"
          maxLength={maxLengths.handbook.note}
          value={asking.note}
          onChange={({ target }) => setAsking({ ...asking, note: target.value })}
          aside={<CharacterCount length={asking.note.length} limit={maxLengths.handbook.note} />}
          error={errors.note}
        />
      )}
    </>
  );
}

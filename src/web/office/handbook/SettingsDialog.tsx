import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { type PageVersion, staffPageQuery, useSavePage } from './handbook.queries.ts';
import { PageSettingsFields } from './PageSettingsFields.tsx';
import {
  idsOf,
  noAsking,
  type SettingsErrors,
  settingsErrors,
  settingsOf,
  toFields,
} from './page-settings.ts';

type SettingsDialogProps = { page: { _id: string; title: string } | undefined; onClose: () => void };

/** The settings of a published page. Keeps the last page while the dialog closes. */
export function SettingsDialog({ page, onClose }: SettingsDialogProps) {
  const last = useLast(page);
  const [pending, setPending] = useState(false);
  const id = useId();
  return (
    <FormDialog
      open={page !== undefined}
      onClose={() => !pending && onClose()}
      title={`Settings of “${last?.title}”`}
      form={id}
      pending={pending}
      submit="Save"
    >
      {page && <Settings key={page._id} id={id} page={page._id} onPending={setPending} onSaved={onClose} />}
    </FormDialog>
  );
}

type SettingsProps = { id: string; page: string; onPending: (pending: boolean) => void; onSaved: () => void };

function Settings({ page, ...rest }: SettingsProps) {
  const query = useQuery(staffPageQuery(page));
  return (
    <Loaded query={query} what="The settings" skeleton={<Skeleton className="h-48" />}>
      {(version) => <Form version={version} {...rest} />}
    </Loaded>
  );
}

type FormProps = Omit<SettingsProps, 'page'> & { version: PageVersion };

function Form({ id, version: { page, etag }, onPending, onSaved }: FormProps) {
  const [settings, setSettings] = useState(settingsOf(page));
  const [errors, setErrors] = useState<SettingsErrors>({});
  const save = useSavePage(page._id);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = settingsErrors(settings, noAsking);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    onPending(true);
    const { title, slug, text } = page;
    const files = idsOf(page.files);
    save.mutate(
      {
        body: { title, slug, text, files, ...toFields(settings, noAsking) },
        etag,
        message: 'Settings saved',
      },
      { onSuccess: onSaved, onSettled: () => onPending(false) },
    );
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <PageSettingsFields settings={settings} onChange={setSettings} errors={errors} />
      <FormError>{save.error && `We couldn't save the settings. ${save.error.message}`}</FormError>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { documentLabels } from '../../../shared/entry-labels.ts';
import type { DocumentKind } from '../../../shared/member-files/member-file.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { acceptedFiles } from '../files/upload-file.ts';
import { useHandInDocument } from './education.queries.ts';

const isKind = (value: string): value is DocumentKind => Object.hasOwn(documentLabels, value);

/** Begins with what is missing. */
export function DocumentForm({ missing }: { missing: readonly string[] }) {
  const [chosen, setChosen] = useState<DocumentKind>();
  const [file, setFile] = useState<File>();
  // Another key empties the chooser.
  const [round, setRound] = useState(0);
  const handIn = useHandInDocument();
  const kind = chosen ?? missing.find(isKind) ?? 'w9';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file)
      handIn.mutate(
        { what: kind, file },
        {
          onSuccess: () => {
            setChosen(undefined);
            setFile(undefined);
            setRound(round + 1);
          },
        },
      );
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <SelectField
        label="Document"
        value={kind}
        onChange={({ target }) => {
          if (isKind(target.value)) setChosen(target.value);
        }}
      >
        <Options of={Object.entries(documentLabels)} />
      </SelectField>
      <Field label="PDF or photo" hint="Only you and the office can open it. Up to 10 MB">
        {(control) => (
          <input
            {...control}
            key={round}
            type="file"
            accept={acceptedFiles}
            onChange={({ target }) => setFile(target.files?.[0])}
            className="control h-auto py-2"
          />
        )}
      </Field>
      <FormError>{handIn.error?.message}</FormError>
      <div>
        <Button type="submit" pending={handIn.isPending} disabled={!file}>
          Hand in
        </Button>
      </div>
    </form>
  );
}

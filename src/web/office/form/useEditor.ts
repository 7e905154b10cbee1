import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api.ts';
import { useGate } from '../../ui/useGate.ts';
import { type Draft, deleteDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { useUser } from '../session/guards.tsx';
import { type Conflict, differ, merge, type TextValues, type Version } from './versions.ts';

interface EditorOptions<Values extends TextValues> {
  form: UseFormReturn<Values>;
  name: string;
  start: Version<Values>;
  save: (values: Values, etag: string | undefined) => Promise<unknown>;
  /** Reads what is saved now; omit where no other user can save. */
  readLatest?: () => Promise<Version<Values>>;
  onSaved: () => void;
  /** The working copy on the server; the draft in this browser takes precedence, being newer. */
  stored?: Draft | undefined;
  /** The ETag of the working copy that the form shows. */
  copyTag?: RefObject<string | undefined>;
}

/** A form that never loses input: it keeps a draft, survives a failed save and shows conflicts. */
export function useEditor<Values extends TextValues>(options: EditorOptions<Values>) {
  const { form, start, save, readLatest, onSaved } = options;
  const name = `${useUser()._id}:${options.name}`;
  const [base, setBase] = useState(start);
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<Values>>();
  const [saving, setSaving] = useState(false);
  const saved = useRef(false);
  const pass = useGate();
  const { restored, discard } = useDraft({ ...options, name, base, setBase, saved });

  async function attempt(values: Values, version: Version<Values>): Promise<void> {
    setFailure(undefined);
    // At once: what is typed from here on would not be saved.
    flushSync(() => setSaving(true));
    try {
      await save(values, version.etag);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412 && readLatest)
        await resolveConflict(values, version, readLatest);
      else showError(error);
      return;
    }
    saved.current = true;
    deleteDraft(name);
    onSaved();
  }

  /** Takes over fields that only the other user changed; the user decides about the rest. */
  async function resolveConflict(
    mine: Values,
    since: Version<Values>,
    read: () => Promise<Version<Values>>,
  ): Promise<void> {
    try {
      const theirs = await read();
      // The other change is in no field of this form, such as a list below it.
      if (!differ(since.values, theirs.values)) return await attempt(mine, theirs);
      allowInput();
      const both = merge(since.values, mine, theirs.values);
      setConflict({ theirs: theirs.values, mine, both });
      setBase(theirs);
      form.reset(theirs.values);
      form.reset(both, { keepDefaultValues: true });
    } catch (error) {
      showError(error);
    }
  }

  /** Before anything that moves the focus into the fields. */
  function allowInput(): void {
    flushSync(() => setSaving(false));
  }

  /** Shows messages next to their fields and focuses the first; any other error goes below the form. */
  function showError(error: unknown): void {
    allowInput();
    const messages = error instanceof ApiError ? error.fields : {};
    const isField = (field: string): field is Path<Values> => field in start.values;
    let shouldFocus = true;
    for (const field of Object.keys(start.values)) {
      const message = messages[field];
      if (message === undefined || !isField(field)) continue;
      form.setError(field, { message }, { shouldFocus });
      shouldFocus = false;
    }
    if (shouldFocus) setFailure(error instanceof Error ? error.message : String(error));
  }

  const submit = form.handleSubmit((values) => attempt(values, base));
  return {
    form,
    name,
    base,
    failure,
    conflict,
    restored,
    saved,
    /** While a save is under way, and after it has succeeded. */
    saving,
    submit: (): void => {
      // After a success, do not submit again while the next page loads.
      if (!saved.current) pass(submit);
    },
    discard: () => {
      discard();
      setConflict(undefined);
    },
  };
}

export type Editor<Values extends TextValues> = ReturnType<typeof useEditor<Values>>;

interface DraftOptions<Values extends TextValues> extends EditorOptions<Values> {
  base: Version<Values>;
  setBase: (base: Version<Values>) => void;
  saved: RefObject<boolean>;
}

function useDraft<Values extends TextValues>(options: DraftOptions<Values>) {
  const { form, name, start, base, setBase, saved, stored, copyTag } = options;
  const [restored, setRestored] = useState(false);

  // Once, on mount. The draft keeps its own base version, so that it does not overwrite a later save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form starts with does not change
  useEffect(() => {
    const local = readDraft(name);
    const isStored = local && stored && !differ(stored.values, local.values);
    if (isStored) deleteDraft(name);
    const draft = isStored ? stored : (local ?? stored);
    if (!draft) return;
    if (copyTag && draft.copy !== undefined) copyTag.current = draft.copy;
    if (!differ(start.values, draft.values)) return deleteDraft(name);
    setBase({ values: { ...start.values, ...draft.base }, etag: draft.etag });
    form.reset({ ...start.values, ...draft.values }, { keepDefaultValues: true });
    setRestored(true);
  }, []);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (saved.current || !differ(base.values, values)) deleteDraft(name);
          else writeDraft(name, { values, base: base.values, etag: base.etag, copy: copyTag?.current });
        },
      }),
    [form, name, base, saved, copyTag],
  );

  return {
    restored,
    discard: () => {
      deleteDraft(name);
      setRestored(false);
      setBase(start);
      form.reset(start.values);
    },
  };
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api.ts';
import { differ, type TextValues, type Version } from '../form/versions.ts';
import { noticeExpiry } from '../queries/query-client.ts';
import { deleteDraft, readDraft, writeDraft } from '../session/drafts.ts';
import type { ArticleValues } from './article-form.ts';
import { deleteCopy, noCopy, putCopy, readCopy, type StoredCopy } from './working-copy.ts';
import { type CopyState, type WorkingCopySaver, workingCopySaver } from './working-copy-saver.ts';

interface WorkingCopyOptions {
  form: UseFormReturn<ArticleValues>;
  /** 'new' or the id of an article. */
  id: string;
  /** The name of the draft in this browser. */
  name: string;
  /** The article that was changed. */
  base: Version<ArticleValues>;
  /** The server's copy when the editor opened. */
  stored: StoredCopy;
  tag: RefObject<string | undefined>;
  saved: RefObject<boolean>;
}

interface SendState {
  base: Version<ArticleValues>;
  sentBase?: Version<ArticleValues> | undefined;
  /** Sent without an answer: it may be on the server. */
  unanswered?: { content: TextValues | undefined } | undefined;
}

/** Stores what the form holds on the server. The draft in this browser is deleted once the server has the same. */
export function useWorkingCopy({ form, id, name, base, stored, tag, saved }: WorkingCopyOptions) {
  const [state, setState] = useState<CopyState>({ kind: 'unchanged' });
  const now = useRef<SendState>({ base });
  now.current.base = base;
  const [saver] = useState(
    (): WorkingCopySaver<ArticleValues> =>
      workingCopySaver(
        (values) =>
          send(values).catch((error: unknown) => {
            noticeExpiry(error);
            throw error;
          }),
        setState,
      ),
  );

  async function send(values: ArticleValues): Promise<{ at: string | undefined }> {
    const { base: present, sentBase, unanswered } = now.current;
    const content = differ(contentOf(present.values), contentOf(values)) ? contentOf(values) : undefined;
    // The answer to a save is missing: the page was closed, or the connection was lost.
    if (unanswered) await adoptIfSame(unanswered.content);
    expectAnswer(content);
    const write = content
      ? putCopy(id, values, tag.current, present === sentBase ? undefined : present)
      : deleteCopy(id, tag.current);
    const there = await write.catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
      const same = error.status === 412 ? await adoptIfSame(content) : undefined;
      if (same) return same;
      settle();
      throw error;
    });
    settle();
    tag.current = there.etag;
    now.current.sentBase = content && present;
    if (!differ(contentOf(form.getValues()), contentOf(values))) deleteDraft(name);
    else continueDraft(there.etag);
    return { at: there.saved };
  }

  /** Takes the copy on the server for the one of this window when it holds the same. */
  async function adoptIfSame(content: TextValues | undefined): Promise<StoredCopy | undefined> {
    const found = await readCopy(id);
    if (!isSameContent(found.values, content)) return undefined;
    tag.current = found.etag;
    return found;
  }

  /** Lets text typed during the save continue from the copy just stored. */
  function continueDraft(etag: string): void {
    const draft = readDraft(name);
    if (draft) writeDraft(name, { ...draft, copy: etag });
  }

  function expectAnswer(content: TextValues | undefined): void {
    now.current.unanswered = { content };
    if (content) writeDraft(nameOfSent(name), { values: content, base: {} });
    else deleteDraft(nameOfSent(name));
  }

  function settle(): void {
    now.current.unanswered = undefined;
    deleteDraft(nameOfSent(name));
  }

  useEffect(() => {
    const sent = readDraft(nameOfSent(name));
    if (sent) now.current.unanswered = { content: sent.values };
    // Typed in this browser, and not on the server yet.
    if (readDraft(name)) saver.changed(form.getValues());
    else if (stored.saved && isSameContent(stored.values, contentOf(form.getValues())))
      setState({ kind: 'saved', at: stored.saved });
    let last: TextValues = contentOf(form.getValues());
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const content: TextValues = contentOf(values);
        if (saved.current || Object.keys(last).every((field) => last[field] === content[field])) return;
        last = content;
        saver.changed({ ...values });
      },
    });
    const flush = () => void saver.flush();
    const onHidden = () => document.visibilityState === 'hidden' && flush();
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      flush();
    };
    window.addEventListener('online', flush);
    window.addEventListener('keydown', onKey);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      unsubscribe();
      window.removeEventListener('online', flush);
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('visibilitychange', onHidden);
      if (!saved.current) void saver.close();
    };
  }, [form, name, stored, saver, saved]);

  return {
    state,
    isUnsaved: state.kind !== 'unchanged' && state.kind !== 'saved',
    /** Not sent again until the user changes something or chooses a version. */
    isStuck: state.kind === 'refused' || state.kind === 'elsewhere',
    flush: () => saver.flush(),
    /** Deletes the copy after the article has been saved. */
    /** `keep`: it goes on as what the editor shows next. */
    async finish({ keep }: { keep: boolean }): Promise<void> {
      await saver.stop();
      const { unanswered } = now.current;
      settle();
      try {
        if (unanswered) await adoptIfSame(unanswered.content);
        // The server deletes it with the save when it is the same.
        if (tag.current !== noCopy && !keep) await deleteCopy(id, tag.current);
      } catch {
        // It is gone, or another window has gone on with it.
      }
    },
    /** Overwrites what another window has saved. */
    async keepMine(): Promise<void> {
      // The other window may have stored another base.
      now.current.sentBase = undefined;
      tag.current = (await readCopy(id)).etag;
      saver.resume();
      saver.changed(form.getValues());
      await saver.flush();
    },
    /** Takes over what another window has saved. */
    async takeTheirs(): Promise<void> {
      const { etag, values } = await readCopy(id);
      tag.current = etag;
      saver.resume();
      form.reset({ ...form.getValues(), ...(values ?? contentOf(base.values)) }, { keepDefaultValues: true });
      await saver.flush();
    },
  };
}

export type WorkingCopyOfForm = ReturnType<typeof useWorkingCopy>;

/** The name of the draft that was sent but not answered yet. */
const nameOfSent = (name: string): string => `${name}:sent`;

/** A working copy holds no settings of publication. */
function contentOf({ state: _, date: __, ...content }: ArticleValues) {
  return content;
}

const isSameContent = (one: TextValues | undefined, other: TextValues | undefined): boolean =>
  one && other ? !differ(one, other) : one === other;

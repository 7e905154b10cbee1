import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../api.ts';
import { saveDraft } from './closings.queries.ts';

const pause = 800;

/** other: another report is the draft, by a copy or another tab */
export type DraftStatus = 'untouched' | 'waiting' | 'saved' | 'failed' | 'other';

/**
 * Stores a report that is not sent yet on the server, a moment after each change and when the page is left.
 * @param begun when the draft that the form begins with was saved; null for none
 */
export function useClosingDraft(form: string, begun: string | null) {
  const [status, setStatus] = useState<DraftStatus>('untouched');
  const stored = useRef(form);
  const stopped = useRef(false);
  const seen = useRef(begun);
  const running = useRef<Promise<void> | undefined>(undefined);

  async function put(text: string, options: { outlivesPage?: boolean; replace?: boolean }): Promise<void> {
    const before = stored.current;
    stored.current = text;
    // A draft that is being saved has no time yet, and a page that is left can't wait for it.
    const isAny = options.replace || running.current !== undefined;
    try {
      const body = isAny ? { form: text } : { form: text, seen: seen.current };
      seen.current = (await saveDraft(body, { outlivesPage: options.outlivesPage ?? false })).saved;
      setStatus('saved');
    } catch (error) {
      stored.current = before;
      setStatus(error instanceof ApiError && error.status === 412 ? 'other' : 'failed');
    }
  }

  async function save(options: { outlivesPage?: boolean; replace?: boolean } = {}): Promise<void> {
    if (!options.outlivesPage) await running.current;
    if (stopped.current || form === stored.current) return;
    if (status === 'other' && !options.replace) return;
    const work = put(form, options);
    running.current = work;
    await work;
    if (running.current === work) running.current = undefined;
  }

  const saveNow = useEffectEvent(save);
  useEffect(() => {
    if (form === stored.current || stopped.current) return;
    setStatus((before) => (before === 'other' ? before : 'waiting'));
    const timer = setTimeout(() => void saveNow(), pause);
    return () => clearTimeout(timer);
  }, [form]);

  useEffect(() => {
    const leave = () => void saveNow({ outlivesPage: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    status,
    retry: () => void save({ replace: status === 'other' }),
    /** Before the report is sent, which forgets the draft. @returns when that was saved */
    stop: async (): Promise<string | null> => {
      stopped.current = true;
      await running.current;
      return seen.current;
    },
    resume: () => {
      stopped.current = false;
    },
    /** Deletes the draft, and begins another. */
    restart: () => {
      void saveDraft({ form: '', seen: seen.current }).catch(() => {});
      seen.current = null;
    },
  };
}

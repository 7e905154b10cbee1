import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { saveDraft } from './closings.queries.ts';

const pause = 800;

export type DraftStatus = 'untouched' | 'waiting' | 'saved' | 'failed';

/** Keeps a report that is not sent yet on the server, a moment after each change and when the page is left. */
export function useClosingDraft(form: string) {
  const [status, setStatus] = useState<DraftStatus>('untouched');
  const kept = useRef(form);
  const stopped = useRef(false);

  async function save(outlivesPage = false): Promise<void> {
    if (stopped.current || form === kept.current) return;
    const before = kept.current;
    kept.current = form;
    try {
      await saveDraft(form, { outlivesPage });
      setStatus('saved');
    } catch {
      kept.current = before;
      setStatus('failed');
    }
  }

  const saveNow = useEffectEvent(save);
  useEffect(() => {
    if (form === kept.current || stopped.current) return;
    setStatus('waiting');
    const timer = setTimeout(() => void saveNow(), pause);
    return () => clearTimeout(timer);
  }, [form]);

  useEffect(() => {
    const leave = () => void saveNow(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return {
    status,
    retry: () => void save(),
    /** Before the report is sent, which forgets the draft. */
    stop: () => {
      stopped.current = true;
    },
    resume: () => {
      stopped.current = false;
    },
  };
}

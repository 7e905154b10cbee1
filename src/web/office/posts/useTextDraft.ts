import { useState } from 'react';
import { forgetDraft, readDraft, writeDraft } from '../form/draft.ts';
import { useUser } from '../session/guards.tsx';

/** A text that is kept in this browser while it is typed, until it is sent or discarded; `name` tells it from others. */
export function useTextDraft(name: string, start = '') {
  const key = `${useUser()._id}:${name}`;
  const [text, setText] = useState(() => readDraft(key)?.values.text ?? start);
  return {
    text,
    change: (next: string) => {
      setText(next);
      if (next === start) forgetDraft(key);
      else writeDraft(key, { values: { text: next }, base: { text: start } });
    },
    discard: () => {
      setText(start);
      forgetDraft(key);
    },
  };
}

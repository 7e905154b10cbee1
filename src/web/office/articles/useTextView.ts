import { useState } from 'react';

const key = 'formatting-bar';

/** The way to write an article's text: as it will look or as Markdown, with or without a bar of buttons. */
export function useTextView() {
  const [isSource, setSource] = useState(false);
  const [isPinned, setPinned] = useState(() => localStorage.getItem(key) === 'pinned');
  return {
    isSource,
    setSource,
    isPinned,
    /** Remembered in this browser. */
    pin(pinned: boolean): void {
      if (pinned) localStorage.setItem(key, 'pinned');
      else localStorage.removeItem(key);
      setPinned(pinned);
    },
  };
}

export type TextView = ReturnType<typeof useTextView>;

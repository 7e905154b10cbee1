import { useState } from 'react';

const key = 'formatting-bar';

/** A phone has no shortcuts, shows its own menu at selected words, and has no other button for an image. */
const coarse = matchMedia('(pointer: coarse)');

/** The way to write an article's text: as it will look or as Markdown, with or without a bar of buttons. */
export function useTextView() {
  const [isSource, setSource] = useState(false);
  const [isPinned, setPinned] = useState(() => localStorage.getItem(key) === 'pinned');
  return {
    isSource,
    setSource,
    isPinned: isPinned || coarse.matches,
    canUnpin: !coarse.matches,
    /** Remembered in this browser. */
    pin(pinned: boolean): void {
      if (pinned) localStorage.setItem(key, 'pinned');
      else localStorage.removeItem(key);
      setPinned(pinned);
    },
  };
}

export type TextView = ReturnType<typeof useTextView>;

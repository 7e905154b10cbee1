import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Lets one piece of work through and none after it until that has ended and its outcome is on the screen. A state
 * does not do for this: it is that of the last drawing, and the second click of a double click may come before the next.
 */
export function useGate(): (work: () => Promise<unknown>) => void {
  const closed = useRef(false);
  const [ended, setEnded] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing with the outcome is what opens it
  useLayoutEffect(() => {
    closed.current = false;
  }, [ended]);
  return useCallback((work) => {
    if (closed.current) return;
    closed.current = true;
    // By a timer, for so the queries tell what has changed, and they come first.
    void work().finally(() => setTimeout(() => setEnded((count) => count + 1)));
  }, []);
}

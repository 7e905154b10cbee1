import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Runs one call until its outcome is rendered. A ref, as a double click may come before state is rendered. */
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
    // A timer, because query updates are scheduled by a timer and must render first.
    void work().finally(() => setTimeout(() => setEnded((count) => count + 1)));
  }, []);
}

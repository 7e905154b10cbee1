/**
 * Returns a function that lets its caller wait so many milliseconds. At most `max` wait at once: when one more comes,
 * the one that has waited longest goes on early, so that neither memory nor sockets pile up and nobody is refused.
 */
export function waitingRoom(max: number): (milliseconds: number) => Promise<void> {
  // A set keeps the order in which they came.
  const waiting = new Set<() => void>();
  return async (milliseconds) => {
    if (milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(leave);
        resolve();
      };
      const timer = setTimeout(leave, milliseconds);
      waiting.add(leave);
      const [first] = waiting;
      if (waiting.size > max) first?.();
    });
  };
}

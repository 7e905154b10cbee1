/** Returns a delay function. Beyond `max` waiting, the oldest is released early, so that no one is rejected. */
export function waitingRoom(max: number): (milliseconds: number) => Promise<void> {
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

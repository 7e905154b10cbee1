type Reason = 'paused' | 'pointer' | 'focus' | 'off-screen' | 'hidden-tab';

export interface Autoplay {
  setReason: (reason: Reason, applies: boolean) => void;
  restart: () => void;
}

/** Calls `work` every `interval` milliseconds unless a reason stops it; calls `changed` when that changes. */
export function autoplay(work: () => void, interval: number, changed: (running: boolean) => void): Autoplay {
  const reasons = new Set<Reason>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function restart() {
    clearInterval(timer);
    if (reasons.size === 0) timer = setInterval(work, interval);
    changed(reasons.size === 0);
  }

  return {
    restart,
    setReason(reason, applies) {
      if (applies) reasons.add(reason);
      else reasons.delete(reason);
      restart();
    },
  };
}

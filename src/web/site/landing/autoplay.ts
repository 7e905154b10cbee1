/** Something that can speak against going on by itself. */
type Reason = 'paused' | 'pointer' | 'focus' | 'off-screen' | 'hidden-tab';

export interface Autoplay {
  /** Adds or withdraws a reason to stand still. */
  mind: (reason: Reason, applies: boolean) => void;
  /** Starts the clock anew, after somebody turned by hand. */
  restart: () => void;
}

/** Does `work` every `interval` milliseconds while nothing speaks against it; tells whenever that changes. */
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
    mind(reason, applies) {
      if (applies) reasons.add(reason);
      else reasons.delete(reason);
      restart();
    },
  };
}

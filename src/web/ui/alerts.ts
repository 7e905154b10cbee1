export type AlertType = 'success' | 'danger';

export type Alert = {
  id: string;
  message: string;
  type: AlertType;
  /** Milliseconds until it goes by itself; Infinity for never. */
  timeout: number;
  /** At the bottom of the screen instead of the top. */
  snackbar: boolean;
};

export type NewAlert = { message: string; type: AlertType; timeout?: number; snackbar?: boolean };

let queue: readonly Alert[] = [];
let issued = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Alert[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/** The one queue of the page, usable outside of React. Lives 5000 ms, as a snackbar 6000 ms, unless told otherwise. */
export const alerts = {
  /** Shows an alert; the id it returns withdraws it. */
  add({ message, type, snackbar = false, timeout = snackbar ? 6000 : 5000 }: NewAlert): string {
    issued += 1;
    const id = `alert-${issued}`;
    replace([...queue, { id, message, type, timeout, snackbar }]);
    return id;
  },
  /** Withdraws an alert; one that has gone already is no fault. */
  remove(id: string): void {
    replace(queue.filter((alert) => alert.id !== id));
  },
  current(): readonly Alert[] {
    return queue;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

type AlertType = 'success' | 'danger';

export type Alert = {
  id: string;
  message: string;
  type: AlertType;
  /** Milliseconds; Infinity for never. */
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

/** The page's single queue, usable outside React. Alerts last 5000 ms by default, snackbars 6000 ms. */
export const alerts = {
  /** Returns the id for `remove`. */
  add({ message, type, snackbar = false, timeout = snackbar ? 6000 : 5000 }: NewAlert): string {
    issued += 1;
    const id = String(issued);
    replace([...queue, { id, message, type, timeout, snackbar }]);
    return id;
  },
  /** An alert that is already gone is no error. */
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

/** Says in a snackbar what was done. */
export function say(message: string, type: AlertType = 'success'): void {
  alerts.add({ message, type, snackbar: true });
}

/** Says in a snackbar what failed. */
export const warn = (message: string): void => say(message, 'danger');

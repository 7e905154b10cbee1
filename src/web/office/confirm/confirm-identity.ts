import type { ProofMethod } from '../../../shared/errors.ts';

export interface ConfirmationRequest {
  methods: ProofMethod[];
  /** True repeats the calls that wait. */
  settle: (confirmed: boolean) => void;
}

let asked: (ConfirmationRequest & { outcome: Promise<boolean> }) | undefined;
const listeners = new Set<() => void>();

function become(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog; calls that need a confirmation at the same time share it. */
export function askToConfirm(methods: ProofMethod[]): Promise<boolean> {
  if (asked) return asked.outcome;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (confirmed: boolean) => {
    become(undefined);
    resolve(confirmed);
  };
  become({ methods, settle, outcome: promise });
  return promise;
}

export const currentlyAsked = (): ConfirmationRequest | undefined => asked;

export function subscribeToAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface Check {
  /** note: no fault, but worth knowing. */
  state: 'ok' | 'note' | 'fault';
  what: string;
  says: string;
  /** Tells the operator how to correct it. */
  todo?: string;
}

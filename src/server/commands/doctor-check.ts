export interface Check {
  /** note: no fault, but worth knowing. */
  state: 'ok' | 'note' | 'fault';
  what: string;
  says: string;
  /** What the operator can do about it. */
  todo?: string;
}

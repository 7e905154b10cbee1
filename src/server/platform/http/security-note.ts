import type { SecurityEvent } from '../../../shared/security-events.ts';

/** What a handler knows about a call for the security log, beside its outcome. */
export interface SecurityNote {
  /** Whom a call without a session is about; a promise if that is looked up after the answer. */
  userId?: string | undefined | Promise<string | undefined>;
  /** In place of the event of a failure. */
  event?: SecurityEvent;
}

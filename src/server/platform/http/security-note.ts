import type { SecurityEvent } from '../../../shared/security-log/security-events.ts';

/** Facts about a call that only its handler knows, for the security log. The outcome is known without it. */
export interface SecurityNote {
  /** The user that a call without a session is about; a promise if they are looked up after the answer. */
  userId?: string | undefined | Promise<string | undefined>;
  /** In place of the event of a failure. */
  event?: SecurityEvent;
}

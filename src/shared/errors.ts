/** An item of every 4xx and 5xx body (docs/product.md P4.3). */
export interface ErrorItem {
  msg: string;
  field?: string;
}

/** code: of the authenticator app, or a recovery code. */
export type ProofMethod = 'password' | 'code' | 'passkey';

/** Tells a client how to go on after the error. */
export interface ErrorDetails {
  /** The password was right: go on by POST /api/auth/second-factor. */
  secondFactor?: { ticket: string; methods: ProofMethod[] };
  /** Make the call again after POST /api/auth/confirm. */
  confirm?: { methods: ProofMethod[] };
}

/** `msg` repeats the first message for older clients. */
export interface ErrorBody extends ErrorDetails {
  errors: ErrorItem[];
  msg: string;
}

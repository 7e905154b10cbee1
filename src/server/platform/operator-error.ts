/** An error the operator can correct; printed without a stack trace. */
export class OperatorError extends Error {
  /** The exit code of the command that ends with this error. */
  readonly exitCode: number = 1;
}

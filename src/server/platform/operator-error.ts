/** An error the operator can correct; printed without a stack trace. */
export class OperatorError extends Error {
  /** Of a command that ends with it. */
  readonly exitCode: number = 1;
}

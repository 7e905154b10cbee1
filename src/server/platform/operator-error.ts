/** An error the operator can correct; printed without a stack trace. */
export class OperatorError extends Error {}

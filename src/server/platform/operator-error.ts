/** A fault that the person who starts the server can mend; told in its own words, without a stack trace. */
export class OperatorError extends Error {}

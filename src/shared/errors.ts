/** An item of every 4xx and 5xx body (docs/product.md P4.3). */
export interface ErrorItem {
  msg: string;
  field?: string;
}

/** `msg` repeats the first message for older clients. */
export interface ErrorBody {
  errors: ErrorItem[];
  msg: string;
}

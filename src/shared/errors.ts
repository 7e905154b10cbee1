/** One fault of a request, as every 4xx and 5xx body lists it (docs/product.md P4.3). */
export interface ErrorItem {
  msg: string;
  /** The body field that the fault is about, for forms. */
  field?: string;
}

/** The body of every failed call. `msg` repeats the first message for older clients. */
export interface ErrorBody {
  errors: ErrorItem[];
  msg: string;
}

/** Where work that takes long says how far it is. */
export interface Report {
  line(text: string): void;
  /** Replaces the last such text on a terminal. */
  progress(text: string): void;
}

export const silent: Report = { line() {}, progress() {} };

/** Says how many of `total` are done, how many a second, and how long the rest will take. */
export class Pace {
  readonly #report: Report;
  readonly #what: string;
  readonly #total: number;
  readonly #begun = performance.now();
  #done = 0;
  #skipped = 0;

  constructor(report: Report, what: string, total: number) {
    this.#report = report;
    this.#what = what;
    this.#total = total;
  }

  /** Counts what an earlier run has done, which says nothing of the speed. */
  skip(count: number): void {
    this.#skipped += count;
  }

  add(count: number): void {
    this.#done += count;
    const rate = this.#done / this.#seconds();
    const done = this.#skipped + this.#done;
    const left = Math.max(0, this.#total - done) / rate;
    this.#report.progress(
      `${done.toLocaleString('en-US')} of ${this.#total.toLocaleString('en-US')} ${this.#what}, ` +
        `${Math.round(rate).toLocaleString('en-US')} a second, ${durationLabel(left)} left`,
    );
  }

  end(): void {
    const time = durationLabel(this.#seconds());
    this.#report.line(`${this.#done.toLocaleString('en-US')} ${this.#what} in ${time}.`);
  }

  #seconds(): number {
    return Math.max(0.001, (performance.now() - this.#begun) / 1000);
  }
}

const durationLabel = (seconds: number): string =>
  seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

/** Such as 12.3 MB. */
export const sizeLabel = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;

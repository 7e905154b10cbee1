import type { Sample } from './metrics.ts';

interface Series {
  labels: Record<string, string>;
  /** Observations of each bucket by itself; the last one is beyond all bounds. */
  counts: number[];
  sum: number;
}

/** Counts observations in buckets, by series. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  /** `key` stands for the labels; `labels` is called for a new key. */
  observe(key: string, value: number, labels: () => Record<string, string>): void {
    let series = this.#series.get(key);
    if (!series) {
      series = { labels: labels(), counts: this.#bounds.map(() => 0).concat(0), sum: 0 };
      this.#series.set(key, series);
    }
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  }

  /** Cumulative buckets, sum and count of each series, as Prometheus wants them. */
  samples(): Sample[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let total = 0;
      const buckets = [...counts].map((count, index) => {
        total += count;
        const le = String(this.#bounds[index] ?? '+Inf');
        return { suffix: '_bucket', labels: { ...labels, le }, value: total };
      });
      return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
    });
  }
}

/** One row of the bench, as --json keeps it. */
export interface Figure {
  what: string;
  /**
   * A value for each run. Where a floor exists it is a ratio to the floor of the same run, since a slow machine slows
   * both.
   */
  runs: number[];
  better: 'more' | 'less';
}

/** The figures that got worse: the best run now is worse than the worst run then. */
export function slower(now: Figure[], then: Figure[]): string[] {
  const before = new Map(then.map((figure) => [figure.what, figure]));
  return now.flatMap((figure) => {
    const old = before.get(figure.what);
    if (!old || old.runs.length === 0 || figure.runs.length === 0) return [];
    const isWorse =
      figure.better === 'more'
        ? Math.max(...figure.runs) < Math.min(...old.runs)
        : Math.min(...figure.runs) > Math.max(...old.runs);
    return isWorse ? [`${figure.what}: ${range(old.runs)} became ${range(figure.runs)}`] : [];
  });
}

const range = (runs: number[]) =>
  [...new Set([Math.min(...runs), Math.max(...runs)])]
    .map((value) => value.toLocaleString('en-US', { maximumFractionDigits: 2 }))
    .join(' to ');

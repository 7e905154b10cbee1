/** One row of the bench, as --json keeps it. */
export interface Figure {
  what: string;
  /** Of each run; a ratio to the floor of the same run where there is one, as the machine's mood is in both. */
  runs: number[];
  better: 'more' | 'less';
}

/** What became worse: its best run now is worse than its worst run then. */
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

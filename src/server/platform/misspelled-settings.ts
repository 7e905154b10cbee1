/** Shorter names are near too many others: HOST and POST. */
const shortest = 6;
const nearest = 2;

/** Settings of the script that starts the server, and of single commands. */
const others = ['BROKERAGE_NODE', 'BROKERAGE_USER', 'BROKERAGE_SETTINGS', 'TO_DATABASE_URL'];

/**
 * Finds variables that nearly have the name of a setting, and asks a question for each: "TRUST_PROXI: did you mean
 * TRUST_PROXY?". Other programs' variables pass.
 */
export function misspelledSettings(
  environment: Record<string, string | undefined>,
  settings: readonly string[],
): string[] {
  const meant = settings.flatMap((name) => [name, `${name}_FILE`]);
  const known = new Set([...meant, ...others]);
  return Object.keys(environment)
    .filter((name) => name.length >= shortest && environment[name]?.trim() && !known.has(name))
    .flatMap((name) => {
      const [best] = meant
        .map((each) => ({ each, far: distance(name.toUpperCase(), each) }))
        .filter(({ far }) => far <= nearest)
        .sort((a, b) => a.far - b.far);
      return best ? [`${name}: did you mean ${best.each}?`] : [];
    });
}

/** Counts letters to add, leave out, replace or swap with the next. A count above `nearest` is not exact. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > nearest) return nearest + 1;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] ?? 0, (beforeLast[j - 2] ?? 0) + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** A range of the first list that a range of the second one replaces; either may be empty. */
export interface Change {
  from: number;
  to: number;
  by: { from: number; to: number };
}

/** Steps that a comparison may still take. */
export interface Budget {
  steps: number;
}

/** Linear in the length of the texts; for texts of max length some 30 ms. */
export const budgetFor = (...texts: string[]): Budget => ({
  steps: Math.min(
    500_000,
    texts.reduce((sum, text) => sum + 20 * text.length, 0),
  ),
});

/**
 * Turns list `a` into list `b` with the fewest insertions and deletions. Beyond the budget, all between the equal
 * beginning and the equal end counts as replaced, so the work stays linear in the length of the lists.
 */
export function changesBetween(a: readonly string[], b: readonly string[], budget: Budget): Change[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  if (start === endA && start === endB) return [];
  const whole = [{ from: start, to: endA, by: { from: start, to: endB } }];
  if (start === endA || start === endB) return whole;
  const path = shortestPath(a.slice(start, endA), b.slice(start, endB), budget);
  if (!path) return whole;
  return path.map(({ from, to, by }) => ({
    from: from + start,
    to: to + start,
    by: { from: by.from + start, to: by.to + start },
  }));
}

/** How far into the first list each diagonal has been followed, after some number of edits: -edits, -edits + 2 … edits. */
type Round = Int32Array;

const reachedOn = (round: Round | undefined, edits: number, diagonal: number): number =>
  round?.[(diagonal + edits) / 2] ?? -1;

/** Myers' greedy algorithm; undefined beyond the budget. */
function shortestPath(a: readonly string[], b: readonly string[], budget: Budget): Change[] | undefined {
  const rounds: Round[] = [];
  for (let edits = 0; edits <= a.length + b.length; edits++) {
    const before = rounds.at(-1);
    const round = new Int32Array(edits + 1);
    rounds.push(round);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = edits === 0 ? 0 : stepFrom(before, edits - 1, diagonal).to;
      const start = x;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      round[(diagonal + edits) / 2] = x;
      if (x >= a.length && x - diagonal >= b.length) return followBack(rounds, a.length, b.length);
      budget.steps -= 1 + x - start;
      if (budget.steps <= 0) return undefined;
    }
  }
  return undefined;
}

/** The edit by which a diagonal is reached farthest: down inserts, else an item of the first list is deleted. */
function stepFrom(round: Round | undefined, edits: number, diagonal: number) {
  const above = reachedOn(round, edits, diagonal + 1);
  const left = reachedOn(round, edits, diagonal - 1);
  const down = diagonal === -edits - 1 || (diagonal !== edits + 1 && left < above);
  return down ? { down, from: above, to: above } : { down, from: left, to: left + 1 };
}

function followBack(rounds: Round[], endA: number, endB: number): Change[] {
  const changes: Change[] = [];
  let [x, y] = [endA, endB];
  for (let edits = rounds.length - 1; edits > 0; edits--) {
    const { down, from, to } = stepFrom(rounds[edits - 1], edits - 1, x - y);
    const fromY = from - (x - y) - (down ? 1 : -1);
    const edit = { from, to, by: { from: fromY, to: down ? fromY + 1 : fromY } };
    const next = changes.at(-1);
    if (next && next.from === edit.to && next.by.from === edit.by.to) {
      changes[changes.length - 1] = {
        from: edit.from,
        to: next.to,
        by: { from: edit.by.from, to: next.by.to },
      };
    } else changes.push(edit);
    [x, y] = [from, fromY];
  }
  return changes.reverse();
}

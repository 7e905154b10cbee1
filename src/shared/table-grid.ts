/** A cell that covers several columns or rows. */
export interface SpannedCell<T> {
  content: T;
  columns: number;
  rows: number;
}

const maxColumns = 100;

/** The cells of each row in their columns, undefined where a merged cell reaches: a table of Markdown has none. */
export function gridOf<T>(rows: SpannedCell<T>[][]): (T | undefined)[][] {
  const grid: { content?: T }[][] = rows.map(() => []);
  for (const [y, cells] of rows.entries()) {
    let x = 0;
    for (const { content, columns, rows: height } of cells) {
      while (grid[y]?.[x]) x++;
      const width = Math.max(1, Math.min(columns, maxColumns - x));
      for (const row of grid.slice(y, y + Math.max(1, height)))
        for (let at = x; at < x + width; at++) row[at] ??= {};
      const own = grid[y]?.[x];
      if (own) own.content = content;
      x += width;
    }
  }
  const widest = Math.max(0, ...grid.map((row) => row.length));
  return grid.map((row) => Array.from({ length: widest }, (_, at) => row[at]?.content));
}

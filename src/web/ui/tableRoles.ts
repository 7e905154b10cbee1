/**
 * A table laid out as a grid or as blocks is no table to some browsers any more, unless its roles say so. Spread,
 * since a linter holds them for redundant.
 */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** The columns of a table, for a query that joins others. */
export const columnsOf = <Table extends string, Column extends string>(
  table: Table,
  columns: readonly Column[],
) => columns.map((column) => `${table}.${column}` as const);

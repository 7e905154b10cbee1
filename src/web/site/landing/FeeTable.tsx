import type { FeeRow } from '../../../shared/fees/fee-rows.ts';
import { as } from '../../ui/tableRoles.ts';

interface FeeTableProps {
  caption: string;
  /** True if a heading above repeats the caption. */
  titled?: boolean;
  rows: FeeRow[];
  /** For a preview: what differs from these is marked. */
  before?: FeeRow[] | undefined;
}

export function FeeTable({ caption, titled = false, rows, before }: FeeTableProps) {
  return (
    <table {...as.table} className="fee-table">
      <caption className={titled ? 'sr-only' : undefined}>{caption}</caption>
      <thead {...as.rowgroup}>
        <tr {...as.row}>
          {['Transaction', 'Fee', 'How it applies'].map((label) => (
            <th key={label} scope="col" {...as.columnheader}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as.rowgroup}>
        {rows.map(({ what, fee, applies }) => {
          const former = before?.find((row) => row.what === what);
          const marked = (text: string, was: string | undefined) =>
            before && was !== text ? <mark>{text}</mark> : text;
          return (
            <tr key={what} {...as.row}>
              <th scope="row" {...as.rowheader}>
                {marked(what, former?.what)}
              </th>
              <td {...as.cell} className="fee">
                {fee ? marked(fee, former?.fee) : <a href="/contact">{applies}</a>}
              </td>
              <td {...as.cell}>{fee ? marked(applies, former?.applies) : 'Quoted for your case'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

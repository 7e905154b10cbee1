import { useId } from 'react';
import type { LetterPreview as Letter } from '../../../shared/closings/closing-answers.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** The letter as it will be signed: what is approved is what was read here. */
export function LetterPreview({ letter }: { letter: Letter }) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="wrap-anywhere grid max-h-96 grid-cols-1 gap-3 overflow-y-auto rounded-md border border-line p-4 text-sm"
      // It scrolls by keyboard, too.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
    >
      <h3 id={heading} className="font-semibold">
        {letter.title}, as it will be
      </h3>
      <Facts>
        {letter.facts.map(({ label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two facts may have one label
          <Fact key={index} name={label}>
            {value}
          </Fact>
        ))}
      </Facts>
      {letter.tables.map(({ caption, header, rows }) => (
        <table key={caption} className="w-full text-start">
          <caption className="text-start font-semibold">{caption}</caption>
          <thead>
            <tr>
              {header.map((each, index) => (
                <th key={each} className={cellClass(index, header.length)} scope="col">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own
              <tr key={row}>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell belongs to its column
                  <td key={index} className={cellClass(index, cells.length)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {letter.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  );
}

/** The last column has amounts. */
const cellClass = (index: number, columns: number): string =>
  `border-line border-b py-1 align-top font-normal ${index === columns - 1 ? 'ps-4 text-end' : 'pe-4 text-start'}`;

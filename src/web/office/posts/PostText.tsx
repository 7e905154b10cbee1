import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { withLinks } from './links.ts';

/** More than this is cut in a list, where one text should not push all others away. */
const longest = { characters: 800, lines: 12 };

type PostTextProps = {
  text: string;
  /** Only the beginning of a long text, until the reader asks for the rest. */
  short?: boolean;
};

/** What a member has written, as plain text with its addresses made links; in the direction of its own script. */
export function PostText({ text, short = false }: PostTextProps) {
  const [whole, setWhole] = useState(!short || !isLong(text));
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      <p dir="auto" className={cx('wrap-anywhere w-full whitespace-pre-wrap', !whole && 'line-clamp-10')}>
        {withLinks(text).map(({ text: part, href }, index) =>
          href === undefined ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity than their place
            <a key={index} href={href} target="_blank" rel="noopener nofollow ugc">
              {part}
            </a>
          ),
        )}
      </p>
      {!whole && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="min-h-9 font-semibold text-brand text-sm hover:underline pointer-coarse:min-h-11"
        >
          Show the whole text
        </button>
      )}
    </div>
  );
}

const isLong = (text: string) => text.length > longest.characters || text.split('\n').length > longest.lines;

import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type Mention, type TextPart, textParts } from '../../../shared/text-parts.ts';
import { cx } from '../../ui/cx.ts';

const maxLength = { characters: 800, lines: 12 };

type PostTextProps = {
  text: string;
  /** Members mentioned as "@Name". */
  mentions: readonly Mention[];
  /** Cut a long text until the user expands it. */
  short?: boolean;
};

/** Plain text with links for addresses and mentions, in the direction of its script. */
export function PostText({ text, mentions, short = false }: PostTextProps) {
  const [whole, setWhole] = useState(() => !short || !isLong(text));
  const parts = useMemo(() => textParts(text, mentions), [text, mentions]);
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      <p dir="auto" className={cx('wrap-anywhere w-full whitespace-pre-wrap', !whole && 'line-clamp-10')}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity than their place
          <Part key={index} {...part} />
        ))}
      </p>
      {!whole && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="min-h-9 font-semibold text-brand text-sm hover:underline pointer-coarse:min-h-11"
        >
          Show more of this post
        </button>
      )}
    </div>
  );
}

function Part({ text, href, user }: TextPart) {
  if (user !== undefined) return <Link to={`/profile/${user}`}>{text}</Link>;
  if (href === undefined) return text;
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc">
      {text}
    </a>
  );
}

const isLong = (text: string) =>
  text.length > maxLength.characters || text.split('\n').length > maxLength.lines;

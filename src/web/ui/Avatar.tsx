import { useState } from 'react';
import { cx } from './cx.ts';
import { initials } from './initials.ts';

const sizes = {
  xs: { box: 'size-6 text-[0.6875rem]', pixels: 24 },
  sm: { box: 'size-8 text-xs', pixels: 32 },
  md: { box: 'size-10 text-sm', pixels: 40 },
  lg: { box: 'size-24 text-xl', pixels: 96 },
};

type AvatarProps = { name: string; src?: string | null; size?: keyof typeof sizes; className?: string };

/** Falls back to initials. Decorative: the name stands next to it. */
export function Avatar({ name, src, size = 'md', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const { box, pixels } = sizes[size];
  const shape = cx('shrink-0 rounded-full', box, className);
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={cx('object-cover', shape)}
      />
    );
  }
  return (
    <span
      translate="no"
      aria-hidden="true"
      className={cx('grid select-none place-items-center bg-brand font-semibold text-on-brand', shape)}
    >
      {initials(name)}
    </span>
  );
}

import { useState } from 'react';
import { pictureSources } from '../../shared/images.ts';
import { Avatar } from './Avatar.tsx';
import { cx } from './cx.ts';

/** Pixels of CSS, and how that is written. */
const sizes = {
  40: { box: 'size-10', rem: '2.5rem' },
  56: { box: 'size-14', rem: '3.5rem' },
  96: { box: 'size-24 text-xl', rem: '6rem' },
};

type PortraitProps = { name: string; image_id: string | null; size: keyof typeof sizes };

/** The picture of a person in the best form that the browser takes; initials without one. Decoration, as Avatar is. */
export function Portrait({ name, image_id, size }: PortraitProps) {
  const [broken, setBroken] = useState<string>();
  const { box, rem } = sizes[size];
  if (!image_id || image_id === broken) return <Avatar name={name} className={box} />;
  const { better, src, srcSet } = pictureSources(image_id, 'portrait');
  const shown = { width: size, height: size, sizes: rem };
  return (
    <picture className="shrink-0">
      {better.map((source) => (
        <source key={source.type} {...source} {...shown} />
      ))}
      <img
        {...shown}
        src={src}
        srcSet={srcSet}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(image_id)}
        className={cx('rounded-full object-cover', box)}
      />
    </picture>
  );
}

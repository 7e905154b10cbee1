import { useState } from 'react';
import { pictureSources } from '../../shared/images/images.ts';
import { Avatar } from './Avatar.tsx';
import { cx } from './cx.ts';

/** CSS pixels, and the matching class. */
const sizes = {
  40: { box: 'size-10', rem: '2.5rem' },
  56: { box: 'size-14', rem: '3.5rem' },
  96: { box: 'size-24 text-xl', rem: '6rem' },
};

type PortraitProps = { name: string; image_id: string | null; size: keyof typeof sizes };

/** A picture in the best format the browser supports; falls back to initials. Decorative, like Avatar. */
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

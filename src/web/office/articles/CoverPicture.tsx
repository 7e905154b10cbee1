import { pictureSources } from '../../../shared/images/images.ts';

export function CoverPicture({ id, alt }: { id: string; alt: string }) {
  const { better, src, srcSet } = pictureSources(id, 'cover');
  const sizes = '20rem';
  return (
    <picture>
      {better.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img src={src} srcSet={srcSet} sizes={sizes} alt={alt} className="max-h-60 max-w-full rounded-md" />
    </picture>
  );
}

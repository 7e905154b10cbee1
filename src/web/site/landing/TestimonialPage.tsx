import type { ShownTestimonial } from '../../../shared/pages.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { roleOf } from './role-of.ts';
import { Stars } from './Stars.tsx';

/** Target of the carousel's link for a text too long for it. */
export function TestimonialPage({ name, html, image_id, license, rating }: ShownTestimonial) {
  return (
    <article className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] justify-items-center px-5 pt-6 pb-16 md:pt-10 md:pb-24">
      <header className="wrap-anywhere grid w-full max-w-[58ch] gap-4 text-lg">
        <a className="go-back" href="/#testimonials">
          Go Back
        </a>
        <h1 className="mt-4 flex items-center gap-4 text-2xl">
          <Portrait name={name} image_id={image_id} size={56} />
          {name}
        </h1>
        {rating !== null && <Stars rating={rating} className="justify-self-start" />}
        <p className="border-line border-b pb-8 text-base text-muted">{roleOf({ license })}</p>
      </header>
      <blockquote
        className="prose wrap-anywhere mt-8 w-full max-w-[58ch] text-lg"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server against an allow-list
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </article>
  );
}

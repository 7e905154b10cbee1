import type { ShownTestimonial } from '../../../shared/pages.ts';
import { cx } from '../../ui/cx.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { enlivenedBy } from '../Island.tsx';
import { CarouselControls } from './CarouselControls.tsx';
import { Section } from './Section.tsx';

/** Without script a list; with it a carousel as high as its longest quote, so that nothing below moves. */
export function Testimonials({ testimonials }: { testimonials: ShownTestimonial[] }) {
  // Keep the target of the navigation's link.
  if (testimonials.length === 0) return <div id="testimonials" />;
  const semaphore = testimonials.length > 1;
  return (
    <Section id="testimonials" heading="Agents who made the switch" className="bg-ground">
      <section
        {...(semaphore && enlivenedBy('carousel', 'visible'))}
        className="carousel mt-6 grid gap-x-16 gap-y-8 lg:mt-10 lg:grid-cols-[22rem_minmax(0,1fr)]"
        aria-roledescription={semaphore ? 'carousel' : undefined}
        aria-label="Testimonials"
      >
        {semaphore && <CarouselControls count={testimonials.length} />}
        <div className="slides lg:col-start-2" data-slides>
          {testimonials.map((testimonial, index) => (
            <article
              key={testimonial._id}
              className="slide"
              aria-roledescription={semaphore ? 'slide' : undefined}
              aria-label={`${index + 1} of ${testimonials.length}`}
              data-current={index === 0 || undefined}
            >
              <Quote {...testimonial} folds={semaphore} />
            </article>
          ))}
        </div>
      </section>
    </Section>
  );
}

/** In characters; longer quotes are smaller and, with script, folded (.quote-long). */
const medium = 160;
const long = 520;

function Quote({ _id, name, html, image_id, isExcerpt, folds }: ShownTestimonial & { folds: boolean }) {
  const isLong = isExcerpt || html.length > long;
  const size = isLong ? 'quote-long' : html.length > medium ? 'quote-medium' : undefined;
  return (
    <figure className="wrap-anywhere">
      <Stars />
      <blockquote
        className={cx('quote mt-5', size)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server against an allow-list
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {folds && isLong && !isExcerpt && (
        <button type="button" data-action="unfold" aria-expanded={false} className="quote-more needs-script">
          <span className="when-closed">Read it all</span>
          <span className="when-open">Show less</span>
          <span className="sr-only">: {name}</span>
        </button>
      )}
      {isExcerpt && (
        <a href={`/testimonials/${_id}`} className="quote-more inline-flex items-center">
          Read it all
          <span className="sr-only">: {name}</span>
        </a>
      )}
      <figcaption className="mt-6 flex items-center gap-3">
        <Portrait name={name} image_id={image_id} size={56} />
        <span>
          <span className="block font-semibold">{name}</span>
          <span className="block text-muted text-sm">Real Estate Agent</span>
        </span>
      </figcaption>
    </figure>
  );
}

/** Decoration, not a rating. */
function Stars() {
  return (
    <svg viewBox="0 0 100 20" className="h-5 text-poppy-text" fill="currentColor" aria-hidden="true">
      {[0, 20, 40, 60, 80].map((x) => (
        <path key={x} d={`M${x + 10} 2l2.4 5.4 5.9.6-4.4 4 1.2 5.8-5.1-3-5.1 3 1.2-5.8-4.4-4 5.9-.6z`} />
      ))}
    </svg>
  );
}

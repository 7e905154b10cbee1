import type { ShownTestimonial } from '../../../shared/pages.ts';
import { cx } from '../../ui/cx.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { enlivenedBy } from '../Island.tsx';
import { CarouselControls } from './CarouselControls.tsx';
import { roleOf } from './role-of.ts';
import { Section } from './Section.tsx';
import { Stars } from './Stars.tsx';

/**
 * The first, and a link to the page of all. With script a carousel, whose island takes the others from that page; as
 * high as its longest quote, so that nothing below moves.
 */
export function Testimonials({ testimonials }: { testimonials: ShownTestimonial[] }) {
  // Keep the target of the navigation's link.
  const [first] = testimonials;
  if (!first) return <div id="testimonials" />;
  const several = testimonials.length > 1;
  return (
    <Section id="testimonials" heading="Agents who made the switch" className="bg-ground">
      <section
        {...(several && enlivenedBy('carousel', 'soon'))}
        className="carousel mt-6 grid gap-x-16 gap-y-8 lg:mt-10 lg:grid-cols-[22rem_minmax(0,1fr)]"
        aria-roledescription={several ? 'carousel' : undefined}
        aria-label="Testimonials"
      >
        {several && (
          <div className="grid content-start justify-items-start gap-4">
            <CarouselControls count={testimonials.length} />
            <a href="/testimonials" className="contact-line" data-all>
              Read all {testimonials.length}
            </a>
          </div>
        )}
        <div className={cx('slides lg:col-start-2', testimonials.some(isLong) && 'slides-long')} data-slides>
          <Slide testimonial={first} position={1} count={testimonials.length} />
        </div>
      </section>
    </Section>
  );
}

/** All on one page, for those who read without script; the carousel takes its slides from here. */
export function TestimonialsPage({ testimonials }: { testimonials: ShownTestimonial[] }) {
  return (
    <div
      className="testimonial-list mx-auto grid max-w-6xl gap-12 px-5 pt-6 pb-16 md:pt-10 md:pb-24"
      data-slides
    >
      <header>
        <a className="contact-line" href="/#testimonials">
          Go Back
        </a>
        <h1 className="mt-4 text-3xl">Agents who made the switch</h1>
        {testimonials.length === 0 && <p className="mt-6">No testimonials yet.</p>}
      </header>
      {testimonials.map((testimonial, index) => (
        <Slide
          key={testimonial._id}
          testimonial={testimonial}
          position={index + 1}
          count={testimonials.length}
        />
      ))}
    </div>
  );
}

interface SlideProps {
  testimonial: ShownTestimonial;
  /** From 1. */
  position: number;
  count: number;
}

function Slide({ testimonial, position, count }: SlideProps) {
  return (
    <article
      className="slide"
      aria-label={`${position} of ${count}`}
      data-current={position === 1 || undefined}
    >
      <Quote {...testimonial} folds={count > 1} />
    </article>
  );
}

/** In characters; longer quotes are smaller and, with script, folded (.quote-long). */
const medium = 160;
const long = 520;

const isLong = ({ html, isExcerpt }: Pick<ShownTestimonial, 'html' | 'isExcerpt'>) =>
  isExcerpt || html.length > long;

function Quote({
  _id,
  name,
  html,
  image_id,
  license,
  rating,
  isExcerpt,
  folds,
}: ShownTestimonial & { folds: boolean }) {
  const isFolded = isLong({ html, isExcerpt });
  const size = isFolded ? 'quote-long' : html.length > medium ? 'quote-medium' : undefined;
  return (
    <figure className="wrap-anywhere">
      {rating !== null && <Stars rating={rating} className="mb-5" />}
      <blockquote
        className={cx('quote', size)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server against an allow-list
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {folds && isFolded && !isExcerpt && (
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
          <span className="block text-muted text-sm">{roleOf({ license })}</span>
        </span>
      </figcaption>
    </figure>
  );
}

import { formatDay } from '../../../shared/dates.ts';
import type { Page } from '../../../shared/pages.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** docs/product.md P23.9 */
export function PoliciesPage({ policies }: Extract<Page, { kind: 'policies' }>) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] justify-items-center px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      <header className="grid w-full max-w-measure gap-4">
        <h1>Policies</h1>
        <p className="text-lg text-muted">How we work with our agents, from our handbook.</p>
      </header>
      {policies.length > 0 ? (
        <ul className="mt-8 w-full max-w-measure border-line border-t">
          {policies.map(({ slug, title, updated }) => (
            <li key={slug} className="wrap-anywhere grid gap-1 border-line border-b py-4">
              <h2 className="text-xl leading-snug">
                <a className="article-link" href={`/policies/${slug}`}>
                  {title}
                </a>
              </h2>
              <p className="text-base text-muted">
                Last changed <time dateTime={updated}>{formatDay(updated)}</time>
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <div className="mt-8 grid w-full max-w-measure justify-items-start gap-6 border-line border-t py-12">
          <p>No policies are published here yet.</p>
          <ButtonLink href="/contact">Ask the office</ButtonLink>
        </div>
      )}
    </div>
  );
}

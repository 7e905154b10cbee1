import { ButtonLink } from '../../ui/Button.tsx';

const places = [
  { label: 'Fee structure', href: '/#fee-structure' },
  { label: 'Articles', href: '/articles' },
  { label: 'Contact us', href: '/contact' },
  { label: 'Sign in', href: '/login' },
];

/** docs/product.md P7.1 */
export function NotFoundPage() {
  return (
    <div className="mx-auto grid max-w-6xl justify-items-start gap-6 px-5 py-16 md:py-24">
      <h1>Page Not Found</h1>
      <p className="max-w-measure text-lg text-muted">
        Sorry, this page does not exist. Check the web address, or start from one of the pages below.
      </p>
      <ButtonLink href="/">Back to the home page</ButtonLink>
      <nav aria-labelledby="elsewhere" className="mt-6 w-full max-w-measure">
        <h2 id="elsewhere" className="text-lg">
          You may be looking for
        </h2>
        <ul className="mt-3 border-line border-t">
          {places.map(({ label, href }) => (
            <li key={href} className="border-line border-b">
              <a className="flex min-h-12 items-center text-brand hover:underline" href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

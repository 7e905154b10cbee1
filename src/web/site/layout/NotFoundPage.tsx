import { ButtonLink } from '../../ui/Button.tsx';

export function NotFoundPage() {
  return (
    <div className="mx-auto max-w-6xl px-5 py-24">
      <h1>Page Not Found</h1>
      <p className="mt-4 text-muted">Sorry, this page does not exist.</p>
      <ButtonLink className="mt-8" href="/">
        Back to the home page
      </ButtonLink>
    </div>
  );
}

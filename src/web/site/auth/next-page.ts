/** The page after signing in: `next` in the query of `here` if it is on this site, else the dashboard. */
export function nextPage(here: string): string {
  const page = new URL(here);
  const next = page.searchParams.get('next') ?? '';
  if (!next.startsWith('/')) return '/dashboard';
  const target = URL.parse(next, page.origin);
  // Compare the origin, not the path: the path of "/x/..//elsewhere" would be another site's address.
  return target?.origin === page.origin ? target.href : '/dashboard';
}

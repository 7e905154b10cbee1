/**
 * Where a person goes after signing in: the page of this site that `next` in the query of `here` names, else the
 * dashboard. Anything that would lead elsewhere is left alone, in whatever way it is written.
 */
export function nextPage(here: string): string {
  const page = new URL(here);
  const next = page.searchParams.get('next') ?? '';
  if (!next.startsWith('/')) return '/dashboard';
  const target = URL.parse(next, page.origin);
  // The whole address, not its path: "/x/..//elsewhere" has a path that by itself would be an address.
  return target?.origin === page.origin ? target.href : '/dashboard';
}

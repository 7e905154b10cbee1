/** The cursor of the next page, as the Link header of a list names it (RFC 8288); undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const address = /<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return (address && new URL(address, location.origin).searchParams.get('cursor')) || undefined;
}

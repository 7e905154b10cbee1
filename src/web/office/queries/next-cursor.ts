/** The next page's cursor from a list's Link header (RFC 8288); undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const address = /<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return (address && new URL(address, location.origin).searchParams.get('cursor')) || undefined;
}

/** For a list that is read page by page. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | undefined }) => next,
};

/** Beside them the rest of a path is an id or a slug: `/api/articles/slug/versions` is an article. */
const groups = new Set([
  'all',
  'slug',
  'working-copy',
  'versions',
  'like',
  'unlike',
  'comment',
  'pin',
  'report',
]);

const former = /^(\/api\/(?:articles|posts))\/([\w-]+)\/(working-copy|versions|pin|report)(?=[/?]|$)/;

/**
 * Of `/api/posts/ID/pin`, which was ambiguous beside `/api/posts/like/ID`, the present `/api/posts/pin/ID`; likewise of reports,
 * and of articles' versions and working copies. An office that was opened before an upgrade goes on by them.
 */
export const presentAddress = (url: string): string =>
  url.replace(former, (address: string, list: string, id: string, what: string) =>
    groups.has(id) ? address : `${list}/${what}/${id}`,
  );

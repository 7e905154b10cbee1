import type { Announcement } from '../../../shared/site/site-content.ts';

/** docs/product.md P7.17 */
export function AnnouncementBar({ text, url }: Announcement) {
  return (
    <aside aria-label="Announcement" className="announcement wrap-anywhere bg-poppy text-ink text-sm">
      <p className="mx-auto max-w-6xl px-5 py-2.5 font-semibold">
        {url ? (
          <a href={url} className="underline underline-offset-4">
            {text}
          </a>
        ) : (
          text
        )}
      </p>
    </aside>
  );
}

import { formatDay } from '../../../shared/dates.ts';
import { fileSize } from '../../../shared/file-size.ts';
import type { Page } from '../../../shared/pages.ts';

/** Needs no script. The server sanitises `html`. */
export function PolicyPage({ policy: { title, html, updated, files } }: Extract<Page, { kind: 'policy' }>) {
  return (
    <article className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] justify-items-center px-5 pt-6 pb-16 md:pt-10 md:pb-24">
      <header className="wrap-anywhere grid w-full max-w-[58ch] gap-4 text-lg">
        <a className="go-back" href="/policies">
          Policies
        </a>
        <h1 className="mt-4">{title}</h1>
        <p className="border-line border-b pb-8 text-base text-muted">
          Last changed <time dateTime={updated}>{formatDay(updated)}</time>
        </p>
      </header>
      <div
        className="prose wrap-anywhere mt-8 w-full max-w-[58ch] text-lg"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser made it, by an allow-list
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {files.length > 0 && (
        <section
          aria-label="Files"
          className="mt-8 grid w-full max-w-[58ch] gap-2 border-line border-t pt-6 text-lg"
        >
          <h2 className="text-xl">Files</h2>
          <ul className="grid gap-2 text-base">
            {files.map(({ _id, name, size }) => (
              <li key={_id} className="wrap-anywhere">
                <a href={`/policies/files/${_id}`} download>
                  {name}
                </a>{' '}
                <span className="text-muted">({fileSize(size)})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

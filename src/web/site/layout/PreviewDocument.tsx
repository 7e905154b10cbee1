import type { ReactNode } from 'react';
import type { PageContext } from '../../../shared/pages.ts';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';

interface PreviewDocumentProps {
  context: PageContext;
  stylesheet: string;
  darkTop: boolean;
  children: ReactNode;
}

/** A page that only looks like itself: nothing runs, and its links, for a window of their own, lead nowhere in a sandbox. */
export function PreviewDocument({ context, stylesheet, darkTop, children }: PreviewDocumentProps) {
  return (
    <html lang="en" data-dark-top={darkTop || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Preview</title>
        <base target="_blank" />
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body className="flex min-h-dvh flex-col">
        {context.announcement && <AnnouncementBar {...context.announcement} />}
        <Navigation brokerage={context.brokerage} path={context.path} />
        <main className="grow">{children}</main>
        <Footer brokerage={context.brokerage} year={context.year} />
      </body>
    </html>
  );
}

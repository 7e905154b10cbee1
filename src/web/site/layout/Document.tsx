import type { ReactNode } from 'react';
import type { PageContext } from '../../../shared/pages.ts';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { Footer } from './Footer.tsx';
import { HeadTags } from './HeadTags.tsx';
import type { Head } from './head.ts';
import { inlineScript } from './inline-script.ts';
import { Navigation } from './Navigation.tsx';

interface DocumentProps {
  context: PageContext;
  head: Head;
  /** The navigation is transparent over a dark hero. */
  darkTop: boolean;
  children: ReactNode;
}

export function Document({ context, head, darkTop, children }: DocumentProps) {
  return (
    <html lang="en" data-dark-top={darkTop || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        {/* Before the styles: the first paint needs the theme and the auth state. */}
        <Verbatim element="script" text={inlineScript} />
        <Verbatim element="style" text={context.assets.css} />
        {context.assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {context.assets.printStyles && (
          <link rel="stylesheet" href={context.assets.printStyles} media="print" />
        )}
        {/* The page works without scripts: fonts and text come first. */}
        {context.assets.scripts.map((src) => (
          <script key={src} type="module" src={src} fetchPriority="low" />
        ))}
        <HeadTags context={context} head={head} />
      </head>
      {/* Keeps the footer of a short page at the bottom. */}
      <body className="flex min-h-dvh flex-col">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        {context.announcement && <AnnouncementBar {...context.announcement} />}
        <Navigation brokerage={context.brokerage} path={context.path} />
        <main id="content" tabIndex={-1} className="grow">
          {children}
        </main>
        <Footer brokerage={context.brokerage} year={context.year} />
      </body>
    </html>
  );
}

/** Unescaped text of our own build; the CSP's hash needs it verbatim. */
function Verbatim({ element: Element, text }: { element: 'script' | 'style'; text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: no text of anybody's else ever comes here
  return <Element dangerouslySetInnerHTML={{ __html: text }} />;
}

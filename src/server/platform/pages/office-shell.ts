import { logoUrl } from '../../../shared/images/images.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { version } from '../project-folder.ts';
import { escapeHtml } from '../text/escape-html.ts';

/** Files of the build, relative to the site's root. */
interface OfficeFiles {
  script: string;
  styles: string[];
  modules: string[];
  fonts: string[];
}

/** Nothing is inline (CSP), so the script that sets the theme before first paint is a file. */
export function officeShell(
  brokerage: Brokerage,
  build: string,
  { script, styles, modules, fonts }: OfficeFiles,
): string {
  const name = escapeHtml(brokerage.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="application-name" content="${name}">
<meta name="build" content="${build}">
<meta name="robots" content="noindex">
<meta name="generator" content="flat-fee-brokerage ${version}">
<title>${name}</title>
<script src="/theme.js"></script>
${lines(styles, (file) => `<link rel="stylesheet" href="/${file}">`)}
<script type="module" src="/${script}"></script>
${lines(modules, (file) => `<link rel="modulepreload" href="/${file}">`)}
${lines(fonts, (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`)}
${icon(brokerage)}
</head>
<body>
<div id="office"></div>
<noscript>The members' area needs JavaScript. The public site does not.</noscript>
</body>
</html>
`;
}

const icon = ({ logo_id }: Brokerage): string =>
  logo_id
    ? `<link rel="icon" href="${logoUrl(logo_id, 96)}" type="image/png">`
    : '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';

const lines = (files: string[], toTag: (file: string) => string): string => files.map(toTag).join('\n');

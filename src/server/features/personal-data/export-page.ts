import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';
import { dataMap } from '../../tables/data-map.ts';
import type { TableRule } from '../../tables/rules.ts';
import type { Row } from './rows-about.ts';

const style = `body{margin:2rem auto;max-width:60rem;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#10312f;background:#fff}
section{border-top:1px solid #d9d4c8;margin-top:2rem}
article{border:1px solid #d9d4c8;border-radius:8px;padding:.5rem 1rem;margin:1rem 0}
dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.25rem 1.5rem;margin:0}
dt{color:#47605d}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
img{max-width:100%;height:auto}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
@media (prefers-color-scheme:dark){body{color:#e9f1ef;background:#0c1b1a}dt{color:#a9bdb9}section,article{border-color:#2a423f}}`;

/** Without script, and nothing is loaded from elsewhere. */
export const pageStart = (
  { email, date, byAddress }: { email: string; date: string; byAddress: boolean },
  brokerage: Brokerage,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Personal data of ${escapeHtml(email)}</title>
<style>${style}</style>
</head>
<body>
<h1>What ${escapeHtml(brokerage.name)} holds about ${escapeHtml(email)}</h1>
<p>As of ${escapeHtml(date)}. The same data for programs is in the folder <code>data</code>, a file of JSON for each kind; pictures are in <code>pictures</code>.</p>
<p>Left out are passwords, keys and links that work like them, what the server derives from your data, and what belongs to other people. Articles and testimonials are on the public site.</p>
${byAddress ? '' : notByAddress(email)}<p>Questions? ${escapeHtml(brokerage.legalName)}, ${escapeHtml(brokerage.email)}, ${escapeHtml(brokerage.phone)}</p>
`;

const notByAddress = (email: string) =>
  `<p><strong>Also left out is what only the address ${escapeHtml(email)} leads to, such as contact requests:</strong> it has not been shown yet that you receive its mail. Reset your password by the link that is mailed to it, and ask again.</p>
`;

export const pageEnd = '</body>\n</html>\n';

export const sectionStart = (table: string): string =>
  `<section>\n<h2>${escapeHtml(titleOf(table))}</h2>\n<p>In <code>data/${table}.json</code></p>\n`;

export const sectionEnd = '</section>\n';

/** Leaves out empty values. */
export function recordOf(row: Row): string {
  const facts = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  const lines = facts.map(
    ([name, value]) =>
      `<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd>${escapeHtml(wordsOf(value))}</dd>`,
  );
  return `<article><dl>\n${lines.join('\n')}\n</dl></article>\n`;
}

export const picture = (name: string): string =>
  `<p><img src="pictures/${name}" alt="Picture ${escapeHtml(name)}"></p>\n`;

/** Titles a table, whichever ways lead to its rows. */
function titleOf(table: string): string {
  const rules: Partial<Record<string, TableRule>> = dataMap;
  const holds = rules[table]?.holds ?? table;
  return `${holds.charAt(0).toUpperCase()}${holds.slice(1)}`;
}

function wordsOf(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return String(value);
}

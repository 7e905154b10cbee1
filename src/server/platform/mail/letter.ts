import { logoUrl } from '../../../shared/images/images.ts';
import { type Brokerage, signatureOf } from '../../../shared/site/brokerage.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { Wording } from './office-words.ts';
import type { Mail } from './queue-mail.ts';

interface Link {
  label: string;
  url: string;
}

export interface Letter {
  /** The name of an account is as an admin typed it; that of anyone else comes by nameInMail. */
  to: { name: string; email: string };
  subject: string;
  /** Default: Hello and the name; '' for none. */
  greeting?: string | undefined;
  opening: string[];
  action?: Link;
  /** A list of what it is about, in place of a button. */
  links?: Link[];
  closing: string[];
  wording?: Wording<Letter>;
}

/**
 * Renders a letter as plain text and HTML. Texts typed by anyone but an admin stand in it by nameInMail only.
 * Everything is escaped, and only the logo is loaded, from this site.
 */
export function toMail(letter: Letter, brokerage: Brokerage): Mail {
  const { wording } = letter;
  const mail = {
    to: letter.to.email,
    subject: letter.subject,
    text: asText(letter, brokerage),
    html: asHtml(letter, brokerage),
  };
  if (!wording) return mail;
  const { kind, write } = wording;
  return { ...mail, wording: { kind, write: (words) => toMail(write(words), brokerage) } };
}

const beginningOf = ({ to, greeting = `Hello ${to.name},`, opening }: Letter): string[] =>
  greeting === '' ? opening : [greeting, ...opening];

function asText(letter: Letter, brokerage: Brokerage): string {
  const { action, links = [], closing } = letter;
  const button = [...(action ? [action] : []), ...links].map(({ label, url }) => `${label}:\n${url}`);
  const signature = signatureOf(brokerage).join('\n');
  return `${[...beginningOf(letter), ...button, ...closing, signature].join('\n\n')}\n`;
}

const serif = "Newsreader,Georgia,'Times New Roman',serif";
const sans = "'Public Sans',-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

// Mail programs support inline styles and tables reliably, and little else; dark styles are optional.
const darkStyle = `
    @media (prefers-color-scheme: dark) {
      .ground { background: #0c1b1a !important; }
      .sheet { background: #152c2a !important; border-color: #2a423f !important; }
      .text { color: #e9f1ef !important; }
      .muted { color: #a9bdb9 !important; }
      .rule { border-color: #2a423f !important; }
      .button { background: #5fc4b5 !important; color: #0c1b1a !important; }
      .link { color: #5fc4b5 !important; }
    }`;

function asHtml(letter: Letter, brokerage: Brokerage): string {
  const { subject, action, links = [], closing } = letter;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(subject)}</title>
  <style>${darkStyle}
  </style>
</head>
<body class="ground" style="margin:0;padding:0;background:#fbf8f3">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf8f3">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #d9d4c8;border-radius:14px">
<tr><td class="rule" style="padding:24px 32px;border-bottom:1px solid #d9d4c8">
  ${logo(brokerage)}<span class="text" style="font:500 24px/1.1 ${serif};letter-spacing:-0.018em;color:#10312f">${escapeHtml(brokerage.name)}</span>
</td></tr>
<tr><td style="padding:32px 32px 16px">
${beginningOf(letter).map(paragraph).join('\n')}
${action ? button(action) : ''}${links.map(link).join('\n')}
${closing.map(paragraph).join('\n')}
</td></tr>
<tr><td class="rule" style="padding:24px 32px;border-top:1px solid #d9d4c8">
  <p class="muted" style="margin:0;font:13px/1.55 ${sans};color:#47605d">${signatureOf(brokerage).map(escapeHtml).join('<br>')}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const logo = ({ baseUrl, logo_id }: Brokerage) =>
  logo_id
    ? `<img src="${escapeHtml(baseUrl + logoUrl(logo_id, 96))}" alt="" width="32" height="32" style="vertical-align:middle;margin-right:12px">`
    : '';

const paragraph = (text: string) =>
  `  <p class="text" style="margin:0 0 16px;font:16px/1.55 ${sans};color:#10312f">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const link = ({ label, url }: Link) =>
  `  <p style="margin:0 0 16px;font:16px/1.55 ${sans}"><a class="link" href="${escapeHtml(url)}" style="color:#0b5d57">${escapeHtml(label)}</a></p>`;

/** Repeats the URL as text for mail programs that show no links. */
function button({ label, url }: Link): string {
  const href = escapeHtml(url);
  return `  <p style="margin:8px 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#0b5d57;color:#ffffff;font:600 16px/1.25 ${sans};text-decoration:none">${escapeHtml(label)}</a></p>
  <p class="muted" style="margin:0 0 24px;font:13px/1.55 ${sans};color:#47605d;word-break:break-all">Or open this link: <a class="link" href="${href}" style="color:#0b5d57">${href}</a></p>`;
}

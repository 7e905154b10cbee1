import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostileMarkdown } from '../test/hostile-markdown.ts';
import { safeHtml } from './web/office/articles/editor/clipboard-html.ts';

it.each([
  ['<p style="color:red" onclick="a()">x</p>', '<p data-style="color:red">x</p>'],
  ["<a href='/a\"b'>x</a>", '<a href="/a&quot;b">x</a>'],
  ['a<style>b{}</style>c<script>d</script>e', 'ace'],
  ['<!-->a<!-- <img onerror=b> -->c<![CDATA[d]]>e', 'ace'],
  ['1 < 2 <b/style=x>y', '1 &lt; 2 <b data-style="x">y'],
  ['<o:p>word</o:p><svg/onload=a()>b</svg>', 'wordb'],
  ['<img src="/a" title="<img onerror=b>" onerror=c>', '<img src="/a" title="<img onerror=b>">'],
  ['<p title="never ends', ''],
])('makes %j harmless', (html, safe) => expect(safeHtml(html)).toBe(safe));

it('leaves no handler, style or tag that runs', () => {
  const pieces = fc.array(
    fc.oneof(fc.constantFrom(...hostileMarkdown, '"', "'", '<', '>', '=', '/', ' '), fc.string()),
  );
  const tag =
    /^<(?:\/[a-z\d]+|[a-z\d]+(?: (?:href|src|alt|title|start|align|colspan|rowspan|data-[a-z-]+)="[^"]*")*)>/;
  fc.assert(
    fc.property(pieces, (parts) => {
      for (let rest = safeHtml(parts.join('')); rest.includes('<'); ) {
        rest = rest.slice(rest.indexOf('<'));
        const [found] = tag.exec(rest) ?? [];
        expect(found).toBeDefined();
        rest = rest.slice(found?.length ?? 1);
      }
    }),
  );
});

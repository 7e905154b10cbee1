/** An uploaded picture that the texts show. */
export const pictureId = '019a0000-0000-7000-8000-000000000001';
const picture = `/images/${pictureId}/1440.jpg`;

/** Articles as people write them, and as they should not: an editor must return each as it is. */
export const markdownCorpus: Record<string, string> = {
  empty: '',
  'one line': 'A flat fee.',
  'line ends around': '\n\nA flat fee.\n\n\n',
  'hard-wrapped paragraphs':
    'A flat fee is paid\nonce, at closing,\nby each side.\n\nNothing else\nis due.\n',
  'four blank lines between': 'One.\n\n\n\n\nTwo.\n',
  'no blank line between': '# Fees\nA flat fee.\n- one\n- two\n> quoted\n',
  'CRLF line ends': '# Fees\r\n\r\nA flat fee,\r\nonce.\r\n\r\n- one\r\n- two\r\n',
  'mixed line ends': 'One.\r\n\r\nTwo,\nthree.\n\r\nFour.',
  'trailing spaces': 'One.   \n\nTwo.\t\n   \nThree.  ',
  'hard breaks with spaces': 'Line one  \nLine two  \nLine three\n',
  'hard breaks with backslashes': 'Line one\\\nLine two\\\n**bold**\\\nend\n',
  'setext headings': 'Fees\n====\n\nPer side\n--------\n\nOver\ntwo lines\n===\n',
  'headings with closing marks': '# Fees #\n\n## Per side ##   \n\n### C# ###\n\n###### Six\n\n##\n',
  'headings out of order': '### Three\n\n# One\n\n##### Five\n',
  'emphasis in both ways': '*a* _b_ **c** __d__ ***e*** ___f___ *g **h** i* **j *k* l**\n',
  'marks inside words': 'un*frigging*believable snake_case_name 2**3**4 a~~b~~c\n',
  'marks beside punctuation': '**"Sold."** *(yes)*, **a**, "*b*"; **Note:** c\n',
  'nested marks of one kind': '**a **b** c** *d *e* f*\n\nPlain.\n',
  'marks that meet': '*a*_b_ **c**__d__\n\n*a***b**\n',
  'bold link and link with bold': '**[a](/b)** [**a**](/b) *[x **y**](/z)*\n',
  strikethrough: 'A ~~split~~ of ~one~ ~~**bold**~~ fee.\n',
  'code spans': '`a` ``b ` c`` `` ` `` ` d ` `  ` `*not*` `a\nb`\n',
  'fenced code': '```js\nconst a = 1;\n\n  b();\n```\n\n```\n```\n\nAfter.\n',
  'fences of tildes': '~~~ruby startline=3\ndef a\n```\nend\n~~~\n\n~~~~\n~~~\n~~~~\n',
  'fence that never ends': 'Before.\n\n```\ncode\n\n# no heading\n',
  'empty line in a fence': '```\n\n```\n\nAfter.\n',
  'indented code': 'Before:\n\n    a = 1\n\n        b = 2\n\nAfter.\n',
  'indented code after a list': '- a\n\n<!-- -->\n\n    code\n',
  'tight lists': '- one\n- two\n  - nested\n    - deeper\n- three\n\n1. a\n2. b\n   1. c\n',
  'loose lists': '- one\n\n- two\n\n  more of two\n\n- three\n\n1. a\n\n   b\n\n2. c\n',
  'lists beside each other': '- a\n- b\n\n* c\n* d\n\n+ e\n\n1. f\n\n1) g\n',
  'list markers': '* a\n* b\n\n10) ten\n11) eleven\n\n0. zero\n\n7. seven\n7. seven again\n',
  'empty items': '-\n- a\n-\n\n1.\n2. b\n',
  'items with blocks':
    '- # heading\n- > quote\n- ```\n  code\n  ```\n- a\n\n  | x | y |\n  |---|---|\n  | 1 | 2 |\n',
  'item with wide indent': '-   wide\n\n    second\n-   next\n',
  'lazy lines': '> quoted\nand on\n\n- item\nand on\n',
  quotes: '> one\n>\n> two\n>\n> > nested\n\n>no space\n\n>\n',
  'quote with everything': '> ## Fees\n>\n> - a\n> - b\n>\n> ```\n> code\n> ```\n>\n> *end*\n',
  rules: '---\n\n***\n\n_ _ _\n\nText\n\n-----------\n',
  tables: '| Price | Fee |\n|---|---:|\n| $450,000 | $475 |\n| `a \\| b` | **c** |\n\nAfter.\n',
  'tables without edges': 'a | b | c\n:-- | :-: | --\n1 | 2\n1 | 2 | 3 | 4\n\n| only |\n|---|\n',
  'inline links': '[a](/b) [c](https://example.com "A title") [d](</e f>) [g](/h_(i)) [](/empty) [j](k)\n',
  'reference links':
    'See [the Act][1], [DRE] and [us][].\n\n[1]: https://example.com/act "The Act"\n[DRE]: <https://dre.ca.gov>\n\nMore.\n\n[us]: /contact\n',
  'definitions in odd places': '[a]: /a\n\n> [b]: /b\n> [x][b]\n\n[y][a] [z][b]\n\n[a]: /other\n',
  'addresses written out':
    'See https://example.com/a_b?c=d&e=f. <https://example.com/ü> <office@example.com> www.example.com mailto:a@b.co\n',
  'not quite links': '[a] [b](c [d] ](e) ![f] [1]: g\n\n\\[h\\](i)\n',
  pictures: `![A sold sign](${picture})\n\nText ![small](${picture} "In \\"May\\"") goes on. [![linked](${picture})](/a)\n\n![](https://example.com/x.png)\n`,
  'HTML stays text': '<div class="a">\n<b>bold</b> & <script>alert(1)</script>\n</div>\n\n<!-- comment -->\n',
  entities: '&amp; &lt;b&gt; &copy; &nbsp; &#65; &#x1F600; &unknown; AT&T &amp;amp;\n',
  escapes: '\\* not a list\n\n1\\. nor this\n\n\\# nor a heading\n\n\\`a\\` \\_b\\_ \\\\ \\! a\\b\n',
  'like footnotes': 'A claim[^1] and another[^note].\n\n[^1]: The source.\n\n[^note]: More\n    of it.\n',
  'languages and emoji':
    'عقد **مقطوع** بلا نسبة\n\nדמי תיווך *קבועים*\n\n固定**费用**，不是佣金。\n\n👩‍👩‍👧 🏡 **🔑** e\u0301 \u200d \u00a0nbsp\u00a0\n',
};

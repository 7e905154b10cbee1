/** Names as phones, Word and other programs write them: one table for what compares, and for what searches. */

interface Written {
  /** As it is stored. */
  name: string;
  /** Ways to type it. */
  typed: string[];
  /** A different name that must not match. */
  other: string;
}

export const writtenNames: Written[] = [
  {
    name: "Sean O'Brien",
    typed: ['Sean O’Brien', 'sean o‘brien', 'Sean Oʼbrien', 'Sean Oʻbrien', 'Sean O`brien', 'Sean O＇Brien'],
    other: "Sean O'Brian",
  },
  {
    name: 'Kealiʻi Kaʻahumanu',
    typed: ["Keali'i Ka'ahumanu", 'Keali’i Ka’ahumanu'],
    other: 'Kealoha Kaahumanu',
  },
  {
    name: 'Ana Smith-Jones',
    typed: ['Ana Smith‐Jones', 'Ana Smith‑Jones', 'Ana Smith–Jones', 'Ana Smith—Jones', 'ANA SMITH－JONES'],
    other: 'Ana Smith Jonas',
  },
  {
    name: 'Łukasz Jørgen Đoković',
    typed: ['Lukasz Jorgen Dokovic', 'łukasz jørgen đoković'],
    other: 'Lucas Jorgen Dokovic',
  },
  {
    name: 'Işık Strauß Ægir',
    typed: ['Isik Strauss Aegir', 'IŞIK STRAUSS ÆGIR'],
    other: 'Isak Strauss Aegir',
  },
  {
    name: 'José Núñez',
    typed: ['José Núñez'.normalize('NFD'), 'Jose Nunez', 'JOSÉ NÚÑEZ'],
    other: 'Josie Nunez',
  },
  { name: 'Şeyma Özgür', typed: ['Seyma Ozgur', 'ŞEYMA ÖZGÜR'.normalize('NFD')], other: 'Selma Ozgur' },
  {
    name: 'Nguyễn Thị Ánh',
    typed: ['Nguyen Thi Anh', 'Nguyễn Thị Ánh'.normalize('NFD')],
    other: 'Nguyen Thi Binh',
  },
  {
    name: 'Ann Lee',
    typed: [
      'Ann\u00a0Lee',
      'Ann\u2009 Lee',
      ' Ann\tLee ',
      'An\u00adn Lee',
      'Ann\u200b Lee',
      '\u202aAnn Lee\u202c',
      'Ａｎｎ　Ｌｅｅ',
    ],
    other: 'Anne Lee',
  },
  { name: 'ﬁona Kim', typed: ['Fiona Kim'], other: 'Fina Kim' },
];

/** Only what a signature forgives: a search finds each word by itself. */
export const signedNames: Written[] = [
  ...writtenNames,
  { name: 'Mary J. Smith', typed: ['Mary J Smith', 'mary j. smith'], other: 'Mary K. Smith' },
  {
    name: 'Robert Kim, Jr.',
    typed: ['Robert Kim Jr', 'Robert Kim, Jr', 'Robert Kim Jr.'],
    other: 'Robert Kim Sr.',
  },
  { name: 'J.R. Stone', typed: ['JR Stone', 'J. R. Stone', 'J R Stone'], other: 'J.P. Stone' },
];

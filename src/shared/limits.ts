/**
 * How long texts and lists may be (docs/product.md P5.3, P5.4, P5.7): read by contracts and forms alike, hence free of
 * zod. A test holds the document, the contracts and every form to these figures.
 */

/** In characters, once a text is trimmed. */
export const maxLengths = {
  email: 254,
  webAddress: 2048,
  user: { name: 100 },
  contactRequest: { name: 100, phone: 40 },
  article: { title: 200, slug: 100, slugFromTitle: 80, snippet: 500, text: 200_000, coverAlt: 200 },
  testimonial: { name: 100, text: 2000 },
  profile: { status: 100, company: 100, location: 100, githubUsername: 39, bio: 2000, license: 8, phone: 40 },
  /** Of a list as one text with commas, and of one item. */
  list: { text: 5000, item: 50 },
  history: {
    ...{ title: 100, company: 100, location: 100, school: 100, degree: 100, fieldOfStudy: 100 },
    description: 2000,
  },
  /** What a notification quotes of a text. */
  notification: 200,
  post: 5000,
  comment: 2000,
  lead: { note: 2000 },
  moderation: { details: 500, reason: 500 },
  /** What a list may be searched for; addresses are among what is searched for in users and leads. */
  search: { articles: 200, leads: 254, mentionable: 100, posts: 200, profiles: 200, users: 254 },
} as const;

/** How many a list may hold. */
export const maxCounts = {
  /** Skills, service areas or languages. */
  listItems: 50,
  /** Of experience, and of education. */
  historyEntries: 100,
  /** Members whom one text mentions. */
  mentions: 20,
  carousel: 1000,
} as const;

/** Of a new password, in characters as a person counts them. */
export const passwordLength = { min: 8, max: 128 } as const;

/** Declared to the browser and never enforced, of a password at sign-in and of a phone (docs/product.md P5.7, P5.9). */
export const declaredMinLength = 6;

/** As messages, hints and counters write a figure: "200,000". */
export const figure = (count: number): string => count.toLocaleString('en-US');

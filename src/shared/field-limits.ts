/**
 * Max lengths and counts of contracts and forms (docs/product.md P5.3, P5.7), free of zod. A test holds the contracts
 * and every form to them.
 */

/** In characters, after trimming. */
export const maxLengths = {
  email: 254,
  webAddress: 2048,
  user: { name: 100 },
  step: { title: 100, text: 500 },
  bulk: { csv: 1_000_000, file: 200 },
  contactRequest: { name: 100, phone: 40, message: 2000 },
  article: { title: 200, slug: 100, slugFromTitle: 80, snippet: 500, text: 200_000, coverAlt: 200 },
  testimonial: { name: 100, text: 2000 },
  profile: { status: 100, company: 100, location: 100, githubUsername: 39, bio: 2000, license: 8, phone: 40 },
  /** `text`: the whole list typed with commas. */
  list: { text: 5000, item: 50 },
  history: {
    title: 100,
    company: 100,
    location: 100,
    school: 100,
    degree: 100,
    fieldOfStudy: 100,
    description: 2000,
  },
  notification: 200,
  post: 5000,
  comment: 2000,
  lead: { note: 2000, nextStep: 200, closedReason: 200, contact: 500, brokerage: 100, source: 100 },
  leadView: { name: 60, query: 500 },
  leadTemplate: { name: 60, subject: 150, text: 5000 },
  handbook: { chapter: 100, note: 300, file: 150 },
  agreement: { text: 100_000, paragraph: 5000, note: 300, reason: 300 },
  application: { text: 2000, address: 200, note: 200, token: 100 },
  memberFile: { name: 200, number: 60, text: 1000 },
  closing: {
    property: 200,
    name: 100,
    contact: 200,
    fileNumber: 60,
    license: 20,
    note: 2000,
    label: 60,
    reason: 500,
    method: 100,
    signature: 100,
    capacity: 60,
    packageItem: 100,
    howToPay: 1000,
    draft: 20_000,
    csv: 2_000_000,
  },
  mailText: { subject: 150, text: 5000, button: 60 },
  privacy: { text: 2000 },
  webhook: { name: 60, key: 200 },
  apiToken: 60,
  submission: { word: 500 },
  moderation: { details: 500, reason: 500 },
  passkey: 50,
  proof: 500,
  site: {
    name: 100,
    phone: 40,
    address: 200,
    hours: 200,
    network: 40,
    heading: 80,
    sentence: 300,
    figure: 20,
    promise: 60,
    role: 100,
    about: 400,
    question: 200,
    answer: 1000,
    announcement: 200,
  },
  /** Users, leads and all together are searched for addresses too. */
  search: {
    agreements: 254,
    all: 254,
    applications: 254,
    articles: 200,
    compliance: 200,
    closings: 200,
    handbook: 200,
    leads: 254,
    mentionable: 100,
    posts: 200,
    profiles: 200,
    users: 254,
  },
} as const;

export const maxCounts = {
  bulkRows: 5000,
  /** People to whom one list gives rights: admins get an email about each. */
  bulkRights: 50,
  bulkColumns: 100,
  bulkCells: 200_000,
  steps: 50,
  listItems: 50,
  historyEntries: 100,
  mentions: 20,
  carousel: 1000,
  leadsAtOnce: 200,
  leadViews: 50,
  leadTemplates: 50,
  webhooks: 20,
  apiTokens: 20,
  socialLinks: 10,
  team: 24,
  questions: 20,
  siteVersions: 50,
  chapters: 50,
  pages: 300,
  pageFiles: 20,
  chosen: 5000,
  signers: 10,
  coAgents: 5,
  closingLines: 10,
  packageItems: 15,
  closedDays: 60,
  approvers: 10,
} as const;

export const passwordLength = { min: 8, max: 128 } as const;

/** Declared to browsers and never enforced (docs/product.md P5.7, P5.9). */
export const declaredMinLength = 6;

/** Formats a figure for messages: "200,000". */
export const figure = (count: number): string => count.toLocaleString('en-US');

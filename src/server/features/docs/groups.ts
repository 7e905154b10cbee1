interface Group {
  title: string;
  description: string;
}

const groups: Record<string, Group> = {
  auth: { title: 'Signing in', description: 'Tokens, passwords, and the places where one is signed in.' },
  articles: { title: 'Articles', description: 'What the public reads, and how it comes about.' },
  testimonials: { title: 'Testimonials', description: 'What agents say, as the landing page shows it.' },
  submissions: {
    title: 'Submissions',
    description: 'Articles and testimonials that wait for a review, or for the yes of a member.',
  },
  contact: { title: 'Contact form', description: 'How a visitor reaches the office.' },
  leads: {
    title: 'Leads',
    description: 'What came in by the contact form, and what became of it.',
  },
  referrals: { title: 'Referrals', description: 'The personal link of a member, and what came of it.' },
  insights: { title: 'Insights', description: 'How recruiting goes, in figures.' },
  visits: { title: 'Visits', description: 'What is counted on the public site.' },
  audit: { title: 'Audit log', description: 'Who did what when.' },
  'security-log': { title: 'Security log', description: 'Who signed in, failed to or was refused.' },
  posts: { title: 'Posts', description: "The members' feed with its comments and likes, and live." },
  setup: { title: 'Setting up', description: 'What is left to set up in a new office, for admins.' },
  waiting: { title: 'What waits', description: 'What the caller has to act on, of all areas.' },
  notifications: { title: 'Notifications', description: 'What others did that concerns the caller.' },
  mentions: { title: 'Mentions', description: 'Whom a post or a comment can mention.' },
  moderation: {
    title: 'Moderation',
    description: 'Reported posts and comments, and what is decided about them.',
  },
  'privacy-requests': {
    title: 'Privacy requests',
    description: 'What people ask for by law, and how it was answered.',
  },
  exports: { title: 'Exports', description: 'What is held about a person, as a file.' },
  'personal-data': { title: 'Personal data', description: 'What is held about a person, and its erasure.' },
  'legal-holds': { title: 'Legal holds', description: 'Whose data must not be erased.' },
  users: { title: 'Users', description: 'Who can sign in, and as what.' },
  people: { title: 'People', description: 'A member as the office knows them.' },
  profile: { title: 'Profiles', description: 'What members say about themselves, and the directory of all.' },
  licenses: {
    title: 'Licenses',
    description: 'License numbers of members, when they expire and who verified them.',
  },
  onboarding: {
    title: 'Onboarding',
    description: 'Steps of members who join or leave, and their templates.',
  },
  handbook: {
    title: 'Handbook',
    description: 'Pages in chapters, who has to acknowledge them, and who has.',
  },
  agreements: {
    title: 'Agreements',
    description: 'The text of the agreement, who has signed it, and whether a file is one of them.',
  },
  join: {
    title: 'Applying',
    description: 'What an applicant does by their personal link, whose token is in the body.',
  },
  joining: { title: 'Joining', description: 'Invitations to apply, applications, and what is decided.' },
  compliance: {
    title: 'Compliance',
    description: 'The file of each member: license, notices, insurance, education; and what is wrong or due.',
  },
  education: { title: 'Education', description: "What members submit for their license's renewal." },
  closings: {
    title: 'Closings',
    description: 'What agents report, the office decides and approves, and what is paid.',
  },
  'my-closings': { title: 'Own closings', description: 'What an agent reports, and what became of it.' },
  'my-closing-years': { title: 'Own years', description: 'What an agent closed and kept in a year.' },
  dues: {
    title: 'Dues',
    description: 'Annual fees and other dues of members: charged, paid, kept from a closing, waived.',
  },
  bookkeeping: {
    title: 'Bookkeeping',
    description: 'Reports of what was paid: income, production, deductions and the promise.',
  },
  payees: {
    title: 'Payees',
    description: 'Whom the brokerage paid in a year, for the forms 1099-NEC.',
  },
  search: { title: 'Search', description: 'People, texts and emails, all in one call.' },
  fees: {
    title: 'Fees',
    description: 'The fees by versions, those to come, and how many agreements name each.',
  },
  site: { title: 'Site', description: 'What admins change of the public site.' },
  sample: {
    title: 'Sample content',
    description: 'What the first start of a trial put into the empty database.',
  },
  system: { title: 'System', description: 'How the server is doing.' },
  'api-tokens': { title: 'API tokens', description: 'By which other systems call this API.' },
  webhooks: {
    title: 'Webhooks',
    description: 'Other systems that are sent events, and what they were sent.',
  },
  'mail-texts': { title: 'Email texts', description: "The texts of the site's emails." },
  outbox: { title: 'Outgoing mail', description: 'Emails sent and waiting.' },
};

/** The heading for a path such as '/api/posts/:id'. @throws Error for a path without one */
export function groupOf(path: string): Group {
  const group = groups[path.split('/')[2] ?? ''];
  if (!group) throw new Error(`groups.ts has no heading for ${path}`);
  return group;
}

import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import { type Right, rightNames } from '../../../shared/users/rights.ts';

/** Where a choice leads. */
export interface Choice {
  group: string;
  name: string;
  /** Opposite the name, such as an email address. */
  detail?: string | undefined;
  /** A page of the office, or of the public site. */
  to: string;
  isPublic?: boolean | undefined;
  spot?: Spot | undefined;
}

/** A label, heading or button to show on the page, by its text, and the tab that has it. */
export interface Spot {
  tab?: string;
  text?: string;
}

/** A choice that is found by other words, too. */
export interface Place extends Choice {
  words?: string;
}

/** An entry of the drawer that its user has a right to. */
export interface Entry {
  label: string;
  to: string;
}

type Rights = Pick<CurrentUser, 'admin' | 'editsHandbook' | Right>;

interface KnownPlace {
  name: string;
  to: string;
  words?: string;
  spot?: Spot;
}

/** The screens of the drawer and those behind them, actions and settings that the user has a right to. */
export function placesFor(user: Rights, drawer: Entry[]): Place[] {
  const of = (group: string, places: KnownPlace[]) => places.map((place): Place => ({ group, ...place }));
  const known = (all: {
    everyone: KnownPlace[];
    admins: KnownPlace[];
    handbookEditors?: KnownPlace[];
    having?: Partial<Record<Right, KnownPlace[]>>;
  }) => [
    ...(user.admin ? all.admins : []),
    ...(user.editsHandbook ? (all.handbookEditors ?? []) : []),
    ...rightNames.flatMap((right) => (user[right] ? (all.having?.[right] ?? []) : [])),
    ...all.everyone,
  ];
  const isAction = ({ label }: { label: string }) => label.startsWith('Add ');
  const toKnownPlace = ({ label, to }: { label: string; to: string }): KnownPlace => ({
    name: label,
    to,
    words: wordsOf[to] ?? '',
  });
  return [
    ...of('Actions', [...drawer.filter(isAction).map(toKnownPlace), ...known(actions)]),
    ...of('Screens', [...drawer.filter((entry) => !isAction(entry)).map(toKnownPlace), ...known(screens)]),
    ...of('Settings', known(settings)),
  ];
}

/** Other words that people use for the screens of the drawer. */
const wordsOf: Record<string, string> = {
  '/dashboard/leads': 'inbox contact form inquiries recruits',
  '/dashboard/insights': 'statistics figures reports',
  '/dashboard/referrals': 'my link',
  '/dashboard/admin': 'users people accounts',
  '/dashboard/admin/compliance': 'desk dre supervision audit notices insurance education',
  '/dashboard/license': 'dre number expiry certificates continuing education ce hours renewal insurance',
  '/dashboard/applications': 'joining agents apply sign countersign approve',
  '/dashboard/admin/agreement': 'contract ica text placeholders publish',
  '/dashboard/admin/site': 'website landing page',
  '/dashboard/admin/outbox': 'emails sent mail',
  '/dashboard/admin/moderation': 'reports flagged',
  '/dashboard/admin/onboarding': 'steps checklist joining',
  '/dashboard/admin/system': 'health server backup version remove sample content',
  '/dashboard/add-article': 'write new blog news draft',
  '/dashboard/add-testimonial': 'write new quote review',
  '/dashboard/view-articles': 'edit blog news drafts',
  '/dashboard/view-testimonials': 'edit quotes reviews',
  '/dashboard/submissions': 'review approve publish waiting articles testimonials',
  '/handbook': 'policies rules manual read acknowledge',
  '/dashboard/my-closings': 'deals transactions commission statement',
  '/dashboard/admin/closings': 'deals transactions letters to pay coordinator',
  '/members': 'directory agents',
  '/posts': 'feed',
};

const leads = '/dashboard/leads';
const compliance = '/dashboard/admin/compliance';
const site = '/dashboard/admin/site';
const agreement = '/dashboard/admin/agreement';
const account = '/dashboard/account-settings';
const closingSettings = '/dashboard/admin/closings/settings';

const screens = {
  admins: [
    {
      name: 'Email texts',
      to: '/dashboard/admin/outbox/texts',
      words: 'invitation reset reply words wording',
    },
    {
      name: '1099-NEC',
      to: '/dashboard/admin/closings/1099',
      words: 'payees paid taxes w-9 january accountant irs forms',
    },
    { name: 'Closing settings', to: closingSettings, words: 'approvers package promise cut-off' },
    {
      name: 'Closing insights',
      to: '/dashboard/insights/closings',
      words: 'volume fees promise figures reports statistics',
    },
    {
      name: 'Reports',
      to: '/dashboard/admin/closings/reports',
      words: 'income fees production agents deductions bookkeeping accountant',
    },
    {
      name: 'QuickBooks',
      to: '/dashboard/admin/closings/reports/quickbooks',
      words: 'journal entries accounts export bookkeeping accountant',
    },
    { name: 'Members without a closing', to: '/dashboard/insights/closings/idle', words: 'idle 90 days' },
    { name: 'Data of a person', to: '/dashboard/admin/privacy/person', words: 'erase export privacy' },
  ],
  having: {
    recruiting: [
      {
        name: 'Today',
        to: `${leads}/today`,
        words: 'leads waiting for a reply answer due overdue next steps',
      },
      { name: 'Board', to: `${leads}/board`, words: 'leads stages pipeline kanban' },
      { name: 'Lead settings', to: `${leads}/settings`, words: 'office hours reply alert templates' },
      { name: 'Import leads', to: `${leads}/import`, words: 'list csv file add many recruits' },
      { name: 'Agreement versions', to: `${agreement}/versions`, words: 'compare difference contract' },
      { name: 'Signed agreements', to: `${agreement}/signed`, words: 'contracts in force countersign pdf' },
      { name: 'Asked to sign again', to: `${agreement}/asks`, words: 'new version members due overdue' },
      { name: 'Check a PDF', to: `${agreement}/verify`, words: 'verify hash unchanged agreement' },
    ],
    closings: [
      { name: 'All closings', to: '/dashboard/admin/closings/list', words: 'deals search' },
      { name: 'Dues', to: '/dashboard/admin/dues', words: 'annual fees charges open overdue' },
      {
        name: 'Note payments of dues',
        to: '/dashboard/admin/dues?note=payments',
        words: 'checks annual fees',
      },
    ],
    compliance: [
      { name: 'License checks', to: `${compliance}/checks`, words: 'verify public record dre' },
      { name: 'Licenses', to: `${compliance}/licenses`, words: 'dre expiry numbers' },
      {
        name: 'Compliance settings',
        to: `${compliance}/settings`,
        words: 'days periods insurance e&o brokerage policy',
      },
      {
        name: 'Onboarding templates',
        to: '/dashboard/admin/onboarding/templates',
        words: 'steps joining leaving',
      },
      {
        name: 'Acknowledgements',
        to: '/dashboard/handbook/acknowledgements',
        words: 'handbook policies read overdue late',
      },
    ],
  },
  handbookEditors: [
    { name: 'Edit handbook', to: '/dashboard/handbook', words: 'pages chapters policies write order' },
  ],
  everyone: [
    { name: 'Account settings', to: account, words: 'my account' },
    { name: 'Phone list', to: '/dashboard/members', words: 'call numbers' },
    { name: 'My agreements', to: '/dashboard/agreements', words: 'contract fees sign download pdf' },
    {
      name: 'My year',
      to: `/dashboard/my-closings/year/${new Date().getFullYear()}`,
      words: 'closings volume kept taxes 1099',
    },
    { name: 'My dues', to: '/dashboard/my-closings/dues', words: 'annual fee owe pay invoice' },
  ],
};

const actions = {
  admins: [
    { name: 'Invite someone', to: '/dashboard/admin/user/create', words: 'add user agent member create' },
    {
      name: 'Invite many people',
      to: '/dashboard/admin/invite',
      words: 'list csv bulk agents members users import',
    },
  ],
  everyone: [
    { name: 'Report a closing', to: '/dashboard/my-closings/new', words: 'add deal sale lease transaction' },
    { name: 'Write a post', to: '/posts', words: 'add', spot: { text: 'Say Something...' } },
    { name: 'Edit my profile', to: '/edit-profile', words: 'photo picture bio skills phone' },
  ],
};

const inTab = (tab: string, text?: string): Spot => ({ tab, ...(text && { text }) });

const settings = {
  admins: [
    { name: 'Office phone', to: site, words: 'number brokerage', spot: inTab('Brokerage', 'Phone') },
    { name: 'Office email', to: site, words: 'address brokerage', spot: inTab('Brokerage', 'Email') },
    { name: 'Office address', to: site, words: 'brokerage street', spot: inTab('Brokerage', 'Address') },
    {
      name: 'Office hours on the site',
      to: site,
      words: 'brokerage open',
      spot: inTab('Brokerage', 'Office hours (optional)'),
    },
    { name: 'Brokerage name', to: site, words: 'company', spot: inTab('Brokerage', 'Name') },
    { name: 'Legal name', to: site, words: 'brokerage company', spot: inTab('Brokerage', 'Legal name') },
    {
      name: 'Brokerage license',
      to: site,
      words: 'dre number',
      spot: inTab('Brokerage', 'DRE license, 8 digits'),
    },
    { name: 'Logo', to: site, words: 'brokerage image', spot: inTab('Brokerage', 'Logo') },
    {
      name: 'Social links',
      to: site,
      words: 'facebook instagram linkedin network',
      spot: inTab('Brokerage', 'Social links'),
    },
    {
      name: 'Who can publish',
      to: `${site}/publishing`,
      words: 'articles testimonials content editors review rights members',
      spot: { text: 'Only people with the right Content' },
    },
    {
      name: 'Fees',
      to: `${site}/fees`,
      words: 'fee schedule price premium insurance rate tier versions',
      spot: { text: 'Transaction fee' },
    },
    { name: 'Landing page heading', to: site, words: 'hero title', spot: inTab('Landing page', 'Heading') },
    {
      name: 'Three promises',
      to: site,
      words: 'landing page hero',
      spot: inTab('Landing page', 'Three promises'),
    },
    { name: 'Team on the site', to: site, words: 'people staff about', spot: inTab('Team') },
    { name: 'Questions on the site', to: site, words: 'faq answers', spot: inTab('Questions') },
    {
      name: 'Announcement',
      to: site,
      words: 'bar banner notice',
      spot: inTab('Announcement', 'Show a bar above every public page'),
    },
    {
      name: 'Instant reply',
      to: `${leads}/settings`,
      words: 'automatic answer leads',
      spot: { text: 'Send an instant reply to new leads' },
    },
    {
      name: 'Alert about leads with no reply',
      to: `${leads}/settings`,
      words: 'unanswered waiting reminder',
      spot: { text: 'Alert the office after (office hours)' },
    },
    {
      name: 'Office hours for alerts',
      to: `${leads}/settings`,
      words: 'opens closes',
      spot: { text: 'Office opens' },
    },
    {
      name: 'Who countersigns',
      to: `${agreement}/settings`,
      words: 'responsible broker authorized sign agreement',
      spot: { text: 'Who countersigns' },
    },
    {
      name: 'Reminders to applicants',
      to: `${agreement}/settings`,
      words: 'days application agreement',
      spot: { text: 'First reminder (days after the invitation)' },
    },
    {
      name: 'Who approves closings',
      to: closingSettings,
      words: 'approvers sign letters',
      spot: { text: 'Who approves' },
    },
    {
      name: 'Closing package',
      to: closingSettings,
      words: 'checklist documents',
      spot: { text: 'Closing package' },
    },
    {
      name: 'Payment promise',
      to: closingSettings,
      words: 'business day cut-off noon clock',
      spot: { text: 'The promise' },
    },
  ],
  having: {
    recruiting: [
      {
        name: 'Daily email',
        to: `${leads}/today`,
        words: 'digest morning stop unsubscribe list leads turn off',
        spot: { text: 'Email me this list every morning' },
      },
      { name: 'Lead templates', to: `${leads}/settings`, words: 'email', spot: { text: 'Templates' } },
    ],
  },
  everyone: [
    { name: 'Password', to: '/dashboard/change-password', words: 'change' },
    {
      name: 'Two-step verification',
      to: account,
      words: 'passkey authenticator app recovery codes two-factor security 2fa',
      spot: { text: 'Two-step verification' },
    },
    { name: 'My license', to: account, words: 'dre number expiry', spot: { text: 'License' } },
    {
      name: 'Appearance',
      to: account,
      words: 'dark light theme mode colors',
      spot: { text: 'Appearance' },
    },
    {
      name: "Where you're signed in",
      to: account,
      words: 'sessions devices sign out',
      spot: { text: "Where you're signed in" },
    },
    { name: 'Known devices', to: account, words: 'browsers', spot: { text: 'Known devices' } },
    { name: 'Your data', to: account, words: 'export download privacy', spot: { text: 'Your data' } },
    { name: 'Delete account', to: account, words: 'leave remove close', spot: { text: 'Delete account' } },
  ],
};

import Activity from 'lucide-react/icons/activity';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Bell from 'lucide-react/icons/bell';
import BookOpen from 'lucide-react/icons/book-open';
import Braces from 'lucide-react/icons/braces';
import ChartColumn from 'lucide-react/icons/chart-column';
import CircleUser from 'lucide-react/icons/circle-user';
import FileCheck from 'lucide-react/icons/file-check';
import FileClock from 'lucide-react/icons/file-clock';
import FileSignature from 'lucide-react/icons/file-pen-line';
import FilePlus from 'lucide-react/icons/file-plus';
import Flag from 'lucide-react/icons/flag';
import Globe from 'lucide-react/icons/globe';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import Handshake from 'lucide-react/icons/handshake';
import Inbox from 'lucide-react/icons/inbox';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import Mails from 'lucide-react/icons/mails';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Newspaper from 'lucide-react/icons/newspaper';
import ScrollText from 'lucide-react/icons/scroll-text';
import Shield from 'lucide-react/icons/shield';
import UserLock from 'lucide-react/icons/user-lock';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import Webhook from 'lucide-react/icons/webhook';
import type { ComponentType } from 'react';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import type { Right } from '../../../shared/users/rights.ts';
import { ClosingsBadge } from '../closings/ClosingsBadge.tsx';
import { OpenBadge } from '../handbook/OpenBadge.tsx';
import { ApplicationsBadge } from '../joining/ApplicationsBadge.tsx';
import { NewLeadsBadge } from '../leads/NewLeadsBadge.tsx';
import { WaitingBadge } from '../moderation/WaitingBadge.tsx';
import { UnreadBadge } from '../notifications/UnreadBadge.tsx';

export interface NavigationEntry {
  label: string;
  to: string;
  Icon: typeof FilePlus;
  /** For those who may write them. */
  writersOf?: 'articles' | 'testimonials';
  /** Where something waits for a review: for those who write and those who review it. */
  reviewedOnly?: boolean;
  /** For those with a right, or for admins only. */
  needs?: Right | 'admin';
  /** An admin has another entry for it. */
  notForAdmins?: boolean;
  /** A count next to the label. */
  Badge?: ComponentType<{ collapsed: boolean }>;
}

export interface NavigationGroup {
  label: string;
  /** Starts closed: everywhere, or only where the list would be longer than a phone. */
  closedAtFirst?: boolean | 'on phones';
  entries: NavigationEntry[];
}

export const dashboardEntry: NavigationEntry = {
  label: 'Dashboard',
  to: '/dashboard',
  Icon: LayoutDashboard,
};

/** By job, in display order (docs/product.md P8.4). Every entry is an address of routes.tsx. */
const navigation: NavigationGroup[] = [
  {
    label: 'Recruiting',
    entries: [
      { label: 'Leads', to: '/dashboard/leads', Icon: Inbox, needs: 'recruiting', Badge: NewLeadsBadge },
      {
        label: 'Applications',
        to: '/dashboard/applications',
        Icon: FileCheck,
        needs: 'recruiting',
        Badge: ApplicationsBadge,
      },
      { label: 'Referrals', to: '/dashboard/referrals', Icon: UserPlus },
      { label: 'Insights', to: '/dashboard/insights', Icon: ChartColumn, needs: 'recruiting' },
    ],
  },
  {
    label: 'Closings',
    entries: [
      { label: 'My closings', to: '/dashboard/my-closings', Icon: FileCheck },
      {
        label: 'Closings',
        to: '/dashboard/admin/closings',
        Icon: Handshake,
        needs: 'closings',
        Badge: ClosingsBadge,
      },
    ],
  },
  {
    label: 'Community',
    entries: [
      { label: 'Posts', to: '/posts', Icon: MessagesSquare },
      { label: 'Members', to: '/members', Icon: Users },
      { label: 'Notifications', to: '/notifications', Icon: Bell, Badge: UnreadBadge },
      { label: 'My profile', to: '/profile/me', Icon: CircleUser },
      { label: 'My license and education', to: '/dashboard/license', Icon: GraduationCap },
    ],
  },
  {
    label: 'Content',
    closedAtFirst: 'on phones',
    entries: [
      { label: 'Handbook', to: '/handbook', Icon: BookOpen, Badge: OpenBadge },
      { label: 'View articles', to: '/dashboard/view-articles', Icon: Newspaper },
      { label: 'Add article', to: '/dashboard/add-article', Icon: FilePlus, writersOf: 'articles' },
      { label: 'View testimonials', to: '/dashboard/view-testimonials', Icon: MessageSquareQuote },
      {
        label: 'Add testimonial',
        to: '/dashboard/add-testimonial',
        Icon: MessageSquarePlus,
        writersOf: 'testimonials',
      },
      { label: 'Submissions', to: '/dashboard/submissions', Icon: FileClock, reviewedOnly: true },
    ],
  },
  {
    label: 'Office',
    closedAtFirst: 'on phones',
    entries: [
      { label: 'Admin', to: '/dashboard/admin', Icon: Shield, needs: 'admin' },
      { label: 'Onboarding', to: '/dashboard/admin/onboarding', Icon: ListChecks, needs: 'compliance' },
      { label: 'Compliance', to: '/dashboard/admin/compliance', Icon: BadgeCheck, needs: 'compliance' },
      { label: 'Agreement', to: '/dashboard/admin/agreement', Icon: FileSignature, needs: 'admin' },
      {
        label: 'Agreements',
        to: '/dashboard/admin/agreement/signed',
        Icon: FileSignature,
        needs: 'recruiting',
        notForAdmins: true,
      },
      { label: 'Site', to: '/dashboard/admin/site', Icon: Globe, needs: 'admin' },
    ],
  },
  {
    label: 'System',
    closedAtFirst: true,
    entries: [
      {
        label: 'Moderation',
        to: '/dashboard/admin/moderation',
        Icon: Flag,
        needs: 'admin',
        Badge: WaitingBadge,
      },
      { label: 'Outbox', to: '/dashboard/admin/outbox', Icon: Mails, needs: 'admin' },
      { label: 'Privacy requests', to: '/dashboard/admin/privacy', Icon: UserLock, needs: 'admin' },
      { label: 'Webhooks', to: '/dashboard/admin/webhooks', Icon: Webhook, needs: 'admin' },
      { label: 'API tokens', to: '/dashboard/admin/api-tokens', Icon: Braces, needs: 'admin' },
      { label: 'Audit log', to: '/dashboard/admin/audit', Icon: ScrollText, needs: 'admin' },
      { label: 'Security log', to: '/dashboard/admin/security', Icon: KeyRound, needs: 'admin' },
      { label: 'System', to: '/dashboard/admin/system', Icon: Activity, needs: 'admin' },
    ],
  },
];

type Waiting = 'articlesWait' | 'testimonialsWait' | 'reviewsContent';
type Rights = Pick<CurrentUser, 'admin' | 'editsContent' | 'editsTestimonials' | Waiting | Right>;

/** The groups with the entries that a user has a right to; without empty ones. */
export const groupsFor = (user: Rights): NavigationGroup[] =>
  navigation
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => isFor(user, entry)) }))
    .filter(({ entries }) => entries.length > 0);

const isFor = (user: Rights, { needs, notForAdmins, writersOf, reviewedOnly }: NavigationEntry): boolean =>
  (needs === undefined || user[needs]) &&
  !(notForAdmins && user.admin) &&
  (!reviewedOnly || user.articlesWait || user.testimonialsWait || user.reviewsContent) &&
  (writersOf !== 'articles' || user.editsContent) &&
  (writersOf !== 'testimonials' || user.editsTestimonials);

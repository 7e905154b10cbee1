import Activity from 'lucide-react/icons/activity';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Bell from 'lucide-react/icons/bell';
import BookOpen from 'lucide-react/icons/book-open';
import Braces from 'lucide-react/icons/braces';
import ChartColumn from 'lucide-react/icons/chart-column';
import CircleUser from 'lucide-react/icons/circle-user';
import FileCheck from 'lucide-react/icons/file-check';
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
import type { CurrentUser } from '../../../shared/auth.contract.ts';
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
  adminsOnly?: boolean;
  /** For coordinators of closings, and admins. */
  coordinatorsOnly?: boolean;
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
      { label: 'Leads', to: '/dashboard/leads', Icon: Inbox, adminsOnly: true, Badge: NewLeadsBadge },
      {
        label: 'Applications',
        to: '/dashboard/applications',
        Icon: FileCheck,
        adminsOnly: true,
        Badge: ApplicationsBadge,
      },
      { label: 'Referrals', to: '/dashboard/referrals', Icon: UserPlus },
      { label: 'Insights', to: '/dashboard/insights', Icon: ChartColumn, adminsOnly: true },
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
        coordinatorsOnly: true,
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
    ],
  },
  {
    label: 'Office',
    closedAtFirst: 'on phones',
    entries: [
      { label: 'Admin', to: '/dashboard/admin', Icon: Shield, adminsOnly: true },
      { label: 'Onboarding', to: '/dashboard/admin/onboarding', Icon: ListChecks, adminsOnly: true },
      { label: 'Compliance', to: '/dashboard/admin/compliance', Icon: BadgeCheck, adminsOnly: true },
      { label: 'Agreement', to: '/dashboard/admin/agreement', Icon: FileSignature, adminsOnly: true },
      { label: 'Site', to: '/dashboard/admin/site', Icon: Globe, adminsOnly: true },
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
        adminsOnly: true,
        Badge: WaitingBadge,
      },
      { label: 'Outbox', to: '/dashboard/admin/outbox', Icon: Mails, adminsOnly: true },
      { label: 'Privacy requests', to: '/dashboard/admin/privacy', Icon: UserLock, adminsOnly: true },
      { label: 'Webhooks', to: '/dashboard/admin/webhooks', Icon: Webhook, adminsOnly: true },
      { label: 'API tokens', to: '/dashboard/admin/api-tokens', Icon: Braces, adminsOnly: true },
      { label: 'Audit log', to: '/dashboard/admin/audit', Icon: ScrollText, adminsOnly: true },
      { label: 'Security log', to: '/dashboard/admin/security', Icon: KeyRound, adminsOnly: true },
      { label: 'System', to: '/dashboard/admin/system', Icon: Activity, adminsOnly: true },
    ],
  },
];

type Rights = Pick<CurrentUser, 'admin' | 'editsContent' | 'editsTestimonials' | 'closings'>;

/** The groups with the entries that a user has a right to; without empty ones. */
export const groupsFor = ({ admin, editsContent, editsTestimonials, closings }: Rights): NavigationGroup[] =>
  navigation
    .map((group) => ({
      ...group,
      entries: group.entries.filter(
        (entry) =>
          (admin || !entry.adminsOnly) &&
          (editsContent || entry.writersOf !== 'articles') &&
          (editsTestimonials || entry.writersOf !== 'testimonials') &&
          (closings || !entry.coordinatorsOnly),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);

import { NavLink } from 'react-router';

const pages = [
  { to: '/dashboard/leads/today', label: 'Today' },
  { to: '/dashboard/leads', label: 'List' },
  { to: '/dashboard/leads/board', label: 'Board' },
  { to: '/dashboard/leads/settings', label: 'Settings' },
];

export const LeadsNavigation = () => (
  <nav aria-label="Leads" className="flex flex-wrap gap-x-6">
    {pages.map(({ to, label }) => (
      <NavLink
        key={to}
        to={to}
        end
        className="grid min-h-11 items-center font-semibold text-brand underline-offset-4 hover:text-brand-hover aria-[current=page]:text-text aria-[current=page]:no-underline"
      >
        {label}
      </NavLink>
    ))}
  </nav>
);

import { NavLink } from 'react-router';

const pages = [
  { to: '/dashboard/admin/outbox', label: 'Mails' },
  { to: '/dashboard/admin/outbox/texts', label: 'Texts' },
];

export const OutboxNavigation = () => (
  <nav aria-label="Outbox" className="flex flex-wrap gap-x-6">
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

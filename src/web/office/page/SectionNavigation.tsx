import { NavLink } from 'react-router';

type SectionNavigationProps = { label: string; pages: { to: string; label: string }[] };

/** Between the pages of one section of the office. */
export const SectionNavigation = ({ label, pages }: SectionNavigationProps) => (
  <nav aria-label={label} className="flex print:hidden flex-wrap gap-x-6">
    {pages.map((page) => (
      <NavLink
        key={page.to}
        to={page.to}
        end
        className="grid min-h-11 items-center font-semibold text-brand underline-offset-4 hover:text-brand-hover aria-[current=page]:text-text aria-[current=page]:no-underline"
      >
        {page.label}
      </NavLink>
    ))}
  </nav>
);

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Where a profile is needed and the member has none: why, and the way to one. */
export function NoProfile({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      action={
        <Link to="/create-profile" className={buttonClass()}>
          Create profile
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

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

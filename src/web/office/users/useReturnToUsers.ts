import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../session/office-session.ts';

const pause = 1500;

/**
 * Leads to the list of users 1.5 s after a success (docs/product.md P8.10), unless the reader has gone elsewhere
 * by then. Whoever has ended their own sessions is led out.
 */
export function useReturnToUsers() {
  const navigate = useNavigate();
  const [way, setWay] = useState<'to the list' | 'out'>();
  useEffect(() => {
    if (!way) return;
    const timer = setTimeout(() => void (way === 'out' ? logOut() : navigate('/dashboard/admin')), pause);
    return () => clearTimeout(timer);
  }, [way, navigate]);
  return {
    leaving: way !== undefined,
    leave: ({ signedOut = false } = {}) => setWay(signedOut ? 'out' : 'to the list'),
  };
}

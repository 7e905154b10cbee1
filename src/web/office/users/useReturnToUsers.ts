import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../session/office-session.ts';

const pause = 1500;

/** Goes to the list 1.5 s after a success (docs/product.md P8.10), or logs out a user who ended their own session. */
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

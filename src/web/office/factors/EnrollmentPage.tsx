import { Button } from '../../ui/Button.tsx';
import { Notice } from '../session/Notice.tsx';
import { logOut } from '../session/office-session.ts';
import { SecondFactor } from './SecondFactor.tsx';

/** All that a session shows whose user must set up a second factor first. */
export function EnrollmentPage() {
  return (
    <Notice title="Set up two-step verification">
      <p>Your brokerage requires it. Choose one; you can add more later.</p>
      <h2 className="text-xl">Two ways to set it up</h2>
      <SecondFactor />
      <Button variant="quiet" className="justify-self-start" onClick={() => void logOut()}>
        Sign out
      </Button>
    </Notice>
  );
}

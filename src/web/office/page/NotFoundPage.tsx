import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { Page } from './Page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page Not Found">
      <p className="text-lg text-muted">Sorry, this page does not exist</p>
      <p>
        <Link to="/dashboard" className={buttonClass({ variant: 'secondary' })}>
          Go to the dashboard
        </Link>
      </p>
    </Page>
  );
}

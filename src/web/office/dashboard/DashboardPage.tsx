import ArrowRight from 'lucide-react/icons/arrow-right';
import FilePlus from 'lucide-react/icons/file-plus';
import Globe from 'lucide-react/icons/globe';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../session/guards.tsx';
import { Page } from '../shell/Page.tsx';

const stepClass =
  'group flex min-h-20 items-center gap-4 border-line border-t py-4 text-text no-underline hover:text-brand';

/** Where to go from here; there is nothing else on this page (spec 2). */
export function DashboardPage() {
  const user = useUser();
  return (
    <Page title="Dashboard">
      <p className="text-lg text-muted">Welcome, {user.name}. What would you like to do?</p>
      <ul className="max-w-2xl border-line border-b">
        <li>
          <Link to="/dashboard/add-testimonial" className={stepClass}>
            <Step icon={<MessageSquarePlus />} title="Add a testimonial">
              It joins the rotation on the home page at once.
            </Step>
          </Link>
        </li>
        <li>
          <Link to="/dashboard/add-article" className={stepClass}>
            <Step icon={<FilePlus />} title="Write an article">
              Published under an address of its own.
            </Step>
          </Link>
        </li>
        <li>
          <a href="/" className={stepClass}>
            <Step icon={<Globe />} title="Read the public site">
              What prospective agents see.
            </Step>
          </a>
        </li>
      </ul>
    </Page>
  );
}

function Step({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <>
      <span className="shrink-0 text-brand">{icon}</span>
      <span className="grid grow gap-1">
        <span className="font-display text-xl leading-tight">{title}</span>
        <span className="text-muted">{children}</span>
      </span>
      <ArrowRight className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-1" />
    </>
  );
}

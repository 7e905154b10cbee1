import type { ReactNode } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { useUser } from '../session/guards.tsx';
import { useLogOut } from '../session/useLogOut.tsx';
import { Page } from '../shell/Page.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

export function AccountSettingsPage() {
  const user = useUser();
  const logOut = useLogOut();
  return (
    <Page title="Account settings" narrow>
      <div className="flex items-center gap-4">
        <Avatar name={user.name} src={user.avatar} size="lg" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-lg">
            {user.name}
            {user.admin && <span className="rounded-md bg-sand px-2 py-0.5 text-sm text-text">Admin</span>}
          </p>
          <p className="wrap-anywhere text-muted">{user.email}</p>
        </div>
      </div>
      <Section title="Appearance">
        <ThemeChoice />
      </Section>
      <Section title="This device">
        <p className="text-muted">Signing out ends this session here and on the server.</p>
        <p>
          <Button variant="secondary" onClick={logOut.ask}>
            Sign out
          </Button>
        </p>
      </Section>
      {logOut.dialog}
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-line border-t pt-6">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

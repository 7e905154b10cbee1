import { useEffect, useState } from 'react';
import type { PasswordLink } from '../../../shared/auth/auth.contract.ts';
import { ApiError, api } from '../../api.ts';
import { Alerts } from '../../ui/Alerts.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { SetPasswordForm } from './SetPasswordForm.tsx';
import { type Office, UnusableLink } from './UnusableLink.tsx';
import { useFragment } from './useFragment.ts';

type State = 'asking' | 'saved' | PasswordLink | ApiError;

export function SetPassword({ office }: { office: Office }) {
  const token = useFragment();
  const [state, setState] = useState<State>('asking');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again about the same link
  useEffect(() => {
    let current = true;
    setState('asking');
    readLink(token ?? '').then((answer) => current && setState(answer));
    return () => {
      current = false;
    };
  }, [token, attempt]);
  return (
    <>
      <Content
        state={state}
        token={token ?? ''}
        office={office}
        onSaved={() => setState('saved')}
        onRetry={() => setAttempt(attempt + 1)}
      />
      <Alerts />
    </>
  );
}

interface ContentProps {
  state: State;
  token: string;
  office: Office;
  onSaved: () => void;
  onRetry: () => void;
}

function Content({ state, token, office, onSaved, onRetry }: ContentProps) {
  if (state === 'asking') return <p className="text-muted">Checking your link…</p>;
  if (state === 'saved') return <Saved />;
  if (state instanceof ApiError) return <UnusableLink error={state} office={office} onRetry={onRetry} />;
  return <SetPasswordForm key={token} token={token} link={state} onSaved={onSaved} />;
}

async function readLink(token: string): Promise<PasswordLink | ApiError> {
  if (token === '') return incomplete;
  try {
    return await api('POST /api/auth/password-link', { body: { token } });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const incomplete = new ApiError(400, {
  msg: '',
  errors: [{ msg: 'Open the full link from your email.' }],
});

function Saved() {
  return (
    <div className="grid justify-items-start gap-5">
      <p>Password saved. Sign in with your new password.</p>
      <ButtonLink href="/login" ref={focusOn}>
        Sign in
      </ButtonLink>
    </div>
  );
}

/** The focused form is gone: move the focus here. */
const focusOn = (element: HTMLElement | null) => element?.focus();

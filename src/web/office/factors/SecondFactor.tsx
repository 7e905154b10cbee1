import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorAdded, Factors } from '../../../shared/factors/factors.contract.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { changeUser } from '../session/office-session.ts';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { factorsQuery } from './factors.queries.ts';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

export function SecondFactor() {
  const query = useQuery(factorsQuery);
  const [codes, setCodes] = useState<string[]>();
  const onAdded = ({ recoveryCodes }: FactorAdded) => {
    if (recoveryCodes) setCodes(recoveryCodes);
    else changeUser({ mustEnrol: false });
  };
  return (
    <div className="grid w-full gap-6">
      <p className="text-muted">
        Add a second step, so a stolen password isn't enough: a code from an app on your phone, or a passkey.
      </p>
      <Loaded query={query} what="Your two-step verification" skeleton={<Skeleton className="h-40" />}>
        {(factors) => (
          <>
            {!hasAny(factors) && <p>Adding one signs you out on all your other devices.</p>}
            <AuthenticatorApp enabled={factors.totp} onAdded={onAdded} />
            <Passkeys passkeys={factors.passkeys} onAdded={onAdded} />
            {hasAny(factors) && <RecoveryCodes left={factors.recoveryCodes} onMade={setCodes} />}
          </>
        )}
      </Loaded>
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(undefined);
          changeUser({ mustEnrol: false });
        }}
      />
    </div>
  );
}

const hasAny = ({ totp, passkeys }: Factors) => totp || passkeys.length > 0;

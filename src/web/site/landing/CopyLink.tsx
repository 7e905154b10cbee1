import { useState } from 'react';
import type { Calculator } from '../../../shared/fees/calculator-link.ts';
import { Button } from '../../ui/Button.tsx';
import { addressOf } from './calculator-address.ts';

export function CopyLink({ calculator, fees }: { calculator: Calculator; fees: number }) {
  const [said, setSaid] = useState('');

  async function copy() {
    const address = addressOf(calculator, fees);
    history.replaceState(null, '', address);
    try {
      await navigator.clipboard.writeText(address);
      setSaid('Link copied');
    } catch {
      setSaid('Copy the link from the address bar');
    }
  }

  return (
    <div className="needs-script flex flex-wrap items-center gap-4">
      <Button variant="secondary" onClick={copy}>
        Copy link
      </Button>
      <Button variant="secondary" onClick={() => print()}>
        Print
      </Button>
      <span role="status" className="text-muted text-sm">
        {said}
      </span>
    </div>
  );
}

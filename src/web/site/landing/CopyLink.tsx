import { useState } from 'react';
import type { Calculator } from '../../../shared/calculator-link.ts';
import { Button } from '../../ui/Button.tsx';
import { addressOf } from './calculator-address.ts';

/** Puts the calculator's address on the clipboard and says so. */
export function CopyLink({ calculator }: { calculator: Calculator }) {
  const [said, setSaid] = useState('');

  async function copy() {
    const address = addressOf(calculator);
    history.replaceState(null, '', address);
    try {
      await navigator.clipboard.writeText(address);
      setSaid('Link copied');
    } catch {
      // Not every browser lets every page write to the clipboard; the address bar is always there.
      setSaid('Copy the link from the address bar');
    }
  }

  return (
    <div className="needs-script flex flex-wrap items-center gap-4">
      <Button variant="secondary" onClick={copy}>
        Copy link
      </Button>
      <span role="status" className="text-muted text-sm">
        {said}
      </span>
    </div>
  );
}

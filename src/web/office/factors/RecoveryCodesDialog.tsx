import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { download } from '../files/download.ts';
import { brokerageName } from '../page/brokerage-name.ts';

type RecoveryCodesDialogProps = { codes: string[] | undefined; onClose: () => void };

/** Shows new codes once; only its button closes it, as they cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [last, setLast] = useState(codes);
  const [copied, setCopied] = useState('');
  if (codes && codes !== last) {
    setLast(codes);
    setCopied('');
  }
  const text = `Recovery codes of ${brokerageName}, ${location.host}\n\n${last?.join('\n')}\n`;

  function copy(): void {
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied'),
      () => setCopied('Your browser blocked copying. Select the codes instead.'),
    );
  }

  return (
    <LazyDialog
      open={codes !== undefined}
      onClose={() => {}}
      title="Your recovery codes"
      description="Use one if you lose your phone. Each code works once. Save them somewhere safe. You won't see them again."
      footer={
        <>
          <Button variant="secondary" onClick={copy}>
            Copy
          </Button>
          <Button
            variant="secondary"
            onClick={() => download('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            Download
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
          <Button onClick={onClose}>I've saved them</Button>
        </>
      }
    >
      <ul translate="no" data-print="" aria-label="Recovery codes" className="grid gap-1 font-mono">
        {last?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className="mt-3 text-muted text-sm empty:hidden">
        {copied}
      </p>
    </LazyDialog>
  );
}

import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from './lazy-dialogs.tsx';

type SecretDialogProps = {
  secret: string | undefined;
  title: string;
  description: string;
  onClose: () => void;
};

/** Shows a secret once; only its button closes it, as it cannot be shown again. */
export function SecretDialog({ secret, title, description, onClose }: SecretDialogProps) {
  const [last, setLast] = useState(secret);
  const [copied, setCopied] = useState('');
  if (secret !== undefined && secret !== last) {
    setLast(secret);
    setCopied('');
  }

  function copy(): void {
    navigator.clipboard.writeText(last ?? '').then(
      () => setCopied('Copied'),
      () => setCopied('Your browser blocked copying. Select the text instead.'),
    );
  }

  return (
    <LazyDialog
      open={secret !== undefined}
      onClose={() => {}}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={copy}>
            Copy
          </Button>
          <Button onClick={onClose}>I've saved it</Button>
        </>
      }
    >
      <p className="wrap-anywhere select-all rounded-lg border border-line bg-surface p-4 font-mono text-sm">
        {last}
      </p>
      <p role="status" className="mt-3 text-muted text-sm empty:hidden">
        {copied}
      </p>
    </LazyDialog>
  );
}

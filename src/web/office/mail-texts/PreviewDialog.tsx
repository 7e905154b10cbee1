import { useState } from 'react';
import type { MailPreview } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { brokerageName } from '../page/brokerage-name.ts';

type PreviewDialogProps = { preview: MailPreview | undefined; onClose: () => void };

/** Open while there is a preview. */
export function PreviewDialog({ preview, onClose }: PreviewDialogProps) {
  return (
    <LazyDialog
      open={preview !== undefined}
      onClose={onClose}
      title={preview?.subject ?? ''}
      description="Shown with your name or an example. Links don't work."
      className="max-w-2xl"
    >
      {preview && <Parts {...preview} />}
    </LazyDialog>
  );
}

function Parts({ letter, text }: MailPreview) {
  const [part, setPart] = useState('letter');
  if (letter === null) return <PlainText text={text} />;
  return (
    <Tabs
      label="Email formats"
      value={part}
      onChange={setPart}
      tabs={[
        { id: 'letter', label: 'Formatted', content: <Letter letter={letter} /> },
        { id: 'text', label: 'Plain text', content: <PlainText text={text} /> },
      ]}
    />
  );
}

const PlainText = ({ text }: { text: string }) => (
  <p className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-surface p-5">{text}</p>
);

/** The HTML part of the email (platform/mail/letter.ts) in the office's own styles, as the CSP blocks its inline ones. */
function Letter({ letter }: { letter: NonNullable<MailPreview['letter']> }) {
  const { opening, button, url, closing, signature } = letter;
  return (
    <div className="wrap-anywhere grid grid-cols-1 gap-4 whitespace-pre-line rounded-lg border border-line bg-surface p-5">
      <p className="border-line border-b pb-4 font-display text-xl">{brokerageName}</p>
      <Paragraphs texts={opening} />
      {url !== '' && (
        <>
          <p className="justify-self-start rounded-md bg-brand px-5 py-3 font-semibold text-on-brand">
            {button}
          </p>
          <p className="text-muted text-sm">Or open this link: {url}</p>
        </>
      )}
      <Paragraphs texts={closing} />
      <p className="border-line border-t pt-4 text-muted text-sm">{signature.join('\n')}</p>
    </div>
  );
}

/** Their order never changes. */
const Paragraphs = ({ texts }: { texts: string[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: equal paragraphs are possible
  texts.map((text, index) => <p key={index}>{text}</p>);

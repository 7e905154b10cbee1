import MailWarning from 'lucide-react/icons/mail-warning';

export function NoMailServer() {
  return (
    <p className="flex max-w-measure items-start gap-3 rounded-lg border border-field-border bg-surface p-4">
      <MailWarning className="mt-0.5 size-5 shrink-0 text-poppy-text" />
      <span>
        <strong>No mail server is set.</strong> Mails are kept here and go out once whoever runs the server
        sets <code>SMTP_URL</code>.
      </span>
    </p>
  );
}

import { Button } from '../../ui/Button.tsx';
import { Notice } from './PrivacyRequestPage.tsx';

/** The page behind the email's link. The form has no action, so it posts to the same address, which has the token. */
export function PrivacyConfirmPage({ state }: { state: 'ask' | 'confirmed' | 'invalid' }) {
  return (
    <div className="mx-auto grid max-w-6xl justify-items-start gap-6 px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      <h1>Confirm your privacy request</h1>
      {state === 'ask' && (
        <form method="post" className="grid justify-items-start gap-4">
          <p className="max-w-[58ch]">Confirm that you sent us a request about your personal data.</p>
          <Button type="submit">Confirm my request</Button>
        </form>
      )}
      {state === 'confirmed' && (
        <Notice role="status" text="Thank you. Your request is confirmed. We'll answer within 30 days." />
      )}
      {state === 'invalid' && (
        <>
          <Notice role="alert" text="This link is no longer valid." />
          <a href="/privacy-request">Send another request</a>
        </>
      )}
    </div>
  );
}

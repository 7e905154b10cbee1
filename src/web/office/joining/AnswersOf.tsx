import { formatDay } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { ApplicationStep } from '../../../shared/joining/applications.ts';
import type { Application } from '../../../shared/joining/joining-fields.ts';
import { licenseTypeLabels } from '../../../shared/licenses/license-types.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Section } from '../page/Section.tsx';

const yesNo = { yes: 'Yes', no: 'No' };

/** The office's names for the steps; the applicant's page calls the first one "Your license". */
const stepNames: Record<ApplicationStep, string> = {
  license: 'license',
  brokerage: 'current brokerage',
  contact: 'contact details',
  claims: 'E&O claims',
  payment: 'who is paid',
};

/** The applicant's answers. */
export function AnswersOf({ application: { answers, missing, email } }: { application: Application }) {
  const { license, licenseType, licenseExpires, escrows, claims, payTo } = answers;
  return (
    <Section title="Application">
      {missing.length > 0 && (
        <p className="text-muted">Not filled in yet: {missing.map((step) => stepNames[step]).join(', ')}.</p>
      )}
      <Facts>
        <Fact name="Name as licensed">{answers.name ?? '—'}</Fact>
        <Fact name="License">
          {license ? `DRE #${license}` : '—'}
          {licenseType && `, ${licenseTypeLabels[licenseType].toLowerCase()}`}
          {licenseExpires && `, expires ${formatDay(licenseExpires)}`}
        </Fact>
        <Fact name="Current broker">{answers.presentBroker || '—'}</Fact>
        <Fact name="Open escrows">
          {escrows ? yesNo[escrows] : '—'}
          {escrows === 'yes' && ` (${answers.escrowCount ?? 0}): ${answers.escrowPaid ?? ''}`}
        </Fact>
        <Fact name="Email">{shownEmail(email)}</Fact>
        <Fact name="Phone">{answers.phone ?? '—'}</Fact>
        <Fact name="Address">{answers.address ?? '—'}</Fact>
        <Fact name="Associations">{answers.associations || '—'}</Fact>
        <Fact name="MLS">{answers.mls || '—'}</Fact>
        <Fact name="E&O claims">
          {claims ? yesNo[claims] : '—'}
          {claims === 'yes' && `: ${answers.claimsText ?? ''}`}
        </Fact>
        <Fact name="Commissions to">
          {payTo === 'corporation'
            ? `${answers.corporation ?? ''} (declared to perform no licensed act)`
            : payTo
              ? 'The licensee'
              : '—'}
        </Fact>
      </Facts>
    </Section>
  );
}

import type { PolicyVersion } from '../../../shared/privacy/policy-versions.ts';

/** docs/product.md P7.12. California Civil Code 1798.130(b): a business need not answer more than twice in 12 months. */
export function Rights({ version }: { version: PolicyVersion }) {
  return (
    <>
      <h2>Your rights</h2>
      <p>You can ask us what we hold about you and have it corrected or erased. We answer within 30 days.</p>
      <h3>In the European Union, the EEA and the United Kingdom (GDPR)</h3>
      <ul>
        <li>Access: a copy of the personal data that we hold about you.</li>
        <li>Correction of what is wrong or incomplete.</li>
        <li>Erasure, also called the right to be forgotten.</li>
        <li>Restriction: we keep the data but do not use it while a question is open.</li>
        <li>Portability: your data in a file that other programs can read.</li>
        <li>Objection to uses that rest on our legitimate interest.</li>
        <li>A complaint to the data protection authority where you live.</li>
      </ul>
      <h3>In California (CCPA)</h3>
      <ul>
        <li>To know which personal information we collect, what for, and with whom it is shared.</li>
        <li>To get that information, and to have it corrected or deleted.</li>
        <li>To say no to its sale. We do not sell personal information.</li>
        <li>To be treated no worse for using these rights.</li>
      </ul>
      {version >= '2026-11-23' ? (
        <p>
          A California resident can make such a request twice in any 12 months. Versions before 11-23-2026
          said once a year.
        </p>
      ) : (
        <p>A California resident may make such a request once a year.</p>
      )}
    </>
  );
}

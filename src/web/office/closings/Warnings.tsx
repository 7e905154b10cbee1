/** Points to look at that stop nothing. */
export const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.map((warning) => (
    <p key={warning} className="wrap-anywhere rounded-md bg-sand px-4 py-3">
      {warning}.
    </p>
  ));

import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Page } from '../page/Page.tsx';
import { InsightsNavigation } from './InsightsNavigation.tsx';

type PeriodPageProps = {
  title: string;
  periods: readonly string[];
  unit: string;
  period: string;
  onPeriod: (period: string) => void;
  children: ReactNode;
};

/** Insights of a period that is chosen, to be printed. */
export function PeriodPage({ title, periods, unit, period, onPeriod, children }: PeriodPageProps) {
  return (
    <Page
      title={title}
      action={
        <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <InsightsNavigation />
      <SelectField
        label="Period"
        value={period}
        onChange={({ target }) => onPeriod(target.value)}
        className="w-full max-w-xs print:hidden"
      >
        <Options of={periods.map((each) => [each, `${each} ${unit}`])} />
      </SelectField>
      {children}
    </Page>
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import type { Calculator as CalculatorState } from '../../../shared/fees/calculator-link.ts';
import { differenceLabel } from '../../../shared/fees/comparison-label.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { yearStatements } from '../closing-statement/calculator-statements.ts';
import { CalculatorFields } from './CalculatorFields.tsx';
import { CalculatorResult } from './CalculatorResult.tsx';
import { linkedCalculator } from './calculator-address.ts';
import { isQuoted } from './calculator-form.ts';
import { useCalculatorForm } from './useCalculatorForm.ts';

export function Calculator({ fees }: { fees: Readonly<FeeSchedule> }) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, mistaken, calculator, linkedFees, read, show, tidy } = useCalculatorForm(
    form,
    fees,
  );

  const followLink = useEffectEvent(() => {
    const linked = linkedCalculator();
    if (linked) show(linked.figures, linked.unread, linked.fees);
  });
  useEffect(() => {
    const followLinkHere = () => {
      if (location.hash === '#calculator') followLink();
    };
    addEventListener('hashchange', followLinkHere);
    return () => removeEventListener('hashchange', followLinkHere);
  }, []);

  return (
    <form
      ref={form}
      aria-label="Commission calculator"
      onInput={read}
      onBlur={tidy}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <p role="status" className="calculator-summary">
        {mistaken
          ? 'Fix the highlighted field to see the figures.'
          : summaryOf(calculator, fees, isQuoted(values))}
      </p>
      <div className="needs-script">
        <CalculatorFields values={values} errors={errors} fees={fees} />
      </div>
      {isQuoted(values) ? (
        <Quoted />
      ) : (
        <CalculatorResult
          calculator={calculator}
          fees={fees}
          hasOtherFees={linkedFees !== fees.version}
          mistaken={mistaken}
        />
      )}
    </form>
  );
}

function summaryOf(calculator: CalculatorState, fees: Readonly<FeeSchedule>, quoted: boolean): string {
  if (quoted) return 'New-construction referrals are quoted by the office.';
  return `${differenceLabel(yearStatements(calculator, fees).difference)} in a year.`;
}

function Quoted() {
  return (
    <div className="self-start rounded-lg bg-surface p-5 sm:p-8">
      <p>New-construction referrals are quoted case by case.</p>
      <ButtonLink href="/contact" className="mt-5">
        Contact the office
      </ButtonLink>
    </div>
  );
}

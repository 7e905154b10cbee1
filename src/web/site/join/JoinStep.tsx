import { stepOrder } from '../../../shared/joining/applications.ts';
import { type JoinView, stepTitles } from '../../../shared/joining/join-view.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Notice } from '../privacy/PrivacyRequestPage.tsx';
import { JoinProgress } from './JoinProgress.tsx';
import { StepFields } from './StepFields.tsx';
import { WhatWeDoNotAsk } from './WhatWeDoNotAsk.tsx';

/** One step of the application: a form that posts to its own address. */
export function JoinStep(props: Extract<JoinView, { view: 'step' }>) {
  const { token, state, step, values, errors } = props;
  const general = errors.filter(({ field }) => !field || !(field in values));
  return (
    <>
      <header className="grid gap-2">
        <p className="text-muted">
          Step {stepOrder.indexOf(step) + 1} of {stepOrder.length + 1} of your application
        </p>
        <h1>{stepTitles[step]}</h1>
      </header>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] lg:gap-20">
        <form
          method="post"
          action={`/join/${token}/${step}`}
          noValidate
          className="grid grid-cols-1 content-start gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8"
        >
          {errors.length > 0 && <Notice role="alert" text="Not saved yet. Please check the fields below." />}
          <StepFields step={step} values={values} errors={errors} />
          {general.map(({ msg }) => (
            <FieldError key={msg}>{msg}</FieldError>
          ))}
          <Button type="submit" className="justify-self-start">
            Save and continue
          </Button>
        </form>
        <div className="grid content-start gap-12">
          <JoinProgress token={token} missing={state.missing} current={step} />
          {step === 'payment' && <WhatWeDoNotAsk />}
          <p>
            <a href={`/join/${token}`}>Back to the start</a>
          </p>
        </div>
      </div>
    </>
  );
}

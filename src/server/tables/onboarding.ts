import type { Generated } from 'kysely';
import type { Doer, Plan } from '../../shared/onboarding/plans.ts';
import type { StepSubject } from '../../shared/onboarding/step-subjects.ts';
import { derivedOfPerson, fact, ofOthers, open, personal, type RulesOf } from './rules.ts';

export interface OnboardingTables {
  onboarding_template: TemplateStepRow & {
    page_id: Generated<string | null>;
    /** Null where only words of the title say it. */
    about: Generated<StepSubject | 'none' | null>;
  };
  onboarding_steps: MemberStepRow & {
    page_id: Generated<string | null>;
    about: Generated<StepSubject | 'none' | null>;
  };
}

interface StepColumns {
  id: string;
  plan: Plan;
  position: number;
  title: string;
  text: string;
  who: Doer;
  /** Unused: steps refer to a page of the handbook by `page_id`. Always ''. */
  page: string;
  /** Unused. Always 0. */
  page_version: number;
}

export interface TemplateStepRow extends StepColumns {
  due_days: number;
}

/** A copy of a template's step. */
export interface MemberStepRow extends StepColumns {
  user_id: string;
  /** YYYY-MM-DD. */
  due_on: string;
  done_at: string | null;
  done_by: string | null;
  created_at: string;
}

export const onboardingRules: RulesOf<OnboardingTables> = {
  onboarding_template: {
    holds: 'the steps that new and leaving members get',
    person: {},
    columns: {
      id: open,
      plan: open,
      position: open,
      title: open,
      text: open,
      who: open,
      page: open,
      page_version: open,
      page_id: open,
      about: open,
      due_days: open,
    },
  },
  onboarding_steps: {
    holds: 'steps of joining and of leaving',
    category: 'account',
    person: { user_id: 'user', done_by: 'user' },
    stays: 'that a step of another member was done, without who did it',
    columns: {
      id: fact,
      user_id: fact,
      plan: fact,
      position: derivedOfPerson,
      title: personal('steps of joining and leaving, and when they were done'),
      text: fact,
      who: fact,
      page: fact,
      page_version: fact,
      page_id: fact,
      about: fact,
      due_on: fact,
      done_at: fact,
      done_by: { ...ofOthers, erased: 'unlinked' },
      created_at: fact,
    },
  },
};

import { currentPolicy, type HeldData, type PolicyVersion } from '../../shared/privacy/policy-versions.ts';
import { agreementRules } from './agreements.ts';
import { articleRules } from './articles.ts';
import { bookkeepingRules } from './bookkeeping.ts';
import { type Category, categories } from './categories.ts';
import { closingRules } from './closings.ts';
import { dueRules } from './dues.ts';
import { feeRules } from './fees.ts';
import { handbookRules } from './handbook.ts';
import { imageRules } from './images.ts';
import { joiningRules } from './joining.ts';
import { leadRules } from './leads.ts';
import { logRules } from './logs.ts';
import { mailRules } from './mails.ts';
import { memberFileRules } from './member-files.ts';
import { onboardingRules } from './onboarding.ts';
import { postRules } from './posts.ts';
import { privacyRules } from './privacy.ts';
import { profileRules } from './profiles.ts';
import type { RulesOf, TableRule } from './rules.ts';
import { type PostgresSearchTables, type SqliteSearchTables, searchRules } from './search.ts';
import { serverRules } from './server.ts';
import { signInRules } from './sign-in.ts';
import { siteRules } from './site.ts';
import { submissionRules } from './submissions.ts';
import type { Tables } from './tables.ts';
import { userRules } from './users.ts';
import { webhookRules } from './webhooks.ts';

/** Both engines: what either has is declared. */
type AllTables = Tables & PostgresSearchTables & SqliteSearchTables;

/**
 * Describes every column of every table, and how an export and an erasure treat it. An undeclared column does not
 * compile; the privacy policy and `npm run data-map` are made from it.
 */
export const dataMap: RulesOf<AllTables> = {
  ...userRules,
  ...signInRules,
  ...articleRules,
  ...siteRules,
  ...submissionRules,
  ...leadRules,
  ...mailRules,
  ...profileRules,
  ...onboardingRules,
  ...handbookRules,
  ...joiningRules,
  ...imageRules,
  ...agreementRules,
  ...feeRules,
  ...memberFileRules,
  ...closingRules,
  ...dueRules,
  ...bookkeepingRules,
  ...postRules,
  ...logRules,
  ...privacyRules,
  ...webhookRules,
  ...serverRules,
  ...searchRules,
};

/** The rows of a version's table: the data held, named once each, why, and for how long. */
export function policyRows(version: PolicyVersion = currentPolicy): HeldData[] {
  const labels = new Map<string, Set<string>>();
  const rules: TableRule[] = Object.values(dataMap);
  for (const { category, columns } of rules) {
    if (!category) continue;
    const found = labels.get(category) ?? new Set();
    for (const { label } of Object.values(columns)) if (label) found.add(label);
    labels.set(category, found);
  }
  const all: [string, Category][] = Object.entries(categories);
  return all
    .filter(([, { since = version }]) => since <= version)
    .map(([name, { title, why, kept }]) => ({ title, why, kept, what: [...(labels.get(name) ?? [])] }));
}

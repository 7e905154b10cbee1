/** The steps of a new office, done by the facts (docs/product.md P8.22). */

import { type SetupState, type SetupStep, setupSteps } from '../../../shared/setup/setup.contract.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { samples } from '../../platform/settings.ts';
import { readFilled } from '../sample/filled.ts';
import { decidersOf } from '../users/deciding.ts';

type SetupParts = Pick<Parts, 'db' | 'siteSettings'>;

/** Nothing while the samples are there: they show an office in which all is done. */
export async function readSetup(parts: SetupParts, actor: Actor): Promise<SetupState> {
  if ((await readFilled(parts.db)) !== undefined) return { steps: [] };
  const facts = await factsFor(parts, actor);
  const isShown = parts.siteSettings.current.team.some(({ hidden }) => !hidden);
  const steps = setupSteps.map((step) => ({
    step,
    done: facts[step],
    ...(step === 'brokerage' && facts.brokerage && !isShown && { noTeam: true as const }),
  }));
  return { steps: steps.every(({ done }) => done) ? [] : steps };
}

async function factsFor({ db, siteSettings }: SetupParts, actor: Actor): Promise<Record<SetupStep, boolean>> {
  const { brokerage, team } = siteSettings.current;
  const { approvers, signers } = await decidersOf(db);
  const found = await db
    .selectNoFrom((e) => [
      e.exists(e.selectFrom('mails').select('id').where('state', '=', 'sent')).as('mail'),
      e
        .exists(
          e.selectFrom('users').select('id').where('id', '=', actor.id).where('second_factor', '=', true),
        )
        .as('factor'),
      e.exists(e.selectFrom('agreement_versions').select('id').where('sample', '=', false)).as('agreement'),
      e
        .exists(e.selectFrom('fee_versions').select('number').where('published_by', 'is not', null))
        .as('fees'),
      e.exists(e.selectFrom('site_settings').select('version')).as('site'),
      e.exists(e.selectFrom('compliance_settings').select('id')).as('compliance'),
      e.exists(e.selectFrom('users').select('id').where('id', '!=', actor.id)).as('people'),
    ])
    .executeTakeFirstOrThrow();
  const agreement = Boolean(found.agreement);
  return {
    brokerage:
      brokerage.legalName !== samples.BROKERAGE_LEGAL_NAME &&
      brokerage.license !== samples.BROKERAGE_LICENSE &&
      brokerage.phone !== samples.OFFICE_PHONE &&
      // Saved without anyone, the site shows no team.
      (team.length > 0 || Boolean(found.site)),
    email: Boolean(found.mail),
    'second-factor': Boolean(found.factor),
    agreement,
    signer: signers.length > 0,
    // Publishing the agreement shows its fees.
    fees: agreement || Boolean(found.fees),
    approver: approvers.length > 0,
    compliance: Boolean(found.compliance),
    people: Boolean(found.people),
  };
}

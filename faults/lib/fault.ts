import type { Patch } from './patch.ts';
import { pause, type Stage, waitFor } from './stage.ts';

export interface Fault {
  /** As in docs/set-ups.md. */
  number: string;
  title: string;
  /** Seconds, for each run. */
  limit: number;
  /**
   * Each protection with the patches that switch it off (`stage.patches`); none where `run` does that by `stage.isOff`.
   * A run without any one of them must throw NotSurvived.
   */
  protections: Record<string, Patch[]>;
  /** Patches of every run, listed so that `patches.test.ts` sees them. */
  helpers?: Patch[];
  /** Returns the figures measured. @throws NotSurvived */
  run(stage: Stage): Promise<string>;
}

/** The product did not survive the fault, as opposed to an error of the suite itself. */
export class NotSurvived extends Error {}

/** @throws NotSurvived */
export function expectThat(condition: boolean, complaint: string): void {
  if (!condition) throw new NotSurvived(complaint);
}

/** @throws NotSurvived unless it is 200 */
export function expectOk<Answer extends { status: number }>(answer: Answer, what: string): Answer {
  expectThat(answer.status === 200, `${what}: ${answer.status}`);
  return answer;
}

/** @throws NotSurvived when it takes longer */
export const inTime = <T>(promise: Promise<T>, milliseconds: number, complaint: string): Promise<T> => {
  const tooLate = pause(milliseconds).then(() => {
    throw new NotSurvived(complaint);
  });
  return Promise.race([promise, tooLate]);
};

/** Returns the milliseconds that it took. @throws NotSurvived when it took longer */
export async function expectWithin(
  milliseconds: number,
  condition: () => Promise<boolean>,
  complaint: string | (() => string),
): Promise<number> {
  const took = await waitFor(condition, milliseconds);
  if (took === undefined) throw new NotSurvived(typeof complaint === 'string' ? complaint : complaint());
  return took;
}

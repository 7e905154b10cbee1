import { fork } from 'node:child_process';
import { once } from 'node:events';
import { minute } from '../../../shared/time.ts';
import { fairQueue } from '../fair-queue.ts';
import { invalid } from '../http-error.ts';
import { besideCode } from '../project-folder.ts';
import { type Verdict, verdict } from './pdf-verdict.ts';

/** One takes up to 300 MB of memory. */
const turnOf = fairQueue({ atOnce: 1, maxWaiting: 2 });

const why: Record<Exclude<Verdict, 'passive'>, string> = {
  unreadable: 'The PDF could not be read. Print it to a new PDF first',
  password: 'This PDF needs a password. Save a copy without one.',
  script: 'The PDF contains scripts. Print it to a new PDF first',
  attachment: 'The PDF contains other files. Print it to a new PDF first',
  program: 'The PDF starts a program. Print it to a new PDF first',
  form: 'The PDF sends or loads what is typed into its form. Print it to a new PDF first',
  'other file': 'The PDF leads to files on a computer. Print it to a new PDF first',
  media: 'The PDF contains sound, video or 3D. Print it to a new PDF first',
  opening: 'The PDF does something by itself when it is opened. Print it to a new PDF first',
  address: 'The PDF has a link that is no web page, email address or phone number. Remove it first',
  action: 'The PDF has a button or link that does more than open a page. Print it to a new PDF first',
};

/**
 * Demands that a PDF only shows pages, in any reader (docs/security.md S6.9). People, by their ids, take turns.
 * @throws 400 that says why it is refused; 429 beyond 2 waiting of one person
 */
export async function checkPdf(person: string, bytes: Uint8Array): Promise<void> {
  const judged = await turnOf(person, () => inOwnProcess(bytes));
  if (judged !== 'passive') throw invalid(why[judged], 'file');
}

async function inOwnProcess(bytes: Uint8Array): Promise<Verdict> {
  const worker = fork(besideCode('src/server/platform/pdf-check/pdf-check-worker.ts'), {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--max-old-space-size=256', '--max-semi-space-size=8'],
    // No settings or secrets for what reads untrusted input.
    env: {},
    timeout: minute,
    killSignal: 'SIGKILL',
  });
  // The last message may come after 'exit', but never after 'disconnect'.
  const ended = Promise.all([once(worker, 'exit'), once(worker, 'disconnect')]);
  let answer: unknown;
  worker.once('message', (message) => {
    answer = message;
  });
  worker.stdin?.on('error', () => {});
  worker.stdin?.end(bytes);
  const [[code, signal]] = await ended;
  if (answer !== undefined) return verdict.parse(answer);
  // The file took more time or memory than there is for one.
  if (signal) return 'unreadable';
  throw new Error(`The process for PDFs ended with code ${code}`);
}

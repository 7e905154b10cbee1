import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { projectFolder } from '../project-folder.ts';
import { queueLimit, semaphore } from '../semaphore.ts';
import { type Rendered, rendered } from './markdown.ts';

/** Of the worst that Markdown can hold (a letter "[" and nothing else, say) this much is about 40 ms of work. */
const maxInlineLength = 10_000;
const maxLength = 20_000;

const answer = z.strictObject({ html: z.string(), minutes: z.number() });
const acquire = semaphore(1);
/** Behind as many previews at most a public page has to wait for its turn. */
const admitted = queueLimit(8);

/**
 * The text of an article as safe HTML (markdown.ts), and the minutes that it takes to read. A long one, which can be
 * most of a second of work, is rendered in a thread of its own, one after the other: nobody else waits for it.
 */
export async function renderArticle(text: string): Promise<Rendered> {
  return isShort(text) ? rendered(text) : acquire(1, () => inOwnThread(text));
}

/** What renderArticle answers, for whoever is writing. @throws 503 for a long text while many others wait */
export async function previewArticle(text: string): Promise<Rendered> {
  return isShort(text) ? rendered(text) : admitted(() => renderArticle(text));
}

const isShort = (text: string) => text.length <= maxInlineLength;

async function inOwnThread(text: string): Promise<Rendered> {
  const thread = new Worker(join(projectFolder, 'src/server/platform/text/render-thread.ts'), {
    workerData: text,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  // Whatever goes wrong once nobody waits any more must not end the process.
  thread.on('error', () => {});
  try {
    const [message] = await once(thread, 'message', { signal: AbortSignal.timeout(maxLength) });
    return answer.parse(message);
  } finally {
    await thread.terminate();
  }
}

import { parentPort } from 'node:worker_threads';
import { rendered, renderedInline, TooLarge } from './markdown.ts';
import type { RenderRejection, RenderTask } from './render-task.ts';

function resultOf({ kind, text }: RenderTask): unknown {
  try {
    return kind === 'article' ? rendered(text) : renderedInline(text);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { rejected: error.part, line: error.line } satisfies RenderRejection;
  }
}

// A thread started by render-queue.ts; its first message says that it is ready.
parentPort?.on('message', (task: RenderTask) => parentPort?.postMessage(resultOf(task)));
parentPort?.postMessage('ready');

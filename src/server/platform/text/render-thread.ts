import { parentPort } from 'node:worker_threads';
import { rendered, renderedInline, TooLarge } from './markdown.ts';
import type { RenderRejection, RenderTask } from './render-task.ts';

function resultOf(task: RenderTask): unknown {
  try {
    return task.kind === 'article' ? rendered(task.text, task.images) : renderedInline(task.text);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { rejected: error.part, line: error.line } satisfies RenderRejection;
  }
}

// A thread started by render-queue.ts; its first message says that it is ready.
parentPort?.on('message', (task: RenderTask) => parentPort?.postMessage(resultOf(task)));
parentPort?.postMessage('ready');

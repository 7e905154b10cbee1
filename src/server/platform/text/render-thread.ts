import { parentPort } from 'node:worker_threads';
import { rendered, renderedInline, TooLarge } from './markdown.ts';
import type { RenderRefusal, RenderTask } from './render-task.ts';

/** A thread that renders one text after the other, started by render-queue.ts; its first message says that it is ready. */

function resultOf({ kind, text }: RenderTask): unknown {
  try {
    return kind === 'article' ? rendered(text) : renderedInline(text);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { refused: error.part, line: error.line } satisfies RenderRefusal;
  }
}

parentPort?.on('message', (task: RenderTask) => parentPort?.postMessage(resultOf(task)));
parentPort?.postMessage('ready');

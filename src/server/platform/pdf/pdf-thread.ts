import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';
import type { PdfContent } from './pdf-content.ts';

// A thread started by make-pdf.ts; its first message says that it is ready.
parentPort?.on('message', async (content: PdfContent) => {
  try {
    parentPort?.postMessage({ bytes: await drawPdf(content) });
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
});
parentPort?.postMessage('ready');

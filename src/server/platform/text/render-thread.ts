import { parentPort, workerData } from 'node:worker_threads';
import { rendered } from './markdown.ts';

/** A thread for one text, started by render-article.ts: it gets a text, answers what is rendered of it and ends. */

parentPort?.postMessage(rendered(String(workerData)));

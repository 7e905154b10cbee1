// First, and alone: an older Node cannot even link what comes after.
import { endIfIncomplete } from './platform/node-version.ts';

await import('./run.ts').catch(endIfIncomplete);

// Import this first, by itself: an older Node cannot even link the rest.
import { endIfIncomplete } from './platform/node-version.ts';

await import('./run-command.ts').catch(endIfIncomplete);

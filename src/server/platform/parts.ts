import type { SlowReads } from './db/slow-reads.ts';
import type { ErasedFiles } from './erasures/erased-files.ts';
import type { ApiParts } from './http/authenticate.ts';
import type { ImageStore } from './images/image-store.ts';
import type { processImage } from './images/process-image.ts';
import type { MailWorker } from './mail/mail.worker.ts';
import type { History } from './metrics/history.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Outgoing } from './outgoing/post.ts';
import type { ContentVersion } from './pages/content-version.ts';
import type { PageParts } from './pages/send-page.ts';
import type { makePdf } from './pdf/make-pdf.ts';
import type { checkPdf } from './pdf-check/check-pdf.ts';
import type { PlaceWatch } from './places/place-watch.ts';
import type { Sealing } from './sealing.ts';
import type { VisitCounter } from './visits/visit-counter.ts';

/** The shared dependencies of features, made once in main.ts or by a test. */
export interface Parts extends ApiParts, PageParts {
  content: ContentVersion;
  images: ImageStore;
  slowReads: SlowReads;
  /** Most tests draw no pages. */
  makePdf: typeof makePdf;
  /** Most tests decode no upload. */
  processImage: typeof processImage;
  checkPdf: typeof checkPdf;
  sealing: Sealing;
  /** Where webhooks may go. */
  outgoing: Outgoing;
  erasedFiles: ErasedFiles;
  /** The folders and files of the settings, as this process finds them. */
  places: PlaceWatch;
  /** Call `wake` after committing a queued mail. */
  mails: MailWorker;
  visits: VisitCounter;
  metrics: Metrics;
  /** The last hour of this process, for the page System. */
  history: History;
}

/** The parts needed to write a letter with a link. */
export type LetterParts = Pick<Parts, 'config' | 'sealing'>;

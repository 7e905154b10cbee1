import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { ApiLimit } from './http/api-limit.ts';
import type { ImageStore } from './images/image-store.ts';
import type { MailWorker } from './mail/mail.worker.ts';
import type { ContentVersion } from './pages/content-version.ts';
import type { PageCache } from './pages/page-cache.ts';
import type { Renderer } from './pages/render.ts';

/** What the features are built from, made once in main.ts (or by a test). */
export interface Parts {
  config: Config;
  db: Database;
  content: ContentVersion;
  /** Public pages and lists, kept until the content changes. */
  pages: PageCache;
  renderer: Renderer;
  images: ImageStore;
  /** Sends queued mails; to be woken once the transaction that queued one is committed. */
  mails: MailWorker;
  /** Counts the calls of the API; authenticate.ts asks it. */
  apiLimit: ApiLimit;
  /** Parse every answer by its schema; on in development and in tests, where the time does not matter. */
  checkResponses: boolean;
}

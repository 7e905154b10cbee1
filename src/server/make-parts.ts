import { actorByApiToken, isApiToken } from './features/api-tokens/api-tokens.service.ts';
import { actorByToken } from './features/auth/sessions/sessions.service.ts';
import { readFile } from './features/documents/documents.service.ts';
import { proofMethods } from './features/factors/factor-rows.ts';
import { noteBrokerage } from './features/member-files/note-brokerage.ts';
import type { Config } from './platform/config.ts';
import { checkSealingKey } from './platform/db/check-sealing-key.ts';
import type { Database } from './platform/db/database.ts';
import { openSlowReads } from './platform/db/slow-reads.ts';
import { ErasedFiles } from './platform/erasures/erased-files.ts';
import { ApiLimit } from './platform/http/api-limit.ts';
import { openImageStore } from './platform/images/open-image-store.ts';
import { processImage } from './platform/images/process-image.ts';
import { MailWorker } from './platform/mail/mail.worker.ts';
import { History } from './platform/metrics/history.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { publicOnly } from './platform/outgoing/post.ts';
import { contentVersion } from './platform/pages/content-version.ts';
import type { Site } from './platform/pages/site.ts';
import { SiteSettings } from './platform/pages/site-settings.ts';
import type { Parts } from './platform/parts.ts';
import { makePdf } from './platform/pdf/make-pdf.ts';
import { checkPdf } from './platform/pdf-check/check-pdf.ts';
import { PlaceWatch } from './platform/places/place-watch.ts';
import { openSealing } from './platform/sealing.ts';
import { VisitCounter } from './platform/visits/visit-counter.ts';

/** Makes the parts of the server and of test servers. */
export async function makeParts(
  given: Config,
  db: Database,
  site: Site,
  {
    checkResponses,
    outgoing = publicOnly,
    places = new PlaceWatch(given),
    ...works
  }: Pick<Parts, 'checkResponses'> &
    Partial<Pick<Parts, 'outgoing' | 'places' | 'makePdf' | 'processImage' | 'checkPdf'>>,
): Promise<Parts> {
  const siteSettings = await SiteSettings.open(db, given.brokerage);
  const config: Config = {
    ...given,
    get brokerage() {
      return siteSettings.current.brokerage;
    },
  };
  const sealing = openSealing(config);
  await checkSealingKey(db, sealing);
  await noteBrokerage(db, given.brokerage);
  const content = await contentVersion(db, () => siteSettings.refresh());
  const metrics = new Metrics();
  const images = openImageStore(config);
  return {
    config,
    db,
    content,
    pages: site.pageCache(content),
    renderer: site.renderer,
    siteSettings,
    images,
    slowReads: openSlowReads(config),
    makePdf,
    processImage,
    checkPdf,
    ...works,
    sealing,
    outgoing,
    erasedFiles: new ErasedFiles(db, config, (file) => places.isUsable(file)),
    places,
    mails: new MailWorker(config, db, sealing, (id) => readFile({ db, images }, id)),
    visits: new VisitCounter(config, db),
    metrics,
    history: new History(metrics),
    actorByToken: (from, token) =>
      isApiToken(token) ? actorByApiToken(from, token) : actorByToken(from, token),
    proofMethods,
    apiLimit: new ApiLimit(config, db),
    checkResponses,
  };
}

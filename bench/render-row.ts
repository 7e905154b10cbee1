import { loadLanding } from '../src/server/features/site/site.pages.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { loadRenderer } from '../src/server/platform/pages/render.ts';
import { SiteSettings } from '../src/server/platform/pages/site-settings.ts';
import type { Page } from '../src/shared/pages.ts';
import { type Report, round } from './report.ts';

const runs = 200;
const rounds = 5;

/** Processor time to render the landing page, as for the first reader after an edit. */
export async function renderRow(dataDir: string, report: Report): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  await using db = openDatabase(config);
  const renderer = await loadRenderer();
  const { current } = await SiteSettings.open(db, config.brokerage);
  const page: Page = await loadLanding(db);
  const milliseconds: number[] = [];
  // The first round is a warm-up.
  for (let each = 0; each <= rounds; each++) {
    const before = process.cpuUsage();
    for (let run = 0; run < runs; run++) renderer.page(page, '/', current);
    const { user, system } = process.cpuUsage(before);
    if (each > 0) milliseconds.push((user + system) / 1000 / runs);
  }
  const shown = (value: number) => `${round(value, 2)} ms CPU`;
  report.plain('landing page, HTML made anew', milliseconds, '≤0.3 ms', shown);
}

import { calculatorFromQuery, calculatorToQuery } from '../../../shared/fees/calculator-link.ts';
import type { SiteContent } from '../../../shared/site/site-content.ts';
import { fairQueue } from '../../platform/fair-queue.ts';
import { limitOf, limits } from '../../platform/http/rate-limits.ts';
import { workOfAddresses } from '../../platform/http/work-of-addresses.ts';
import { tooMany } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { statementSvg } from './statement-svg.ts';

/** Some 75 KB each. */
const maxPictures = 100;

/** One at a time, so that the threads that compress and hash passwords stay free; addresses take turns. */
export const pictureTurn = fairQueue({ atOnce: 1, maxWaiting: 3, maxInAll: 100 });

/** Pictures of calculations as PNG, the last ones in memory. */
export class StatementPictures {
  readonly #siteSettings: Parts['siteSettings'];
  readonly #mayDraw: (address: string) => boolean;
  readonly #pictures = new Map<string, Buffer>();
  #drawnFor: SiteContent;

  constructor({ config, siteSettings }: Pick<Parts, 'config' | 'siteSettings'>) {
    this.#siteSettings = siteSettings;
    this.#mayDraw = workOfAddresses(limitOf(config, 'statement'));
    this.#drawnFor = siteSettings.current;
  }

  get size(): number {
    return this.#pictures.size;
  }

  /**
   * Draws a calculator's query; other parameters are ignored.
   * @throws 429 for too many of an address; 503 while too many wait
   */
  async get(query: Iterable<readonly [string, unknown]>, address: string): Promise<Buffer> {
    // An admin may have changed the name or the fees since.
    const { current } = this.#siteSettings;
    const calculator = calculatorFromQuery(query);
    const key = calculatorToQuery(calculator, current.fees.version);
    if (current !== this.#drawnFor) this.#pictures.clear();
    this.#drawnFor = current;
    const known = this.#pictures.get(key);
    if (known) return known;
    if (!this.#mayDraw(address)) throw tooMany(limits.statement.seconds);
    return pictureTurn(address, async () => {
      // Another request may have asked for it in between.
      const picture = this.#pictures.get(key) ?? (await toPng(statementSvg(calculator, current)));
      if (current === this.#drawnFor) this.#store(key, picture);
      return picture;
    });
  }

  #store(key: string, picture: Buffer): void {
    this.#pictures.set(key, picture);
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > maxPictures && oldest !== undefined) this.#pictures.delete(oldest);
  }
}

/** Loaded with the first picture: most processes draw none for a long time. */
async function toPng(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../platform/parts.ts';
import { feesPdf } from './preview-pdf.ts';

/** The published fees as a PDF (docs/product.md P2.13), drawn once for each version and identity of the brokerage. */
export function feesPdfRoutes(
  site: FastifyInstance,
  parts: Pick<Parts, 'config' | 'siteSettings' | 'makePdf'>,
): void {
  let drawn: { key: string; bytes: Promise<Uint8Array> } | undefined;
  site.get('/fees.pdf', async (_request, reply) => {
    const { brokerage, fees } = parts.siteSettings.current;
    const { name, license } = brokerage;
    const key = JSON.stringify([fees, name, license]);
    if (drawn?.key !== key) {
      const bytes = feesPdf(parts, fees);
      drawn = { key, bytes };
      // The next request tries again.
      bytes.catch(() => {
        drawn = undefined;
      });
    }
    const bytes = await drawn.bytes;
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="fees.pdf"',
        'cache-control': 'no-cache',
      })
      .send(Buffer.from(bytes));
  });
}

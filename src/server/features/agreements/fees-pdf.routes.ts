import type { FastifyInstance } from 'fastify';
import { currentFees } from '../../../shared/fees.ts';
import type { Parts } from '../../platform/parts.ts';
import { feesPdf } from './preview-pdf.ts';

/** The published fees as a PDF (docs/product.md P2.13), drawn once for each identity of the brokerage. */
export function feesPdfRoutes(site: FastifyInstance, parts: Pick<Parts, 'config' | 'makePdf'>): void {
  let drawn: { key: string; bytes: Promise<Uint8Array> } | undefined;
  site.get('/fees.pdf', async (_request, reply) => {
    const { name, license } = parts.config.brokerage;
    const key = JSON.stringify([currentFees, name, license]);
    if (drawn?.key !== key) {
      const bytes = feesPdf(parts);
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
        'cache-control': 'public, max-age=300',
      })
      .send(Buffer.from(bytes));
  });
}

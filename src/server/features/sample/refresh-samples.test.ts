import { expect, it, onTestFinished } from 'vitest';
import { feeBody, startFigures } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { testServer } from '../../../../test/server.ts';
import { fillWithSamples } from './fill-with-samples.ts';

it('leaves a sample text as it is if a figure cannot be computed from the fees, and takes it up again', async () => {
  const filled = await testServer();
  onTestFinished(() => filled.stop());
  await fillWithSamples(filled.db, filled.parts.config.brokerage);
  const { token } = await person(filled, { admin: true });
  const publish = (figures: object) =>
    filled.made('POST /api/fees/versions', {
      token,
      body: feeBody({ figures: { ...startFigures, ...figures } }),
    });
  const texts = async () => {
    const articles = await filled.db.selectFrom('articles').select(['title', 'snippet', 'text']).execute();
    return new Map(articles.map(({ title, snippet, text }) => [title, `${snippet} ${text}`]));
  };
  const title = 'Leases and referrals: when the small deals pay';
  const before = await texts();
  await publish({ leaseRate: 0, upperTierRate: 0, shortSale: 801_00 });
  const after = await texts();
  expect([...after.values()].join(' ')).not.toMatch(/NaN|∞|Infinity|undefined/);
  expect(after.get(title)).toBe(before.get(title));
  expect(after.get('When to pay for help: coordinators and short sales')).toContain('$801');
  await publish({ lease: 160_00 });
  expect((await texts()).get(title)).toContain('$160');
});

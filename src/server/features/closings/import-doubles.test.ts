import { afterAll, beforeAll, expect, it } from 'vitest';
import { closingBody, importedClosing, made } from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

/** docs/product.md P29.20: an import says which lines may be here already. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const sameAs = async (csv: string, apply = false): Promise<(string | null)[]> => {
  const { closings } = await made(server, admin, 'POST /api/closings/import', { csv, apply });
  return closings.map((closing: { sameAs: string | null }) => closing.sameAs);
};

it('names the closing of the agent that a line may be, by file number or property and price', async () => {
  const agent = await person(server);
  const other = await person(server);
  const { property, price } = closingBody();
  const { _id } = await made(server, agent, 'POST /api/my-closings', closingBody());
  const line = (reference: string, given: string) =>
    importedClosing(agent.email, reference).replace('1 Main St,residential,500000', given);
  const [header] = importedClosing(agent.email).split('\n');
  const lines = [
    importedClosing(agent.email, 'se-1042'),
    line('OLD-1', `"${property.toUpperCase()}",residential,${price / 100}`),
    line('OLD-2', `"${property}",residential,1000`),
    importedClosing(agent.email, 'OLD-3'),
    importedClosing(other.email, 'SE-1042 '),
  ].map((csv) => csv.split('\n')[1]);
  const csv = [header, ...lines.slice(0, 4)].join('\n');
  expect(await sameAs(csv)).toEqual([property, property, null, null]);
  expect(await sameAs([header, lines[4]].join('\n'))).toEqual([null]);
  await made(server, admin, `POST /api/closings/${_id}/archive`);
  expect(await sameAs(csv)).toEqual([null, null, null, null]);
});

it('knows a reference that another program writes in another case', async () => {
  const agent = await person(server);
  const send = (reference: string) =>
    made(server, admin, 'POST /api/closings/import', {
      csv: importedClosing(agent.email, reference),
      apply: true,
    });
  expect(await send('Se-1042')).toMatchObject({ added: 1, known: 0 });
  for (const written of ['SE-1042', 'se-1042', 'sE-1042', 'Se-1042'])
    expect(await send(written), written).toMatchObject({ added: 0, known: 1, closings: [{ known: true }] });
});

import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type LighthouseResult, measurePage } from './lighthouse.ts';
import { load } from './load.ts';
import { type BenchServer, residentMegabytes, startFloor, startProduct } from './servers.ts';

/** Prints each figure beside its floor from the same run: `npm run bench [-- --seconds=10]`. It only measures. */
const seconds = Number(process.argv.find((argument) => argument.startsWith('--seconds='))?.slice(10) ?? 5);

const rows: string[] = ['| what | measured | floor, same run | ratio | goal |', '|---|---|---|---|---|'];
const row = (...cells: string[]) => rows.push(`| ${cells.join(' | ')} |`);
const round = (value: number, digits = 0) => value.toLocaleString('en-US', { maximumFractionDigits: digits });

async function main(): Promise<void> {
  if (!existsSync('build/client')) throw new Error('Nothing is built; run npm run build first');
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-bench-'));
  await (await startProduct(dataDir)).stop();
  await startUp(dataDir);
  const product = await startProduct(dataDir);
  try {
    await memoryIdle(product);
    await requests(product);
    await signedInRequests(product, dataDir);
    await transferSizes(product);
    await lighthouseRow(product);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
  console.log(rows.join('\n'));
}

async function startUp(dataDir: string): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const product = await startProduct(dataDir);
    times.push(product.readyAfter);
    await product.stop();
  }
  const median = times.sort((a, b) => a - b)[2] ?? Number.NaN;
  row('start to ready, existing data', `${round(median)} ms`, '', '', '≤600 ms');
}

async function memoryIdle({ pid }: BenchServer): Promise<void> {
  row('memory idle', `${round(residentMegabytes(pid) ?? Number.NaN)} MB`, '', '', '≤110 MB');
}

async function requests(product: BenchServer): Promise<void> {
  await compare(product, '/', 'landing page, cached', '≥0.9');
  await compare(product, '/articles', 'article list page, cached', '≥0.9');
  await compare(product, '/api/articles', 'GET /api/articles', '≥0.5');
  await compare(product, '/api/testimonials', 'GET /api/testimonials', '≥0.5');
  row(
    'memory after this load',
    `${round(residentMegabytes(product.pid) ?? Number.NaN)} MB`,
    '',
    '',
    '≤150 MB',
  );
}

async function compare(
  product: BenchServer,
  path: string,
  name: string,
  goal: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const url = product.url + path;
  const floor = await startFloor(url, headers);
  try {
    const base = await load(floor, { seconds, headers });
    const ours = await load({ url, pid: product.pid }, { seconds, headers });
    const figures = ({ requestsPerSecond, p99, cpu }: typeof ours) =>
      `${round(requestsPerSecond)}/s, p99 ${round(p99)} ms${cpu === undefined ? '' : `, ${round(cpu, 1)} µs CPU`}`;
    row(name, figures(ours), figures(base), round(ours.requestsPerSecond / base.requestsPerSecond, 2), goal);
  } finally {
    await floor.stop();
  }
}

async function signedInRequests(product: BenchServer, dataDir: string): Promise<void> {
  const [email, password] = readFileSync(join(dataDir, 'sample-admin.txt'), 'utf8').split('\n');
  const answer = await fetch(`${product.url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = await answer.json();
  await compare(product, '/api/auth', 'GET /api/auth (session look-up)', '', { 'x-auth-token': token });
}

async function transferSizes(product: BenchServer): Promise<void> {
  const landing = await fetch(`${product.url}/`).then((answer) => answer.text());
  const [article] = await fetch(`${product.url}/api/articles`).then((answer) => answer.json());
  const page = await fetch(`${product.url}/articles/${article.slug}`).then((answer) => answer.text());
  row('landing, before first paint', kilobytes(compressed(landing)), '', '', '≤15 KB');
  const ofLanding = ['src/web/site/loader.ts', ...islandsOn(landing)];
  row('landing, script in all', kilobytes(await scriptOf(ofLanding, false)), '', '', '≤85 KB');
  row('script of all public pages', kilobytes(await scriptOf(['src/web/site/loader.ts'], true)), '', '', '');
  row('article page, HTML', kilobytes(compressed(page)), '', '', '≤25 KB');
  row(
    'article page, script of a visitor',
    kilobytes(await scriptOf(['src/web/site/loader.ts'], false)),
    '',
    '',
    '≤3 KB',
  );
  row(
    'back office, first load',
    kilobytes(await scriptOf(['src/web/office/main.tsx'], false)),
    '',
    '',
    '≤150 KB',
  );
}

const compressed = (content: string | Buffer) => brotliCompressSync(content).length;
const kilobytes = (bytes: number) => `${round(bytes / 1024, 1)} KB`;

/** The sources of the islands that a page may wake, as islands.ts names them. */
function islandsOn(html: string): string[] {
  const sources = readFileSync('src/web/site/islands.ts', 'utf8').matchAll(
    /'?([\w-]+)'?: \(\) => import\('\.\/(.+?)'\)/g,
  );
  return [...sources].flatMap(([, name, file]) =>
    html.includes(`data-island="${name}"`) ? [`src/web/site/${file}`] : [],
  );
}

async function scriptOf(entries: string[], withLater: boolean): Promise<number> {
  const manifest: Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }> =
    JSON.parse(await readFile('build/client/.vite/manifest.json', 'utf8'));
  const keys = new Set<string>();
  const collect = (key: string) => {
    const part = manifest[key];
    if (!part || keys.has(key)) return;
    keys.add(key);
    for (const next of [...(part.imports ?? []), ...(withLater ? (part.dynamicImports ?? []) : [])])
      collect(next);
  };
  entries.forEach(collect);
  const sizes = [...keys].map((key) => compressed(readFileSync(`build/client/${manifest[key]?.file}`)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function lighthouseRow(product: BenchServer): Promise<void> {
  const { scores, ...simulated } = await measurePage(`${product.url}/`, 'simulate');
  const all = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  row('landing, Lighthouse mobile', `${all.join(', ')}`, '', '', '100s');
  row('the same, times as simulated', times(simulated), '', '', goalOfTimes);
  const slowed = await measurePage(`${product.url}/`, 'devtools');
  row('the same, network and processor really slowed', times(slowed), '', '', goalOfTimes);
}

const goalOfTimes = 'LCP ≤900 ms, TBT ≤20 ms, CLS ≤0.01';

const times = ({ fcp, lcp, tbt, cls }: Omit<LighthouseResult, 'scores'>) =>
  `FCP ${round(fcp)} ms, LCP ${round(lcp)} ms, TBT ${round(tbt)} ms, CLS ${round(cls, 3)}`;

await main();

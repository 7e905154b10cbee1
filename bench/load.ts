import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export interface Load {
  requestsPerSecond: number;
  p99: number;
  /** Server CPU time in microseconds; undefined without /proc. */
  cpu: number | undefined;
}

/** @throws when a response is not a success */
export async function load(
  { url, pid }: { url: string; pid: number },
  { seconds, headers = {} }: { seconds: number; headers?: Record<string, string> },
): Promise<Load> {
  await run(url, 1, headers);
  const before = processorTime(pid);
  const result = await run(url, seconds, headers);
  const after = processorTime(pid);
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${url}: ${failed} of ${result.requests.total} requests failed`);
  return {
    requestsPerSecond: result.requests.average,
    p99: result.latency.p99,
    cpu:
      before === undefined || after === undefined
        ? undefined
        : ((after - before) * 1e6) / result.requests.total,
  };
}

const run = (url: string, seconds: number, headers: Record<string, string>) =>
  autocannon({ url, connections: 50, duration: seconds, headers: { 'accept-encoding': 'br', ...headers } });

const ticksPerSecond = 100;

function processorTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

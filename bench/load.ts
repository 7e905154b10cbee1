import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Order, Outcome } from './client.ts';

export interface Load {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Server CPU time in microseconds; undefined without /proc. */
  cpu: number | undefined;
  /** The client had no core to spare: the server may be faster than this. */
  isClientLimit: boolean;
}

/** Whether the server may be faster than these. */
export const isLimited = (loads: Load[]): boolean => loads.some((each) => each.isClientLimit);

/** A few more connections than a browser's page opens; with still more, the figures would show the queue. */
const connections = 16;

/** @throws when a response is not a success */
export async function load(
  { url, pid }: { url: string; pid: number },
  { seconds, headers = {} }: { seconds: number; headers?: Record<string, string> },
): Promise<Load> {
  const { pathname, search } = new URL(url);
  const order = {
    url,
    requests: [{ path: pathname + search }],
    connections,
    headers: { 'accept-encoding': 'br', ...headers },
  };
  await ask({ ...order, seconds: 1 });
  const before = processorTime(pid);
  const { requests, failed, p50, p99, busy } = await ask({ ...order, seconds });
  const after = processorTime(pid);
  if (failed > 0) throw new Error(`${url}: ${failed} of ${requests} requests failed`);
  return {
    requestsPerSecond: requests / seconds,
    p50,
    p99,
    isClientLimit: busy > 0.9,
    cpu: before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / requests,
  };
}

/** Has a process of its own send what is ordered. */
export const ask = (order: Order): Promise<Outcome> => answerOf('./client.ts', order);

/** The answer of a file next to this one to an order, in a process of its own. */
export async function answerOf<Answer>(file: string, order: object): Promise<Answer> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)));
  child.send(order);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${file} ended early`);
    }),
  ]);
  child.disconnect();
  return answer;
}

const ticksPerSecond = 100;

function processorTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

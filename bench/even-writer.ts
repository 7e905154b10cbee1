import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A post that was acknowledged. */
export interface Write {
  id: string;
  /** performance.now(): when it was due to be sent, and when its answer had come. */
  due: number;
  acknowledged: number;
}

/** Posts `perSecond` times a second by these sessions in turn, whether or not earlier posts are answered. */
export function startWriter(url: string, tokens: string[], perSecond: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
  const writes: Write[] = [];
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let stopped = false;

  const write = async (due: number, token: string) => {
    const sent = request(`${url}/api/posts`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
    });
    sent.end(JSON.stringify({ text: 'Just listed: three bedrooms near the park.' }));
    const [answer] = await once(sent, 'response');
    const body = JSON.parse(await text(answer));
    if (answer.statusCode !== 200) failures.push(`${answer.statusCode} ${body.msg}`);
    else writes.push({ id: body._id, due, acknowledged: performance.now() });
  };
  const run = async () => {
    const begun = performance.now();
    for (let number = 0; !stopped; number++) {
      const due = begun + (1000 * number) / perSecond;
      const early = due - performance.now();
      if (early > 0) await pause(early);
      const sent = write(due, tokens[number % tokens.length] ?? '').catch((error) => {
        failures.push(String(error));
      });
      open.add(sent);
      void sent.then(() => open.delete(sent));
    }
  };
  const running = run();
  return {
    writes,
    /** Waits for what is still open. @throws Error when a write failed */
    async stop(): Promise<void> {
      stopped = true;
      await running;
      await Promise.all(open);
      agent.destroy();
      if (failures.length > 0)
        throw new Error(
          `${failures.length} of ${writes.length + failures.length} writes failed: ${failures[0]}`,
        );
    },
  };
}

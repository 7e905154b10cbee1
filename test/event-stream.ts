import type { FeedEvents } from '../src/shared/posts/live-feed.contract.ts';

export class EventStream {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #abort: AbortController;
  #text = '';

  private constructor(response: Response, abort: AbortController) {
    if (!response.body) throw new Error('There is no stream');
    this.response = response;
    this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    this.#abort = abort;
  }

  static async open(url: string, token: string, after?: number): Promise<EventStream> {
    const abort = new AbortController();
    const query = after === undefined ? '' : `?after=${after}`;
    const response = await fetch(`${url}/api/posts/events${query}`, {
      headers: { 'x-auth-token': token, accept: 'text/event-stream' },
      signal: abort.signal,
    });
    return new EventStream(response, abort);
  }

  /** The next message; undefined when the server has ended the stream. */
  async next(): Promise<FeedEvents | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const frame = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const data = frame.split('\n').find((line) => line.startsWith('data: '));
        if (data !== undefined) return JSON.parse(data.slice(6));
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
  }

  async events(count: number): Promise<FeedEvents['events']> {
    const events: FeedEvents['events'] = [];
    while (events.length < count) {
      const message = await this.next();
      if (!message) throw new Error(`The stream ended after ${events.length} events`);
      events.push(...message.events);
    }
    return events;
  }

  close(): void {
    this.#abort.abort();
  }
}

/** Parses server-sent events from a stream, across chunk borders. */
export class EventFrames {
  #rest = '';

  /** The data of every event completed by this chunk. Comments (heartbeats) have none. */
  add(chunk: string): string[] {
    const frames = (this.#rest + chunk).split('\n\n');
    this.#rest = frames.pop() ?? '';
    return frames.flatMap((frame) => {
      const lines = frame.split('\n').filter((line) => line.startsWith('data:'));
      return lines.length > 0 ? [lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')] : [];
    });
  }
}

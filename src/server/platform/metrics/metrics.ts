/** A value, with labels where there are several. Label values come from fixed sets, never from input. */
export interface Sample {
  value: number;
  labels?: Record<string, string>;
  /** Follows the metric's name, as a histogram's `_bucket`. */
  suffix?: string;
}

interface Metric {
  name: string;
  help: string;
  type: 'gauge' | 'counter' | 'histogram';
  read: () => Sample[] | Promise<Sample[]>;
}

/** The process's own figures. They are read only when asked for: a metric costs nothing in between. */
export class Metrics {
  readonly #metrics = new Map<string, Metric>();

  /** Adds or replaces a metric. `read` may query the database; a failure leaves out only this metric. */
  add(type: Metric['type'], name: string, help: string, read: Metric['read']): void {
    this.#metrics.set(name, { type, name, help, read });
  }

  /** The samples of a metric; none if it is not known or cannot be read. */
  async read(name: string): Promise<Sample[]> {
    const metric = this.#metrics.get(name);
    return metric ? readSafely(metric) : [];
  }

  /** All metrics in Prometheus' text format, version 0.0.4. */
  async exposition(): Promise<string> {
    const parts = await Promise.all([...this.#metrics.values()].map(exposed));
    return parts.join('');
  }
}

/** A database that is away must not hide the metrics that say so. */
async function readSafely({ read }: Metric): Promise<Sample[]> {
  try {
    return await read();
  } catch {
    return [];
  }
}

async function exposed(metric: Metric): Promise<string> {
  const { name, help, type } = metric;
  const lines = (await readSafely(metric)).map(({ suffix = '', labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

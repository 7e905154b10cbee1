import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { type Figure, slower } from './compare.ts';

/** A Markdown table, and the figures of which `--json` keeps a file. */
export class Report {
  readonly #rows: string[] = [];
  readonly #figures: Figure[] = [];

  constructor(...columns: string[]) {
    this.row(...columns);
    this.#rows.push(
      columns
        .map(() => '|---')
        .concat('|')
        .join(''),
    );
  }

  row(...cells: string[]): void {
    this.#rows.push(`| ${cells.join(' | ')} |`);
  }

  figure(figure: Figure): void {
    this.#figures.push(figure);
  }

  /** Writes the figures to `json`, and prints what became slower than in `against`. */
  async print({ json, against }: { json?: string | undefined; against?: string | undefined }): Promise<void> {
    console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
    console.log(this.#rows.join('\n'));
    if (json) await writeFile(json, JSON.stringify(this.#figures, null, 2));
    if (!against) return;
    const worse = slower(this.#figures, JSON.parse(await readFile(against, 'utf8')));
    console.log(`\nSlower than in ${against}: ${worse.length === 0 ? 'nothing' : ''}`);
    for (const line of worse) console.log(`- ${line}`);
  }
}

export const round = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

export const median = (list: number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

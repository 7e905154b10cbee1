import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { type Figure, slower } from './compare.ts';

/** A Markdown table, printed row by row as each is measured, and the figures of which `--json` keeps a file. */
export class Report {
  readonly #columns: string[];
  #begun = false;
  readonly #figures: Figure[] = [];

  constructor(...columns: string[]) {
    this.#columns = columns;
  }

  row(...cells: string[]): void {
    if (!this.#begun) this.#begin();
    console.log(line(cells));
  }

  #begin(): void {
    this.#begun = true;
    console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
    console.log(`${line(this.#columns)}\n${'|---'.repeat(this.#columns.length)}|`);
  }

  figure(figure: Figure): void {
    this.#figures.push(figure);
  }

  /** Writes the figures to `json`, and prints what became slower than in `against`. */
  async end({ json, against }: { json?: string | undefined; against?: string | undefined }): Promise<void> {
    if (json) await writeFile(json, JSON.stringify(this.#figures, null, 2));
    if (!against) return;
    const worse = slower(this.#figures, JSON.parse(await readFile(against, 'utf8')));
    console.log(`\nSlower than in ${against}: ${worse.length === 0 ? 'nothing' : ''}`);
    for (const line of worse) console.log(`- ${line}`);
  }
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

export const round = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

export const median = (list: number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

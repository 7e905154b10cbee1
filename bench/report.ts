import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { type Figure, slower } from './compare.ts';

/**
 * A Markdown table, printed row by row as each is measured: the last column is the ratio of its figure to the same of an
 * earlier run. `--json` keeps a file of the figures.
 */
export class Report {
  readonly #columns: string[];
  readonly #against: string | undefined;
  readonly #earlier: Map<string, Figure>;
  #begun = false;
  readonly #figures: Figure[] = [];

  /** @param against a file that `--json` has made. @throws when it cannot be read */
  constructor(against: string | undefined, ...columns: string[]) {
    this.#against = against;
    this.#columns = against === undefined ? columns : [...columns, `to ${basename(against, '.json')}`];
    const figures: Figure[] = against === undefined ? [] : JSON.parse(readFileSync(against, 'utf8'));
    this.#earlier = new Map(figures.map((figure) => [figure.what, figure]));
  }

  /** A row, and the figure in it. */
  row(cells: string[], figure?: Figure): void {
    if (!this.#begun) this.#begin();
    if (figure) this.#figures.push(figure);
    const earlier = figure && this.#earlier.get(figure.what);
    const ratio = earlier ? round(median(figure.runs) / median(earlier.runs), 2) : '';
    console.log(line(this.#against === undefined ? cells : [...cells, ratio]));
  }

  /** A row of a figure without a floor, of which less is better; the median of several is shown. */
  plain(what: string, value: number | number[], goal: string, shown = (one: number) => round(one)): void {
    const runs = [value].flat();
    this.row([what, shown(median(runs)), '', '', goal], { what, runs, better: 'less' });
  }

  #begin(): void {
    this.#begun = true;
    console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
    console.log(`${line(this.#columns)}\n${'|---'.repeat(this.#columns.length)}|`);
  }

  /** Writes the figures to `json`, and prints what became slower by more than the runs differ among themselves. */
  end(json: string | undefined): void {
    if (json) writeFileSync(json, `${JSON.stringify(this.#figures)}\n`);
    if (!this.#figures.some(({ what }) => this.#earlier.has(what))) return;
    const worse = slower(this.#figures, [...this.#earlier.values()]);
    console.log(`\nSlower than in ${this.#against}: ${worse.length === 0 ? 'nothing' : ''}`);
    for (const each of worse) console.log(`- ${each}`);
  }
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

export const round = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

export const median = (list: number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

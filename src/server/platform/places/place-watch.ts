import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { now } from '../db/ids.ts';
import { OperatorError } from '../operator-error.ts';
import { type Place, type PlaceState, placesOf, tryPlace } from './places.ts';

export interface PlaceFault {
  setting: string;
  /** Says what does not work, why, and what to do. It can end with a command. */
  says: string;
  since: string;
}

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>;

/** This process's findings about the folders, files and ports of its settings. */
export class PlaceWatch {
  readonly places: Place[];
  readonly #states = new Map<string, PlaceState>();
  /** On which disk each place worked last. */
  readonly #devices = new Map<string, number>();
  readonly #faults = new Map<string, PlaceFault>();
  /** Places that have not answered yet. They are not asked again until they do: each question holds a thread. */
  readonly #asking = new Set<Place>();
  #log: Log | undefined;
  /** Called when a setting works again. */
  onRepair = (_setting: string): void => {};

  constructor(config: Config) {
    this.places = placesOf(config);
  }

  /** Starts logging: present faults, then changes. */
  start(log: Log): void {
    this.#log = log;
    for (const { setting, says } of this.faults) warn(log, setting, says);
  }

  /** Tries every place; at the start, and each minute. */
  async look(): Promise<void> {
    await Promise.all(this.places.map((place) => this.#lookAt(place)));
  }

  async #lookAt(place: Place): Promise<void> {
    if (this.#asking.has(place)) return;
    this.#asking.add(place);
    const state = await tryPlace(place, () => this.#asking.delete(place));
    this.#states.set(place.setting, state);
    const { fault, low, device } = state;
    if (fault === undefined || low) {
      if (device !== undefined) this.#devices.set(place.setting, device);
      return this.report(place.setting, fault);
    }
    const before = this.#devices.get(place.setting);
    const isElsewhere = before !== undefined && device !== undefined && before !== device;
    const says = isElsewhere
      ? `${place.folder} is on another disk than before, and cannot be used there. Is its disk mounted?`
      : fault;
    this.report(place.setting, `${place.cost} ${says}`);
  }

  /** Records a fault of a setting; undefined when it has none. */
  report(setting: string, says: string | undefined): void {
    const before = this.#faults.get(setting);
    if (says === undefined) {
      if (!this.#faults.delete(setting)) return;
      this.#log?.info({ setting }, 'works again');
      this.onRepair(setting);
      return;
    }
    this.#faults.set(setting, { setting, says, since: before?.since ?? now() });
    if (before?.says !== says && this.#log) warn(this.#log, setting, says);
  }

  /** Degraded, in the order of the table. */
  get faults(): PlaceFault[] {
    return [...this.#faults.values()];
  }

  state(setting: string): PlaceState {
    return this.#states.get(setting) ?? {};
  }

  /** False for a folder or file of a place that failed: it may hold up the process. */
  isUsable(path: string): boolean {
    return this.places.every(({ setting, folder, files }) => {
      const { fault, low = false } = this.state(setting);
      return fault === undefined || low || (folder !== path && !files.includes(path));
    });
  }

  /** @throws OperatorError for a place without which nothing works */
  refuseToStart(): void {
    const faults = this.places.flatMap(({ setting, need }) => {
      const { fault, low } = this.state(setting);
      return need === 'needed' && fault !== undefined && !low ? [`${setting}: ${fault}`] : [];
    });
    if (faults.length > 0) throw new OperatorError(faults.join('\n'));
  }
}

const warn = (log: Log, setting: string, says: string) =>
  log.warn({ setting }, `degraded: ${setting}: ${says}`);

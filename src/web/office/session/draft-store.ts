import {
  changeDrafts,
  clearDrafts,
  type DraftNews,
  draftChannel,
  draftTable,
  openDrafts,
} from '../../draft-database.ts';

/** The prefix in local storage, where older versions of the product kept drafts. */
const oldPrefix = 'draft:';

/**
 * Keeps drafts in IndexedDB, each write on the disk before the next: local storage loses what was typed in the seconds
 * before the browser or the machine dies. Where there is no IndexedDB, drafts live as long as the tab.
 */
export function draftStore(
  read: (name: string) => unknown,
  onOther: (name: string, value: unknown) => void,
  onClear: () => void,
) {
  const waiting = new Set<string>();
  let isWriting = false;
  let opened: Promise<IDBDatabase | undefined> | undefined;
  let database: IDBDatabase | undefined;
  const others = new BroadcastChannel(draftChannel);
  others.onmessage = ({ data }: MessageEvent<DraftNews>) => {
    if (data === null) {
      waiting.clear();
      onClear();
    } else for (const [name, value] of data) onOther(name, value);
  };

  async function open(): Promise<IDBDatabase | undefined> {
    opened ??= openDrafts();
    database = await opened;
    // Some browsers end it while the tab is in the background.
    if (database)
      database.onclose = () => {
        opened = undefined;
      };
    return database;
  }

  /** The newest of each name, as one write. */
  function writeWaiting(to: IDBDatabase): Promise<void> {
    const changed = [...waiting].map((name): [string, unknown] => [name, read(name)]);
    waiting.clear();
    others.postMessage(changed);
    return changeDrafts(to, (drafts) => {
      for (const [name, value] of changed) {
        if (value === undefined) drafts.delete(name);
        else drafts.put(value, name);
      }
    });
  }

  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    const to = await open();
    while (to && waiting.size > 0) await writeWaiting(to);
    isWriting = false;
  }

  // A page that goes does not come to what waits.
  addEventListener('pagehide', () => {
    if (database && waiting.size > 0) void writeWaiting(database);
  });

  return {
    changed(name: string): void {
      waiting.add(name);
      void write();
    },

    async load(prefix: string): Promise<[name: string, value: unknown][]> {
      const from = await open();
      if (!from) return [];
      await takeOver(from);
      // Another user of this browser may have left drafts: delete them.
      await changeDrafts(from, (drafts) => {
        drafts.delete(IDBKeyRange.upperBound(prefix, true));
        drafts.delete(IDBKeyRange.lowerBound(`${prefix}\uffff`, true));
      });
      return readAll(from, IDBKeyRange.bound(prefix, `${prefix}\uffff`));
    },

    /** On the disk. */
    async clear(): Promise<void> {
      const of = await open();
      if (of) await changeDrafts(of, (drafts) => drafts.clear());
    },

    /** In all tabs. */
    async clearAll(): Promise<void> {
      waiting.clear();
      await clearDrafts();
    },
  };
}

function readAll(database: IDBDatabase, range: IDBKeyRange): Promise<[name: string, value: unknown][]> {
  return new Promise((resolve) => {
    const found: [name: string, value: unknown][] = [];
    try {
      const request = database.transaction(draftTable).objectStore(draftTable).openCursor(range);
      request.onsuccess = () => {
        const { result } = request;
        if (!result) return resolve(found);
        found.push([String(result.key), result.value]);
        result.continue();
      };
      request.onerror = () => resolve(found);
    } catch {
      resolve(found);
    }
  });
}

async function takeOver(database: IDBDatabase): Promise<void> {
  const old = Object.keys(localStorage).filter((key) => key.startsWith(oldPrefix));
  if (old.length === 0) return;
  await changeDrafts(database, (drafts) => {
    for (const key of old) {
      const text = localStorage.getItem(key);
      if (text !== null) drafts.put(JSON.parse(text), key.slice(oldPrefix.length));
    }
  });
  for (const key of old) localStorage.removeItem(key);
}

/** Where this browser keeps what was typed and not saved. */
export const draftTable = 'drafts';
/** Between tabs: what has changed, or null when all are deleted, and no open form may write them again. */
export const draftChannel = 'drafts';
export type DraftNews = [name: string, value: unknown][] | null;
/** Milliseconds to wait for the database. */
const patience = 2000;

/** Opens the database; undefined where there is none or it hangs, since drafts must not keep anyone out of the office. */
export function openDrafts(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience, undefined);
    try {
      const request = indexedDB.open('office', 1);
      request.onupgradeneeded = () => request.result.createObjectStore(draftTable);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      // Storage is blocked.
      resolve(undefined);
    }
  });
}

/** Ends when it is on the disk, or has failed: a full disk costs the draft and not the work. */
export function changeDrafts(database: IDBDatabase, act: (drafts: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(draftTable, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => resolve();
      act(transaction.objectStore(draftTable));
      // Without it a page that is left takes the write with it.
      transaction.commit();
    } catch {
      resolve();
    }
  });
}

/** Everyone's, in all tabs: the computer may be shared. */
export async function clearDrafts(): Promise<void> {
  const others = new BroadcastChannel(draftChannel);
  others.postMessage(null satisfies DraftNews);
  others.close();
  const database = await openDrafts();
  if (database) await changeDrafts(database, (drafts) => drafts.clear());
}

import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { erasedFiles, type ListSettings, ownList } from './list-settings.ts';

/**
 * Stored next to the server's own list: which file that is, and when it last changed. A copied folder has another inode
 * and time of change (ctime) than the original, so that a data folder which was put back is known as such.
 */
const witness = z.object({ inode: z.string(), changed: z.string(), lists: z.array(z.string()) });
type Witness = z.output<typeof witness>;

const witnessFile = (config: ListSettings) => join(config.dataDir, 'erased.witness');

/** Call it when every list is read, and after each line. One that cannot be written is missed only if a list is, too. */
export async function witnessLists(config: ListSettings): Promise<void> {
  try {
    const own = ownList(config);
    await mkdir(dirname(own), { recursive: true, mode: 0o700 });
    await (await open(own, 'a', 0o600)).close();
    const now = JSON.stringify(await present(config));
    const file = witnessFile(config);
    if ((await readFile(file, 'utf8').catch(() => '')) === now) return;
    await writeFile(`${file}.${process.pid}`, now, { mode: 0o600 });
    await rename(`${file}.${process.pid}`, file);
  } catch {}
}

async function present(config: ListSettings): Promise<Witness> {
  const { ino, ctimeNs } = await stat(ownList(config), { bigint: true });
  return {
    inode: `${ino}`,
    changed: `${ctimeNs}`,
    lists: erasedFiles(config).filter((file) => existsSync(file)),
  };
}

/** `inPlace` is false for a data folder that was put there since a server ran in it; `lists` are those that it knew. */
export async function readWitness(config: ListSettings): Promise<{ inPlace: boolean; lists: string[] }> {
  const text = await readFile(witnessFile(config), 'utf8').catch(() => '');
  try {
    const { inode, changed, lists } = witness.parse(JSON.parse(text));
    const found = await present(config);
    return { inPlace: found.inode === inode && found.changed === changed, lists };
  } catch {
    return { inPlace: false, lists: [] };
  }
}

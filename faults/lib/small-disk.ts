import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/** A file system of this size at `stage.folder/name`, which `run.ts` unmounts. Linux and root only. */
export function smallDisk(stage: Stage, name: string, megabytes: number): string {
  const folder = join(stage.folder, name);
  mkdirSync(folder, { recursive: true });
  const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`A small disk cannot be mounted, which needs root on Linux: ${stderr}`);
  return folder;
}

/** Unmounts everything at or below a folder. */
export function unmountAll(folder: string): void {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  for (const line of mounts) {
    const path = line.split(' ')[1];
    if (path === folder || path?.startsWith(`${folder}/`)) spawnSync('umount', ['-l', path]);
  }
}

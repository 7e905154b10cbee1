import { closeSync, mkdirSync, openSync } from 'node:fs';

/** Makes the data folder for this user only. An existing folder keeps the mode that the operator gave it. */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/** SQLite gives its journals the mode of the database, which it would make readable for all. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

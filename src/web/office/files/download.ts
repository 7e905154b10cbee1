import { minute } from '../../../shared/time.ts';

/** Saves a generated file through the browser. */
export function download(filename: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = filename;
  link.click();
  // Some browsers read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), minute);
}

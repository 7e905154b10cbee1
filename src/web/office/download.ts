import { minute } from '../../shared/time.ts';

/** Lets the browser save a file that the page has made. */
export function download(filename: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = filename;
  link.click();
  // Not at once: some browsers read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), minute);
}

import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { acceptedFiles } from './upload-file.ts';

type FileButtonProps = {
  pending: boolean;
  onFile: (file: File) => void;
  /** Types of files; by default PDFs and photos. */
  accept?: string;
  children: ReactNode;
};

/** Opens the chooser of files, which on phones offers the camera. */
export function FileButton({ pending, onFile, accept = acceptedFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="quiet" size="sm" pending={pending} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        tabIndex={-1}
        aria-label={typeof children === 'string' ? children : 'File'}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Cleared, so that choosing the same file again fires a change.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

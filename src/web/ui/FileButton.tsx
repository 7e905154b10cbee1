import { type RefObject, useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** File types of pictures. Safari turns photos of an iPhone into JPEG for them. */
export const pictureFiles = 'image/jpeg,image/png,image/webp';

type FileButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'pending'> & {
  /** For moving the focus to the button. */
  button?: RefObject<HTMLButtonElement | null>;
  onFile: (file: File) => void;
  /** File types. */
  accept: string;
  /** Names the field; the words of the button by default. */
  label?: string;
  children: string;
};

/** Opens the chooser of files, which on phones offers the camera. */
export function FileButton({ button, onFile, accept, label, children, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...look} ref={button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label ?? children}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Cleared, so that choosing the same file again fires a change.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { isComposing } from './composing.ts';
import { Field, type FieldProps, type Own, splitField } from './Field.tsx';

function submitOnCommandEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.form?.requestSubmit();
}

type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, Own> & {
    toolbar?: ReactNode;
  };

/** 30 columns by 5 rows, growing with its content. Command or Control with Enter submits the form. */
export function TextArea(props: TextAreaProps) {
  const { field, control: given } = splitField(props);
  const { toolbar, onKeyDown, ...textarea } = given;
  return (
    <Field {...field}>
      {(control) => (
        <>
          {toolbar}
          <textarea
            cols={30}
            rows={5}
            {...textarea}
            {...control}
            onKeyDown={(event) => {
              onKeyDown?.(event);
              submitOnCommandEnter(event);
            }}
            // Content sizing ignores `rows`: the minimum is five lines, padding and border.
            className="control field-sizing-content min-h-[calc(5lh+1rem+2px)] resize-y"
          />
        </>
      )}
    </Field>
  );
}

/** Whether a key belongs to an input method, such as the Enter that ends a word. Safari tells only by the key code. */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229;

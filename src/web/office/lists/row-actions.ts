import { buttonClass } from '../../ui/Button.tsx';

export const actionClass = buttonClass({ variant: 'quiet', size: 'sm' }, 'px-3');

/** In a card, aligns the first action's text with the text above it. */
export const firstActionClass = `${actionClass} -ms-3 @table:ms-0`;

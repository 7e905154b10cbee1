import { buttonClass } from '../ui/Button.tsx';

/** What can be done with a row of a table. */
export const actionClass = buttonClass({ variant: 'quiet', size: 'sm' }, 'px-3');

/** In a card the words of the first one stand under those of the card. */
export const firstActionClass = `${actionClass} -ms-3 @table:ms-0`;

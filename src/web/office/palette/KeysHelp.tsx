import { useState } from 'react';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { setSingleKeys } from '../../ui/free-keys.ts';
import { hasSingleKeys } from '../../ui/typing.ts';

const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const groups: { name: string; keys: [keys: string, does: string][] }[] = [
  {
    name: 'Everywhere',
    keys: [
      [`${mod} K`, 'Search people, pages, and settings'],
      ['?', 'Show these keys'],
      [`${mod} Enter`, 'Send or save the text you are writing'],
      ['Esc', 'Close a menu or a dialog'],
    ],
  },
  {
    name: 'In a list',
    keys: [
      ['↓ or j', 'Next row'],
      ['↑ or k', 'Previous row'],
      ['Enter', 'Open the row'],
      ['x', 'Select the row'],
      ['Shift and a press', 'Select all rows from the last one selected'],
    ],
  },
  {
    name: 'On a page opened from a list',
    keys: [
      ['j', 'Next in the list'],
      ['k', 'Previous in the list'],
      ['Esc', 'Back to its row in the list'],
    ],
  },
  { name: 'In license checks', keys: [['x', 'The license is as expected']] },
  { name: 'On the board', keys: [['Shift ← or →', 'Move a lead to another stage']] },
];

/** All keys of the office. Those of the editor are in a dialog of its own. */
export function KeysHelp() {
  const [single, setSingle] = useState(hasSingleKeys);
  return (
    <div className="grid min-h-0 gap-4 overflow-y-auto px-4 py-3">
      {groups.map(({ name, keys }) => (
        <section key={name} aria-label={name}>
          <h2 className="pb-1 font-sans font-semibold text-muted text-xs">{name}</h2>
          <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1 text-sm">
            {keys.map(([press, does]) => (
              <div key={press} className="col-span-2 grid grid-cols-subgrid">
                <dt className="font-semibold">{press}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <CheckboxField
        label="Use single keys (j, k, x, ?)"
        checked={single}
        onChange={({ target }) => {
          setSingle(target.checked);
          setSingleKeys(target.checked);
        }}
      />
    </div>
  );
}

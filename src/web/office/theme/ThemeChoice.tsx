import { chooseTheme, themes, useTheme } from './theme.ts';

export function ThemeChoice() {
  const chosen = useTheme();
  return (
    <fieldset>
      <legend className="sr-only">Theme</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {themes.map(({ id, label }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="theme"
              checked={id === chosen}
              onChange={() => chooseTheme(id)}
              className="size-5"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

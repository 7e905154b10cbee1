interface ChoiceProps {
  name: string;
  legend: string;
  options: { value: string; label: string }[];
  initial: string;
}

export function Choice({ name, legend, options, initial }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === initial}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface Option {
  value: string;
  label: string;
}

const normalize = (text: string) => text.toLowerCase().replace(/[_/]+/g, ' ');

/** The options whose label contains every typed word, in any order: 'kuala', 'lum asia', '+08'. */
export function filterOptions(options: readonly Option[], typed: string): Option[] {
  const words = normalize(typed).split(/\s+/).filter(Boolean);
  return options.filter((option) => words.every((word) => normalize(option.label).includes(word)));
}

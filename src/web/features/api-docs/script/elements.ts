type Attributes = Readonly<Record<string, string>>;

/** Makes an element; `class` and the other attributes are set as they are. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

export const all = (selector: string, inside: ParentNode = document): HTMLElement[] => [
  ...inside.querySelectorAll<HTMLElement>(selector),
];

/** Announces to screen readers what just happened. */
export function announcer(): (text: string) => void {
  const status = element('p', { role: 'status', class: 'sr-only' });
  document.body.append(status);
  return (text) => {
    status.textContent = text;
  };
}

/** Creates an element of the editor's own interface. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className !== '') created.className = className;
  created.append(...children);
  return created;
}

export function button(text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', 'cm-refactoring-button', text);
  created.type = 'button';
  created.onclick = onClick;
  return created;
}

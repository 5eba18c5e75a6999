import type { AttributeReference } from '#core/plan/attributes/reference.ts';
import { exampleLines, signatureOf } from '#core/plan/attributes/reference.ts';

/**
 * An element with an attribute's effect, the declarations that it applies to, its arguments and an
 * example.
 */
export function describeAttribute(attribute: AttributeReference): HTMLElement {
  const root = document.createElement('div');
  root.className = 'cm-attribute cm-lsp-documentation';
  const { meaning, appliesTo } = attribute;
  root.append(block('cm-attribute-signature', signatureOf(attribute)), prose('p', meaning));
  const facts = document.createElement('dl');
  facts.append(block('', 'Applies to', 'dt'), prose('dd', appliesTo));
  for (const { type, name, meaning: of } of attribute.arguments) {
    facts.append(block('cm-attribute-argument', `${type} ${name}`, 'dt'), prose('dd', of));
  }
  root.append(facts, block('cm-attribute-example', exampleText(attribute), 'pre'));
  return root;
}

/** Maximum length of an example's line: a data URL can be longer than the whole description. */
const LONGEST = 72;

function exampleText(attribute: AttributeReference): string {
  return exampleLines(attribute)
    .map((line) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line))
    .join('\n');
}

/** The signature with the current argument marked, and that argument's meaning. */
export function describeArgument(attribute: AttributeReference, index: number): HTMLElement {
  const root = document.createElement('div');
  root.className = 'cm-signature cm-attribute-help';
  const label = document.createElement('div');
  label.className = 'cm-signature-label';
  label.append(`${attribute.name}(`);
  for (const [at, { type, name }] of attribute.arguments.entries()) {
    if (at > 0) label.append(', ');
    const isActive = at === index;
    const part = document.createElement(isActive ? 'strong' : 'span');
    if (isActive) part.className = 'cm-signature-active';
    part.textContent = `${type} ${name}`;
    label.append(part);
  }
  label.append(')');
  const active = attribute.arguments[index];
  root.append(
    label,
    prose('div', active ? `${active.name}: ${active.meaning}` : nothingMore(attribute)),
  );
  return root;
}

function nothingMore({ arguments: taken }: AttributeReference): string {
  if (taken.length === 0) return 'It takes no arguments.';
  return `It takes ${taken.length} argument${taken.length === 1 ? '' : 's'}, and no more.`;
}

function block(className: string, text: string, name: keyof HTMLElementTagNameMap = 'div') {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  element.textContent = text;
  return element;
}

/** Renders text, with parts in backticks as code. */
function prose(name: keyof HTMLElementTagNameMap, text: string): HTMLElement {
  const element = document.createElement(name);
  element.append(
    ...text.split('`').map((piece, index) => (index % 2 === 1 ? block('', piece, 'code') : piece)),
  );
  return element;
}

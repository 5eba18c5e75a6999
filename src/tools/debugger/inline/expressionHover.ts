import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';

/**
 * What to show after an expression: its value, such as ` = 3`, why it has none, or the size of a
 * resource; null if nothing is traced.
 */
export type ValueText = (expression: string) => Promise<string | null>;

/** Longer selections are text, not expressions. */
const LONGEST = 300;

/** The size of a resource of this name; null if there is none. */
export type SizeText = (name: string) => string | null;

/**
 * Pointing at a selected expression shows its value at the current step, and pointing at the name
 * of a resource its size.
 */
export function expressionHover(read: ValueText, sizeOf: SizeText): Extension {
  return hoverTooltip(async (view, at) => {
    const selected = selectedAt(view, at);
    const pointed = selected ?? wordAt(view, at);
    if (!pointed) return null;
    const text = selected ? await read(pointed.text) : sizeOf(pointed.text);
    if (text === null) return null;
    const { from, to } = pointed;
    return {
      pos: from,
      end: to,
      above: true,
      create: () => ({ dom: tooltipOf(pointed.text, text) }),
    };
  });
}

/** The selected text, if it is under the position and may be an expression. */
function selectedAt({ state }: EditorView, at: number) {
  const { from, to, empty } = state.selection.main;
  if (empty || at < from || at > to || to - from > LONGEST) return null;
  const text = state.sliceDoc(from, to).trim().replace(/;$/, '');
  return text === '' ? null : { from, to, text };
}

function wordAt({ state }: EditorView, at: number) {
  const word = state.wordAt(at);
  return word && { from: word.from, to: word.to, text: state.sliceDoc(word.from, word.to) };
}

function tooltipOf(expression: string, text: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-expression-value';
  const name = document.createElement('code');
  name.textContent = expression;
  dom.append(name, text);
  return dom;
}

import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';

/** The value of an expression as text, or why it has none; null if nothing is traced. */
export type ValueText = (expression: string) => Promise<string | null>;

/** Longer selections are text, not expressions. */
const LONGEST = 300;

/** Pointing at a selected expression shows its value at the current step. */
export function expressionHover(read: ValueText): Extension {
  return hoverTooltip(async (view, at) => {
    const selected = selectedAt(view, at);
    if (!selected) return null;
    const text = await read(selected.text);
    if (text === null) return null;
    const { from, to } = selected;
    return {
      pos: from,
      end: to,
      above: true,
      create: () => ({ dom: tooltipOf(selected.text, text) }),
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

function tooltipOf(expression: string, value: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-expression-value';
  const name = document.createElement('code');
  name.textContent = expression;
  dom.append(name, ` = ${value}`);
  return dom;
}

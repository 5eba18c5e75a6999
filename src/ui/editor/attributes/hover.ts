import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { describeArgument, describeAttribute } from './description.ts';
import { argumentPlace, writtenAttribute } from './places.ts';

/** Describes the attribute or argument under the pointer. An edit hides it. */
export const attributeHover = hoverTooltip(describePlace, {
  hideOn: ({ docChanged }) => docChanged,
});

/** Whether {@link attributeHover} describes this place. If so, other sources show no hover. */
export function isAttributeAt(view: EditorView, pos: number): boolean {
  const line = view.state.doc.lineAt(pos);
  return writtenAttribute(line.text, pos - line.from) !== undefined;
}

function describePlace({ state }: EditorView, pos: number): Tooltip | null {
  const line = state.doc.lineAt(pos);
  const written = writtenAttribute(line.text, pos - line.from);
  if (written) {
    const { attribute, from, to } = written;
    const create = () => {
      const dom = describeAttribute(attribute);
      dom.classList.add('cm-lsp-hover-tooltip');
      return { dom };
    };
    return { pos: line.from + from, end: line.from + to, above: true, create };
  }
  const argument = argumentPlace(line.text.slice(0, pos - line.from), pos);
  const word = state.wordAt(pos);
  if (!argument || !word) return null;
  const create = () => ({ dom: describeArgument(argument.attribute, argument.index) });
  return { pos: word.from, end: word.to, above: true, create };
}

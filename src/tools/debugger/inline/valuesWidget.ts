import { type EditorView, WidgetType } from '@codemirror/view';
import { colorOf, fullText, hasNonFinite, shortText } from '#tools/debugger/trace/formatValue.ts';
import type { LineValues } from '#tools/debugger/trace/replay.ts';

/** The values behind a line: `name = value, other = value ×3`. A click goes to the text instead. */
export class ValuesWidget extends WidgetType {
  /** One-based; edits may have moved it. */
  readonly line: number;
  readonly shown: LineValues;

  constructor(line: number, shown: LineValues) {
    super();
    this.line = line;
    this.shown = shown;
  }

  override eq({ line, shown: { count, values } }: ValuesWidget): boolean {
    const own = this.shown.values;
    return (
      line === this.line &&
      count === this.shown.count &&
      values.length === own.length &&
      values.every(({ name, value }, at) => name === own[at]?.name && value === own[at].value)
    );
  }

  override toDOM(): HTMLElement {
    const { values, count } = this.shown;
    const root = createSpan('cm-trace', '');
    if (values.length > 0) root.append(createValues(this.line, values));
    if (count > 1) {
      const times = createSpan('cm-trace-count', `×${count.toLocaleString('en')}`);
      times.title = `Executed ${count.toLocaleString('en')} times`;
      root.append(times);
    }
    return root;
  }

  /** The editor puts the cursor at the end of the line. */
  override ignoreEvent(): boolean {
    return false;
  }

  override updateDOM(dom: HTMLElement, _view: EditorView, from: this): boolean {
    // Lines above have come or gone.
    if (!from.eq(new ValuesWidget(from.line, this.shown))) return false;
    const values = dom.querySelector<HTMLElement>('[data-trace-line]');
    if (values) values.dataset['traceLine'] = String(this.line);
    return true;
  }
}

function createValues(line: number, values: LineValues['values']): HTMLElement {
  const list = createSpan('cm-trace-values', '');
  list.dataset['traceLine'] = String(line);
  // The text may be cut, and what is cut cannot be hovered over.
  list.title = values.map(({ name, value }) => `${name} = ${fullText(value)}`).join('\n');
  for (const [at, { name, value }] of values.entries()) {
    list.append(at > 0 ? ', ' : '', createSpan('cm-trace-name', name), ' = ');
    const color = colorOf(name, value);
    if (color) {
      const swatch = createSpan('cm-trace-swatch', '');
      swatch.style.backgroundColor = color;
      list.append(swatch);
    }
    const text = shortText(value);
    list.append(hasNonFinite(value) ? createSpan('cm-trace-non-finite', text) : text);
  }
  return list;
}

function createSpan(className: string, text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}

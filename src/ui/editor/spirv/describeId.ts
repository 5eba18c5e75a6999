import type { Text } from '@codemirror/state';
import { highlightCode } from '@lezer/highlight';
import { brief } from '#core/util/text.ts';
import { language as spirvLanguage } from '#ui/editor/grammars/targets/spirv.ts';
import { codeHighlight } from '#ui/editor/theme.ts';
import { type IdAt, usesOf } from './idIndex.ts';

/** An instruction is shown up to here, in characters: constants and texts can be very long. */
const LONGEST = 400;

/** What is known of an id. */
export interface IdDescription {
  /** The instruction that defines it, or null. */
  readonly instruction: string | null;
  /** The rest in a few words: its name, its line and how often it is used. */
  readonly facts: string;
}

export function describeId({ id, entry }: IdAt, doc: Text): IdDescription {
  const uses = usesOf(entry, doc.toString()).length;
  const line = entry.definition === null ? null : doc.lineAt(entry.definition);
  const facts = [
    entry.name === null ? null : `“${entry.name}”`,
    line ? `line ${line.number.toLocaleString('en')}` : `${id} is not defined here`,
    uses === 1 ? '1 use' : `${uses.toLocaleString('en')} uses`,
  ];
  return {
    instruction: line && brief(line.text.trim(), LONGEST),
    facts: facts.filter((fact) => fact !== null).join(' · '),
  };
}

/** The description as it is shown in a tooltip. */
export function renderId({ instruction, facts }: IdDescription): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-id-description';
  if (instruction !== null) {
    const code = dom.appendChild(document.createElement('code'));
    const put = (text: string, classes: string) => {
      const span = code.appendChild(document.createElement('span'));
      span.className = classes;
      span.textContent = text;
    };
    const tree = spirvLanguage.parser.parse(instruction);
    highlightCode(instruction, tree, codeHighlight, put, () => put('\n', ''));
  }
  dom.appendChild(document.createElement('p')).textContent = facts;
  return dom;
}

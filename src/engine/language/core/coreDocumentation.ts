import { ownValue } from '#core/util/ownValue.ts';
/** The core library's documentation comments as Markdown, which the binary lacks. */
export interface CoreDocumentation {
  /**
   * The comment on the declaration in a line, counted from 1. Overloads without a comment follow the one
   * that has it, and share it.
   */
  at(line: number): string | undefined;
  /** The comment on the first commented declaration of that name. */
  named(name: string): string | undefined;
}

interface Described {
  /** Counted from 1. */
  readonly line: number;
  readonly comment: readonly string[];
}

/** Lines between a comment and its declaration: attributes, modifiers with arguments, other comments. */
const IN_BETWEEN = /^(?:\/\/|#|__\w+\s*(?:<.*>|\(.*\))?$|\[[^\n]*\]$)/;

const TYPE_NAME = /^(?:\w+\s+)*?(?:struct|interface|enum|typealias|typedef|property)\s+(\w+)/;
const FUNCTION_NAME = /\b(\w+)\s*(?:<[^()]{0,200}>\s*)?\(/;

export function readCoreDocumentation(source: string): CoreDocumentation {
  const lines = source.split('\n');
  const described = new Map<string, Described[]>();
  let comment: string[] = [];
  lines.forEach((text, index) => {
    const line = text.trim();
    if (line.startsWith('///')) {
      comment.push(line.slice(3));
      return;
    }
    if (comment.length === 0 || IN_BETWEEN.test(line)) return;
    const name = declaredName(line);
    if (name) described.set(name, [...(described.get(name) ?? []), { line: index + 1, comment }]);
    comment = [];
  });
  return {
    at(line) {
      const name = declaredName(lines[line - 1]?.trim() ?? '');
      const found = described.get(name ?? '')?.findLast((each) => each.line <= line);
      return found && toMarkdown(found.comment);
    },
    named(name) {
      const found = described.get(name)?.[0];
      return found && toMarkdown(found.comment);
    },
  };
}

function declaredName(line: string): string | undefined {
  return (TYPE_NAME.exec(line) ?? FUNCTION_NAME.exec(line))?.[1];
}

const TAG = /^\s*@(\w+)(?:\[\w+\])?\s*(.*)$/;
const PARAMETER = /^(\w+)\s*(.*)$/;

/** Formats a comment's tags as the binary formats those of the user's comments. */
function toMarkdown(comment: readonly string[]): string {
  const text: string[] = [];
  const parameters: string[] = [];
  let into = text;
  for (const line of comment) {
    const [, tag, rest = ''] = TAG.exec(line) ?? [];
    if (tag === undefined) {
      into.push(line.trim());
    } else if (tag === 'param') {
      const [, name = '', meaning = ''] = PARAMETER.exec(rest) ?? [];
      into = parameters;
      parameters.push('', `\`${name}\` ${meaning}`);
    } else {
      into = ownValue(HEADINGS, tag) === undefined ? [] : text;
      into.push('', `${ownValue(HEADINGS, tag) ?? ''}${rest}`);
    }
  }
  const list = parameters.length > 0 ? ['', '**Parameters**', ...parameters] : [];
  return [...text, ...list].join('\n').trim();
}

/** The shown tags; others are for the authors of Slang's reference. */
const HEADINGS: Readonly<Record<string, string>> = {
  return: '**Returns** ',
  returns: '**Returns** ',
  remark: '',
  remarks: '',
  deprecated: '**Deprecated.** ',
  experimental: '**Experimental.** ',
};

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { AttributeDescription } from '#core/plan/attributes/reference.ts';

/** What a file in `src/core/plan/attributes/` says about its attribute. */
export interface AttributeFile extends AttributeDescription {
  /** The lines of the comment in playground.slang, and of the row in the README. */
  readonly summary: readonly string[];
}

const COMMENT = /^(?:\/\/\/.*\n)+/;
const ARGUMENT = /^(?<type>\w+) (?<name>\w+) = (?<sample>.+?): (?<meaning>.+)$/;

/**
 * Reads an attribute's file. Its first comment is the summary, then `@effect`, `@appliesTo`, and
 * one `@argument type name = sample: meaning` per argument; the rest is the example.
 *
 * @throws if a part is missing
 */
export function readAttributeFile(text: string): AttributeFile {
  const comment = COMMENT.exec(text)?.[0] ?? '';
  const [summary = '', ...tags] = comment
    .trimEnd()
    .replaceAll(/^\/\/\/ /gm, '')
    .split('\n@');
  const tagged = (tag: string) =>
    tags
      .filter((each) => each.startsWith(`${tag} `))
      .map((each) => each.slice(tag.length + 1).replaceAll('\n', ' '));
  const [meaning] = tagged('effect');
  const [appliesTo] = tagged('appliesTo');
  if (summary === '' || !meaning || !appliesTo) {
    throw new Error('The first comment needs a summary, @effect and @appliesTo.');
  }
  return {
    ...{ meaning, appliesTo },
    arguments: tagged('argument').map(readArgument),
    summary: summary.split('\n'),
    example: text.slice(comment.length).trimStart(),
  };
}

function readArgument(line: string): AttributeDescription['arguments'][number] {
  const { type, name, sample, meaning } = ARGUMENT.exec(line)?.groups ?? {};
  if (!type || !name || !sample || !meaning) {
    throw new Error(`Write "@argument type name = sample: meaning" instead of: ${line}`);
  }
  return { type, name, sample, meaning };
}

const QUERY = '?attribute';

/** Vite plugin: `?attribute` imports the contents of an attribute's file, without its summary. */
export function attributeDescriptions(): Plugin {
  return {
    name: 'attribute-descriptions',
    load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      const { summary: _, ...description } = readAttributeFile(readFileSync(file, 'utf8'));
      return { code: `export default ${JSON.stringify(description)}`, moduleType: 'js' };
    },
  };
}

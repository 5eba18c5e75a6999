import type { Hover, MarkupContent } from 'vscode-languageserver-protocol';
import type { CoreDocumentation } from './coreDocumentation.ts';
import { safeMarkup } from './markup.ts';

const DEFINED_IN_CORE = /\nDefined in core\((\d+)\)\s*$/;
/** The declaration at the start of a hover. */
const DECLARATION = /^```[\s\S]*?\n```\n/;

/** A hover for any client, with the core library's documentation of its own names. */
export async function documentedHover(
  hover: Hover,
  coreDocumentation: () => Promise<CoreDocumentation | undefined>,
): Promise<Hover> {
  const contents = hover.contents as MarkupContent;
  const line = Number(DEFINED_IN_CORE.exec(contents.value)?.[1]);
  const text = line > 0 ? (await coreDocumentation())?.at(line) : undefined;
  const value = text
    ? contents.value.replace(DECLARATION, (declaration) => `${declaration}\n${text}\n`)
    : contents.value;
  return { ...hover, contents: safeMarkup({ ...contents, value }) };
}

import {
  type CompiledProgram,
  type CompileResult,
  USER_SHADER_PATH,
} from '#program/compileResult.ts';
import type { Diagnostic } from '#program/diagnostics/diagnostics.ts';
import { ATTRIBUTE_PREFIX } from '#program/plan/attributes.ts';
import { bindParameters } from '#program/plan/bindParameters.ts';
import type { BoundParameter } from '#program/plan/boundParameter.ts';
import { type CallTargets, callTargets, isCalled } from '#program/plan/callCommand.ts';
import { outputTypesOf } from '#program/plan/planRun.ts';
import { type EntryPointReflection, readReflection } from '#program/reflection/reflection.ts';
import { type Declaration, readSource, type Source } from '#program/source/declarations.ts';
import type { Span } from '#program/source/tokens.ts';
import { readWgslUse, type WgslUse } from '#program/wgsl/wgslUse.ts';

/** The input of lints: a source, and the compiler's answer to exactly that source for WGSL. */
export interface LintContext {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a diagnostic in the source; undefined if it is elsewhere. */
  spanOf(diagnostic: Diagnostic): Span | undefined;
  /** Undefined if the source has errors. */
  readonly program: LintedProgram | undefined;
}

export interface LintedProgram {
  readonly compiled: CompiledProgram;
  readonly members: readonly BoundParameter[];
  readonly entryPoints: readonly EntryPointReflection[];
  readonly targets: CallTargets;
  readonly wgsl: WgslUse;
  /** Whether the source is meant to run in the playground, and not only to compile. */
  readonly isForPlayground: boolean;
}

export function createContext(text: string, { diagnostics, result }: CompileResult): LintContext {
  const source = readSource(text);
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    lineStarts.push(at + 1);
  return {
    source,
    diagnostics,
    spanOf({ path, line, column, length = 0 }) {
      const start = lineStarts[line - 1];
      if (path !== USER_SHADER_PATH || start === undefined || column === undefined)
        return undefined;
      const from = start + column - 1;
      return { from, to: Math.min(from + length, text.length) };
    },
    program: result ? programOf(source, result) : undefined,
  };
}

function programOf({ imports }: Source, compiled: CompiledProgram): LintedProgram {
  const { parameters, entryPoints } = readReflection(compiled.reflection);
  const wgsl = readWgslUse(compiled.code);
  const { members } = bindParameters(parameters, entryPoints.filter(isCalled), wgsl);
  const hasAttribute = [...members, ...entryPoints].some(({ attributes }) =>
    attributes.some(({ name }) => name.startsWith(ATTRIBUTE_PREFIX)),
  );
  return {
    compiled,
    members,
    entryPoints,
    targets: callTargets(members, () => undefined),
    wgsl,
    isForPlayground:
      hasAttribute ||
      outputTypesOf(parameters).length > 0 ||
      imports.some(({ name }) => MODULES.includes(name)),
  };
}

export const MODULES: readonly string[] = ['playground', 'printing', 'rendering'];

/** The declaration of an entry point or of a function. */
export function functionNamed({ declarations }: Source, name: string): Declaration | undefined {
  return declarations.find(
    (each) => each.kind === 'function' && each.name === name && each.hasBody,
  );
}

/** The declaration of a parameter or of a member of one, by its path, such as `scene.colors`. */
export function parameterNamed({ declarations }: Source, path: string): Declaration | undefined {
  const [first = '', ...rest] = path.replaceAll(/\[\d+\]/g, '').split('.');
  const isFirst = ({ kind, name, namespace }: Declaration) =>
    kind !== 'function' && (name === first || `${namespace}::${name}` === first);
  let found = declarations.find(isFirst);
  for (const name of rest) {
    const members = membersOf(declarations, found);
    found = members.find((member) => member.kind === 'variable' && member.name === name);
  }
  return found;
}

/** The members of a `cbuffer`, or of a variable's struct or element struct. */
function membersOf(
  declarations: readonly Declaration[],
  declaration: Declaration | undefined,
): readonly Declaration[] {
  if (!declaration) return [];
  if (declaration.kind === 'struct') return declaration.members;
  const types = new Set(declaration.type.map(({ text }) => text));
  const struct = declarations.find(({ kind, name }) => kind === 'struct' && types.has(name));
  return struct?.members ?? [];
}

/** Whether the declaration has playground attributes that the compiler did not recognise. */
export function hasUnreadAttributes(
  declaration: Declaration,
  reflected: readonly { readonly name: string }[],
): boolean {
  const known = new Set(reflected.map(({ name }) => name));
  return declaration.attributes.some(
    ({ name }) => name.startsWith(ATTRIBUTE_PREFIX) && !known.has(name),
  );
}

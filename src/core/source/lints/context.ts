import {
  type CompiledProgram,
  type CompileResult,
  type Diagnostic,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { ATTRIBUTE_PREFIX } from '#core/plan/attributes/attributeUse.ts';
import { type CallTargets, callTargets, isCalled } from '#core/plan/attributes/calls.ts';
import { bindParameters } from '#core/plan/bindParameters.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import { planDraws } from '#core/plan/draw/planDraws.ts';
import { NO_DRAWS } from '#core/plan/plannedDraws.ts';
import { outputTypesOf, planRun } from '#core/plan/planRun.ts';
import { type EntryPointReflection, readReflection } from '#core/plan/reflection/reflection.ts';
import { entryPointsOf } from '#core/plan/runDescriptor.ts';
import { readWgslUse, type WgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { type Declaration, readSource, type Source } from '#core/source/declarations.ts';
import { graphFiles, readModuleGraph } from '#core/source/moduleGraph.ts';
import type { Span } from '#core/source/tokens.ts';
import { once } from '#core/util/once.ts';
import { ownValue } from '#core/util/ownValue.ts';

/** The input of lints: a file, and the result of compiling exactly its project for WGSL. */
export interface LintContext {
  /** Path in the compiler, such as `/user.slang`. */
  readonly path: string;
  readonly isMain: boolean;
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a diagnostic in this source; undefined if it is elsewhere. */
  spanOf(diagnostic: Diagnostic): Span | undefined;
  /** Undefined if the project has errors. */
  readonly program: LintedProgram | undefined;
  /** Whether any file marks a function as an entry point. */
  readonly hasEntryPoint: boolean;
  /** The declaration of an entry point; undefined if it is in another file. */
  entryPointNamed(name: string): Declaration | undefined;
  /**
   * The declaration of a parameter or of a member of one, by its path, such as `scene.colors`;
   * undefined if it is in another file.
   */
  parameterNamed(path: string): Declaration | undefined;
  /** Whether another file mentions the name. */
  isUsedElsewhere(name: string): boolean;
}

export interface LintedProgram {
  readonly compiled: CompiledProgram;
  readonly members: readonly BoundParameter[];
  readonly entryPoints: readonly EntryPointReflection[];
  readonly targets: CallTargets;
  readonly wgsl: WgslUse;
  readonly draws: ReturnType<typeof planDraws>;
  /** Whether the source is meant to run in the playground, not only to compile. */
  readonly isForPlayground: boolean;
  /** Its run, planned on the first call. */
  planned(): ReturnType<typeof planRun>;
}

interface LintedFile {
  readonly path: string;
  readonly source: Source;
}

/**
 * The contexts of the main file and of the files that it reaches.
 *
 * @param texts by path, the main file first
 */
export function createContexts(
  texts: Readonly<Record<string, string>>,
  { diagnostics, result }: CompileResult,
): LintContext[] {
  const files = reachedPaths(texts).map((path): LintedFile => {
    return { path, source: readSource(ownValue(texts, path) ?? '') };
  });
  const program = result ? programOf(files, result) : undefined;
  const functions = createOwners(files, functionNamed);
  const parameters = createOwners(files, parameterNamed);
  const hasEntryPoint = files.some(({ source }) => source.declarations.some(isEntryPoint));
  return files.map(({ path, source }) => ({
    path,
    isMain: path === USER_SHADER_PATH,
    source,
    diagnostics,
    spanOf: placesIn(path, source.text),
    program,
    hasEntryPoint,
    entryPointNamed: (name) => functions(source, name),
    parameterNamed: (name) => parameters(source, name),
    isUsedElsewhere: (name) =>
      files.some((file) => file.source !== source && hasWord(file.source, name)),
  }));
}

function reachedPaths(texts: Readonly<Record<string, string>>): readonly string[] {
  const paths = Object.keys(texts);
  if (paths.length < 2) return paths;
  const builtIn = new Set(MODULES);
  return readModuleGraph({ main: USER_SHADER_PATH, files: graphFiles(texts), builtIn }).reached;
}

/**
 * Finds what declares a name: an entry point, otherwise the first declaration, starting with the
 * main file. Other files with that name get no findings.
 */
function createOwners(
  files: readonly LintedFile[],
  find: (source: Source, name: string) => Declaration | undefined,
): (source: Source, name: string) => Declaration | undefined {
  const known = new Map<string, { source: Source; declaration: Declaration } | undefined>();
  const ownerOf = (name: string) => {
    const found = files.flatMap(({ source }) => {
      const declaration = find(source, name);
      return declaration ? { source, declaration } : [];
    });
    return found.find(({ declaration }) => isEntryPoint(declaration)) ?? found[0];
  };
  return (source, name) => {
    if (!known.has(name)) known.set(name, ownerOf(name));
    const owner = known.get(name);
    return owner?.source === source ? owner.declaration : undefined;
  };
}

function isEntryPoint({ kind, attributes }: Declaration): boolean {
  return kind === 'function' && attributes.some(({ name }) => name === 'shader');
}

function hasWord({ tokens }: Source, name: string): boolean {
  return tokens.some(({ kind, text }) => kind === 'word' && text === name);
}

function placesIn(path: string, text: string): LintContext['spanOf'] {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    lineStarts.push(at + 1);
  return (diagnostic) => {
    const { line, column, length = 0 } = diagnostic;
    const start = lineStarts[line - 1];
    if (diagnostic.path !== path || start === undefined || column === undefined) return undefined;
    const from = start + column - 1;
    return { from, to: Math.min(from + length, text.length) };
  };
}

function programOf(files: readonly LintedFile[], compiled: CompiledProgram): LintedProgram {
  const { parameters, entryPoints } = readReflection(compiled.reflection);
  const wgsl = readWgslUse(compiled.code);
  const draws = planDraws(compiled, entryPoints);
  const drawing = draws.ok ? [...draws.value.draws.values()].flatMap(entryPointsOf) : [];
  const running = entryPoints.filter((each) => isCalled(each) || drawing.includes(each.name));
  const { members } = bindParameters(parameters, running, wgsl);
  const hasAttribute = [...members, ...entryPoints].some(({ attributes }) =>
    attributes.some(({ name }) => name.startsWith(ATTRIBUTE_PREFIX)),
  );
  const imports = files.flatMap(({ source }) => source.imports);
  return {
    compiled,
    members,
    entryPoints,
    draws,
    targets: callTargets(members, () => undefined),
    wgsl,
    isForPlayground:
      hasAttribute ||
      outputTypesOf(parameters, draws.ok ? draws.value : NO_DRAWS).length > 0 ||
      imports.some(({ name }) => MODULES.includes(name)),
    planned: once(() => planRun(compiled, '', [], planDraws)),
  };
}

const MODULES: readonly string[] = ['playground', 'printing', 'rendering'];

function functionNamed({ declarations }: Source, name: string): Declaration | undefined {
  const all = declarations.filter(
    (each) => each.kind === 'function' && each.name === name && each.hasBody,
  );
  return all.find(isEntryPoint) ?? all[0];
}

function parameterNamed({ declarations }: Source, path: string): Declaration | undefined {
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

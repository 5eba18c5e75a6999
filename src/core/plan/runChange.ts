import { addressesOf } from '#core/plan/attributes/resources.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { ownValue } from '#core/util/ownValue.ts';
import {
  type BindingSlot,
  type CallCommand,
  canPrint,
  type DrawCommand,
  isSameSlot,
  namedResources,
  type ParsedResourceCommand,
  PRINT_BUFFER,
  type ResourceBinding,
  type ResourceCommand,
  type RunChange,
  type RunDescriptor,
  resourcesOf,
} from './runDescriptor.ts';

/**
 * Compares two versions of a run's program, for live mode.
 *
 * A resource is kept if its type, format, attribute and arguments are unchanged. A type that one
 * version never uses, and so does not declare, counts as unchanged.
 *
 * A once-only entry point runs again in three cases: its code changed, including the functions and
 * constants that it uses; a resource that it uses is recreated; or an earlier entry point runs
 * again and writes something that it uses. If any of them prints, all that print run again, because
 * a frame's text replaces the previous frame's text.
 */
export function compareRuns(before: RunDescriptor, after: RunDescriptor): RunChange {
  const kept = new Set(
    after.resourceCommands
      .filter((command) => isSameResource(command, before, after))
      .map(({ resourceName }) => resourceName),
  );
  const keepsLayout = isSame(shapeOf(before), shapeOf(after));
  return {
    isNone: isSame(before, after),
    kept,
    keepsUniformBlocks: isSame(blockSizes(before), blockSizes(after)),
    keepsPipelines:
      keepsLayout &&
      before.shader.code === after.shader.code &&
      isSame(before.callCommands, after.callCommands),
    sameEntryPoints: sameEntryPoints(before, after),
    keepsLayout,
    again: callsAgain(before, after, kept),
    silences: !canPrint(after),
  };
}

function shapeOf({ layout, uniformBlocks, shader }: RunDescriptor): readonly unknown[] {
  return [layout, uniformBlocks.map(({ slot, size }) => [slot, size]), shader.slots];
}

function blockSizes({ uniformBlocks }: RunDescriptor): readonly number[] {
  return uniformBlocks.map(({ slot, size }) => (slot ? size : 0));
}

/** Equal code implies equal use, bindings and types, and so an equal layout. */
function sameEntryPoints(before: RunDescriptor, after: RunDescriptor): ReadonlySet<string> {
  const isSameCode = before.shader.code === after.shader.code;
  const textIn = (version: RunDescriptor, name: string) => factsOf(version).meaning.exactly(name);
  return new Set(
    after.callCommands
      .filter((call) => {
        if (call.type === 'DRAW') return isSameDraw(call, before, after);
        if (isSameCode) return true;
        const text = textIn(after, call.entryPoint);
        return text !== undefined && text === textIn(before, call.entryPoint);
      })
      .map(({ entryPoint }) => entryPoint),
  );
}

/** Its pipeline also depends on the formats and samples of its targets. */
function isSameDraw(call: DrawCommand, before: RunDescriptor, after: RunDescriptor): boolean {
  return (
    isSame(call, callIn(before, call)) &&
    namedResources(call).every((name) =>
      isSame(ownValue(before.layout, name), ownValue(after.layout, name)),
    )
  );
}

function callIn({ callCommands }: RunDescriptor, { entryPoint }: CallCommand) {
  return callCommands.find((call) => call.entryPoint === entryPoint);
}

interface VersionFacts {
  readonly meaning: ReturnType<typeof readWgslMeaning>;
  /** A resource's type as text; undefined if the code does not declare it. */
  typeOf(slot: BindingSlot): string | undefined;
}

const knownFacts = new WeakMap<RunDescriptor, VersionFacts>();

function factsOf(version: RunDescriptor): VersionFacts {
  const known = knownFacts.get(version);
  if (known) return known;
  const { code } = version.shader;
  const { bindings } = readWgslUse(code);
  const blocks = bindings.filter(({ space }) => space === 'uniform').map(({ name }) => name);
  const meaning = readWgslMeaning(code, new Set(blocks));
  const facts: VersionFacts = {
    meaning,
    typeOf(slot) {
      const declared = bindings.find((each) => isSameSlot(each, slot));
      return declared && typeText(declared.type, meaning);
    },
  };
  knownFacts.set(version, facts);
  return facts;
}

const TYPE_NAMES = /\b[A-Za-z_]\w*\b/g;

/** A type with the declarations of the structs in it. */
function typeText(type: string, meaning: VersionFacts['meaning']): string {
  return type.replace(TYPE_NAMES, (name) => meaning.of(name) ?? name);
}

function isSameResource(
  { resourceName, parsedCommand }: ResourceCommand,
  before: RunDescriptor,
  after: RunDescriptor,
): boolean {
  const old = before.resourceCommands.find((command) => command.resourceName === resourceName);
  const oldBinding = ownValue(before.layout, resourceName);
  const binding = ownValue(after.layout, resourceName);
  if (!old || !oldBinding || !binding) return false;
  if (!isSame(old.parsedCommand, parsedCommand)) return false;
  if (addressesOf(parsedCommand).length > 0 && before.uri !== after.uri) return false;
  if (!isSame(hashesOf(parsedCommand, before), hashesOf(parsedCommand, after))) return false;
  if (!isSame(allocation(oldBinding), allocation(binding))) return false;
  const oldType = factsOf(before).typeOf(oldBinding);
  const type = factsOf(after).typeOf(binding);
  return oldType === undefined || type === undefined || oldType === type;
}

/** The hashes of the project's own images and data that a command names. */
function hashesOf(command: ParsedResourceCommand, { assets }: RunDescriptor): readonly string[] {
  return addressesOf(command).map((address) => ownValue(assets, address)?.hash ?? '');
}

/** The part of a binding that its resource depends on, without slot and access. */
function allocation(bound: ResourceBinding): readonly unknown[] {
  switch (bound.kind) {
    case 'storageTexture':
      return [bound.kind, bound.format, bound.viewDimension, bound.target];
    case 'texture':
    case 'target':
      return [bound.kind, bound.viewDimension, bound.target];
    default:
      return [bound.kind];
  }
}

function callsAgain(
  before: RunDescriptor,
  after: RunDescriptor,
  kept: ReadonlySet<string>,
): ReadonlySet<string> {
  const once = after.callCommands.filter(({ callOnce }) => callOnce);
  const changed = new Set(once.filter((call) => isChanged(call, before, after)));
  const first = spread(once, changed, after, kept);
  const prints = (call: CallCommand) => resourcesOf(call, after).has(PRINT_BUFFER);
  if (!once.some((call) => first.has(call.entryPoint) && prints(call))) return first;
  return spread(once, new Set([...changed, ...once.filter(prints)]), after, kept);
}

/** The changed calls, and the later calls that depend on what they write. */
function spread(
  once: readonly CallCommand[],
  changed: ReadonlySet<CallCommand>,
  after: RunDescriptor,
  kept: ReadonlySet<string>,
): ReadonlySet<string> {
  const again = new Set<string>();
  const written = new Set<string>();
  for (const call of once) {
    const resources = [...resourcesOf(call, after)];
    const depends = resources.some((name) => !kept.has(name) || written.has(name));
    if (!depends && !changed.has(call)) continue;
    again.add(call.entryPoint);
    for (const name of resources) {
      if (name !== PRINT_BUFFER && isWritable(ownValue(after.layout, name))) written.add(name);
    }
  }
  return again;
}

function isChanged(call: CallCommand, before: RunDescriptor, after: RunDescriptor): boolean {
  const old = callIn(before, call);
  if (!old || !isSame(old, call)) return true;
  const meaning = factsOf(after).meaning.of(call.entryPoint);
  return meaning === undefined || meaning !== factsOf(before).meaning.of(call.entryPoint);
}

function isWritable(binding: ResourceBinding | undefined): boolean {
  switch (binding?.kind) {
    case 'buffer':
      return binding.access === 'storage';
    case 'storageTexture':
      return binding.access !== 'read-only';
    default:
      return false;
  }
}

/** Compares plain values. Equal objects must have their keys in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A top-level declaration in the Slang compiler's WGSL. It begins at the start of a line. */
const DECLARATION =
  /^(?:@(?:binding|group)\(\d+\) ){0,2}(?:struct (?<struct>\w+)\n\{[\s\S]*?(?:^\};?|(?![\s\S]))|(?:@.*\n){0,9}fn (?<fn>\w+)\([\s\S]*?(?:^\}|(?![\s\S]))|(?<kind>var|const|override|alias)(?:<[^>]*>)? (?<value>\w+)\b[\s\S]*?(?:;$|(?![\s\S])))/gm;

const BINDING = /^@binding\(\d+\) @group\(\d+\) /;

const IDENTIFIER = /\b[A-Za-z_]\w*\b/g;

/** A name that the compiler made unique: the user's with a number, or its own, such as `_S12`. */
const NUMBERED = /^(?<base>.*_S?)(?<number>\d+)$/;

/**
 * Reads WGSL from the Slang compiler.
 *
 * @param uniformBlocks the compiler's names for the uniform blocks, whose members may move
 */
function readWgslMeaning(code: string, uniformBlocks: ReadonlySet<string>) {
  const declarations = new Map(
    [...code.matchAll(DECLARATION)].map(({ 0: text, groups = {} }) => [
      groups['struct'] ?? groups['fn'] ?? groups['value'] ?? '',
      text,
    ]),
  );
  const essentials = new Map(
    [...declarations].map(([name, text]) => [
      name,
      uniformBlocks.has(name) ? name : text.replace(BINDING, ''),
    ]),
  );
  return {
    /**
     * The declaration and everything it refers to, as text that is equal for two programs if they
     * mean the same. Omits the bindings of resources and the layout of uniform blocks. Undefined if
     * the code lacks the declaration.
     */
    of: (name: string): string | undefined => withReferences(name, essentials),
    /** Like `of`, with nothing omitted: programs with equal results can share a pipeline. */
    exactly: (name: string): string | undefined => withReferences(name, declarations),
  };
}

function withReferences(
  start: string,
  declarations: ReadonlyMap<string, string>,
): string | undefined {
  if (!declarations.has(start)) return undefined;
  const reached = new Set([start]);
  const rename = createRenaming();
  const texts: string[] = [];
  for (const name of reached) {
    const text = declarations.get(name) ?? '';
    texts.push(
      text.replace(IDENTIFIER, (identifier) => {
        if (declarations.has(identifier)) reached.add(identifier);
        return rename(identifier);
      }),
    );
  }
  return texts.join('\n');
}

/** Renumbers names with the same base in order of appearance. */
function createRenaming(): (identifier: string) => string {
  const renamed = new Map<string, string>();
  const counts = new Map<string, number>();
  return (identifier) => {
    const known = renamed.get(identifier);
    if (known !== undefined) return known;
    const base = NUMBERED.exec(identifier)?.groups?.['base'];
    if (base === undefined) return identifier;
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    const name = `${base}${count}`;
    renamed.set(identifier, name);
    return name;
  };
}

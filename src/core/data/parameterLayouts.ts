import type { CompiledProgram } from '#core/output/compileResult.ts';
import { isCalled } from '#core/plan/attributes/calls.ts';
import { bindParameters } from '#core/plan/bindParameters.ts';
import type { BoundParameter, UniformBlockPlace } from '#core/plan/boundParameter.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { isSameSlot } from '#core/plan/runDescriptor.ts';
import { readWgslTypes, type WgslTypes } from '#core/plan/wgsl/wgslTypes.ts';
import { readWgslUse, type WgslUse } from '#core/plan/wgsl/wgslUse.ts';
import type { ElementLayout } from './columns.ts';
import { type BlockMember, blockLayout, elementLayout } from './elementLayout.ts';
import { readSourceTypes, type SourceTypes } from './sourceTypes.ts';

/** What the bytes of a program's resources are. */
export interface ParameterLayouts {
  /** Every parameter by its name, also uniforms. */
  readonly parameters: ReadonlyMap<string, BoundParameter>;
  /** Null for bytes of no type, and for what is no buffer. */
  buffer(name: string): ElementLayout | null;
  /** All uniforms of a block of so many bytes, not only those that frames write. */
  block(name: string, bytes: number): ElementLayout | null;
}

/** @param source for the names of enums' cases, which reflection lacks */
export function parameterLayouts(
  { reflection, code }: Pick<CompiledProgram, 'reflection' | 'code'>,
  source: string,
): ParameterLayouts {
  const { parameters, entryPoints } = readReflection(reflection);
  const wgsl = readWgslUse(code);
  const { members, blocks } = bindParameters(parameters, entryPoints.filter(isCalled), wgsl);
  const byName = new Map(members.map((member) => [member.name, member]));
  const facts: Facts = {
    members,
    blocks,
    source: readSourceTypes(source),
    code: readWgslTypes(code),
    wgsl,
  };
  return {
    parameters: byName,
    buffer: once((name) => layoutOfBuffer(byName.get(name), facts)),
    block: once((name, bytes) => layoutOfBlock(name, bytes, facts)),
  };
}

/** The same object each time, so that tables see that nothing changed. */
function once<More extends readonly unknown[]>(
  make: (name: string, ...more: More) => ElementLayout | null,
): (name: string, ...more: More) => ElementLayout | null {
  const made = new Map<string, ElementLayout | null>();
  return (name, ...more) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const layout = make(name, ...more);
    made.set(name, layout);
    return layout;
  };
}

interface Facts {
  readonly members: readonly BoundParameter[];
  readonly blocks: readonly UniformBlockPlace[];
  readonly source: SourceTypes;
  readonly code: WgslTypes;
  readonly wgsl: WgslUse;
}

function layoutOfBuffer(
  parameter: BoundParameter | undefined,
  { source, code, wgsl }: Facts,
): ElementLayout | null {
  const type = parameter?.type;
  if (!parameter || type?.kind !== 'resource' || type.baseShape !== 'structuredBuffer') return null;
  const { place } = parameter;
  const declared = wgsl.bindings.find(
    (each) => place.kind === 'slot' && each.group === place.group && each.binding === place.binding,
  );
  return elementLayout(type.resultType, {
    space: 'storage',
    source,
    code,
    declared: declaredType(parameter.fullName, source),
    wgsl: code.elementOf(declared?.type),
  });
}

function layoutOfBlock(
  name: string,
  bytes: number,
  { members, blocks, source, code, wgsl }: Facts,
): ElementLayout | null {
  const slot = blocks.find((block) => block.name === name)?.slot;
  const inCode = slot && wgsl.bindings.find((each) => isSameSlot(each, slot));
  const inBlock = members.flatMap((member): BlockMember[] => {
    const { place, type, fullName } = member;
    if (place.kind !== 'uniform' || place.block !== name) return [];
    const path = fullName.startsWith(`${name}.`) ? fullName.slice(name.length + 1) : fullName;
    return [
      {
        name: member.name,
        type,
        offset: place.offset,
        declared: declaredType(fullName, source),
        wgsl: code.memberOf(inCode?.type, path),
      },
    ];
  });
  return blockLayout(inBlock, bytes, { space: 'uniform', source, code });
}

/** A global variable's type, or that of a member of a global struct or block. */
function declaredType(path: string, source: SourceTypes): string | undefined {
  const [first = '', ...fields] = path.replaceAll(/\[\d+\]/g, '').split('.');
  let type = source.variableType(first);
  // A cbuffer is its own type.
  let struct: string | undefined = type === undefined ? first : source.structIn(type);
  for (const field of fields) {
    type = struct === undefined ? undefined : source.fieldType(struct, field);
    struct = source.structIn(type);
  }
  return type;
}

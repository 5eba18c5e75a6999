import type { CompileTarget } from '#core/output/compileTarget.ts';
import {
  arrayAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  stringAt,
} from '#core/util/json.ts';
import { once } from '#core/util/once.ts';
import type { Sliced } from '#core/util/slices.ts';
import { createFieldsLayout, layoutOf } from './dataLayout.ts';
import { type Buffer, blockRule, elementRule, LAYOUT_RULES, type RuleName } from './layoutRules.ts';
import { bytesOf, type Parameter, readParameter, type StructType } from './reflection.ts';
import { typeNameOf } from './typeName.ts';

export interface ParameterRow {
  /** The full path, such as `camera.view`. Parameters in different namespaces may share one. */
  readonly path: string;
  readonly name: string;
  /** Whether the row only groups others: the loose uniforms, or an entry point's parameters. */
  readonly isHeading: boolean;
  /** In Slang's notation; empty for a heading. */
  readonly type: string;
  /** In the target's notation; empty if reflection does not report it. */
  readonly binding: string;
  /** Bytes from the start of its buffer; null if it is not plain data. */
  readonly offset: number | null;
  /** Whether the offset counts from the start of each array element. */
  readonly isInElement: boolean;
  /** In bytes. */
  readonly size: number | null;
  /** Null if no name in the source declares it. */
  readonly declared: DeclaredName | null;
  /** The plain data of the buffer in this row; null if it has none. */
  readonly buffer: Buffer | null;
  readonly children: readonly ParameterRow[];
}

export type DeclaredName =
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'entry point'; readonly name: string }
  | { readonly kind: 'argument'; readonly entryPoint: string; readonly name: string }
  /** `struct` names a struct, with its arguments if it is generic, or a `cbuffer`. */
  | { readonly kind: 'field'; readonly struct: string; readonly name: string };

/** The place that the places of a group's parameters are relative to. */
interface Base {
  readonly target: CompileTarget;
  readonly path: string;
  readonly offset: number;
  readonly isInElement: boolean;
  readonly space: number;
  /** By kind; null if reflection does not report the slots. */
  readonly slots: ReadonlyMap<string, number> | null;
  readonly declared: (name: string) => DeclaredName | null;
}

const LOOSE_GROUP = 'uniform parameters';

/** The rows of a compile's reflection: globals in order, then entry points' parameters. */
export function* parameterRows(
  reflection: JsonValue,
  target: CompileTarget,
): Sliced<ParameterRow[]> {
  const layout = isJsonObject(reflection) ? reflection : {};
  const rows = yield* globalRows(objectsAt(layout, 'parameters'), target);
  for (const entryPoint of objectsAt(layout, 'entryPoints')) {
    const group = yield* entryPointGroup(entryPoint, target);
    if (group) rows.push(group);
  }
  return rows;
}

function* globalRows(
  parameters: readonly JsonObject[],
  target: CompileTarget,
): Sliced<ParameterRow[]> {
  const base: Base = {
    target,
    path: '',
    offset: 0,
    isInElement: false,
    space: 0,
    slots: new Map(),
    declared: (name) => ({ kind: 'global', name }),
  };
  const loose: JsonObject[] = [];
  const others: ParameterRow[] = [];
  for (const parameter of parameters) {
    yield;
    if (hasBytes(parameter)) loose.push(parameter);
    else others.push(rowOf(parameter, base));
  }
  if (loose.length === 0) return others;
  const isTaken = others.some(({ binding }) => binding === firstSlot(target));
  const group = yield* groupRow(LOOSE_GROUP, loose, base, blockRule(target, 'global'));
  return [{ ...group, binding: isTaken ? '' : firstSlot(target) }, ...others];
}

/** The compiler gives the loose uniforms the first free place. */
function firstSlot(target: CompileTarget): string {
  const kind = target === 'HLSL' || target === 'METAL' ? 'constantBuffer' : 'descriptorTableSlot';
  return bindingText(target, { kind, index: 0, space: 0 });
}

/** Null if the entry point takes no parameters from outside. */
function* entryPointGroup(
  entryPoint: JsonObject,
  target: CompileTarget,
): Sliced<ParameterRow | null> {
  const name = stringAt(entryPoint, 'name');
  const parameters = objectsAt(entryPoint, 'parameters').filter(isFromOutside);
  if (parameters.length === 0) return null;
  const base: Base = {
    target,
    path: `${name}().`,
    offset: 0,
    isInElement: false,
    space: 0,
    // They come after the places of all globals; reflection does not report where.
    slots: null,
    declared: (parameter) => ({ kind: 'argument', entryPoint: name, name: parameter }),
  };
  const group = yield* groupRow(name, parameters, base, blockRule(target, 'entry point'));
  return { ...group, path: `${name}()`, declared: { kind: 'entry point', name } };
}

/** Excludes the stage's inputs and `SV_…` values. */
function isFromOutside(parameter: JsonObject): boolean {
  return bindingsOf(parameter).some((binding) => !stringAt(binding, 'kind').startsWith('varying'));
}

function* groupRow(
  name: string,
  parameters: readonly JsonObject[],
  base: Base,
  rule: RuleName,
): Sliced<ParameterRow> {
  const fields: Parameter[] = [];
  const children: ParameterRow[] = [];
  const layout = createFieldsLayout(LAYOUT_RULES[rule]);
  let isPlain = true;
  for (const parameter of parameters) {
    yield;
    children.push(rowOf(parameter, base));
    if (!hasBytes(parameter)) continue;
    const field = readParameter(parameter);
    fields.push(field);
    isPlain &&= layout.add(field);
  }
  const end = endOfAll(fields);
  const content: StructType = { kind: 'struct', name: '', fields };
  const size = isPlain ? layout.end(content).size : end;
  return {
    ...{
      path: name,
      name,
      isHeading: true,
      type: '',
      binding: '',
      offset: null,
      isInElement: false,
    },
    ...{ size: end === 0 ? null : size, declared: null },
    buffer: end === 0 ? null : { content, size, rule, isElement: false },
    children,
  };
}

function rowOf(parameter: JsonObject, base: Base): ParameterRow {
  const name = stringAt(parameter, 'name');
  const bytes = bindingsOf(parameter).find(isUniform);
  const type = objectAt(parameter, 'type');
  const path = base.path + name;
  // Computed on first display or search: a reflection may have 100,000 fields.
  const read = once(() => readParameter(parameter));
  const typeName = once(() => typeNameOf(read().type));
  const buffer = once(() => bufferOf(parameter, read(), base.target));
  const children = once(() => childrenOf(parameter, { ...base, path }));
  return {
    ...{ path, name, isHeading: false },
    binding: bindingOf(parameter, base),
    offset: bytes ? base.offset + numberAt(bytes, 'offset') : null,
    isInElement: bytes !== undefined && base.isInElement,
    size: bytes ? numberAt(bytes, 'size') : sizeOfContent(type),
    declared: name === '' ? null : base.declared(name),
    get type() {
      return typeName();
    },
    get buffer() {
      return buffer();
    },
    get children() {
      return children();
    },
  };
}

function childrenOf(parameter: JsonObject, outer: Base): ParameterRow[] {
  const type = objectAt(parameter, 'type');
  const kind = stringAt(type, 'kind');
  const path = `${outer.path}.`;
  const inner = rebase(bindingsOf(parameter), { ...outer, path });
  if (kind === 'struct') return fieldRows(type, inner);
  if (isGroup(type)) {
    const element = objectAt(type, 'elementType');
    const isNamed = stringAt(element, 'name') !== '';
    const owner = isNamed ? {} : { struct: stringAt(parameter, 'name') };
    return fieldRows(element, { ...inner, offset: 0, isInElement: false }, owner);
  }
  const element = elementOf(type);
  // The places of an array's elements do not follow from that of the first.
  return fieldRows(element, { ...outer, path, offset: 0, isInElement: true, slots: null });
}

/** The element type of a structured buffer or of an array of any number of dimensions. */
function elementOf(type: JsonObject): JsonObject {
  if (stringAt(type, 'kind') === 'array') return elementOf(objectAt(type, 'elementType'));
  if (stringAt(type, 'kind') === 'resource') return objectAt(type, 'resultType');
  return type;
}

function fieldRows(
  type: JsonObject,
  base: Base,
  { struct = stringAt(type, 'name') }: { readonly struct?: string } = {},
): ParameterRow[] {
  if (stringAt(type, 'kind') !== 'struct') return [];
  const declared = (name: string): DeclaredName => ({ kind: 'field', struct, name });
  return objectsAt(type, 'fields').map((field) => rowOf(field, { ...base, declared }));
}

/** The base of the contents of a parameter with these places. */
function rebase(bindings: readonly JsonObject[], base: Base): Base {
  let { offset, space } = base;
  const slots = new Map(base.slots);
  for (const binding of bindings) {
    const kind = stringAt(binding, 'kind');
    if (isUniform(binding)) offset += numberAt(binding, 'offset');
    else if (kind === WHOLE_SPACE) space += numberAt(binding, 'index');
    else slots.set(kind, (slots.get(kind) ?? 0) + numberAt(binding, 'index'));
    if (kind !== WHOLE_SPACE) space += numberAt(binding, 'space');
  }
  return { ...base, offset, space, slots: base.slots && slots };
}

/** The place of the parameter itself, not of its contents. */
function bindingOf(parameter: JsonObject, { target, space, slots }: Base): string {
  const type = objectAt(parameter, 'type');
  if (slots === null || stringAt(type, 'kind') === 'struct') return '';
  const slotOf = (binding: JsonObject): Slot => {
    const kind = stringAt(binding, 'kind');
    const index = numberAt(binding, 'index');
    return kind === WHOLE_SPACE
      ? { kind, index: space + index, space: 0 }
      : { kind, index: (slots.get(kind) ?? 0) + index, space: space + numberAt(binding, 'space') };
  };
  const own = bindingsOf(parameter).filter((binding) => !isUniform(binding));
  const places = own.map(slotOf);
  const first = places[0];
  if (!first) return '';
  if (isGroup(type)) return bindingText(target, bufferSlot(first, type));
  // In WGSL a combined texture-sampler takes two places.
  const isSplit =
    type['combined'] === true && target === 'WGSL' && numberAt(own[0] ?? {}, 'count') === 2;
  const all = isSplit ? [first, { ...first, index: first.index + 1 }] : places;
  return all
    .map((slot) => bindingText(target, slot))
    .filter((text) => text !== '')
    .join(' ');
}

/** The place of a group's plain data, or of the whole group if it has none. */
function bufferSlot(place: Slot, type: JsonObject): Slot {
  const container = bindingsOf(objectAt(type, 'containerVarLayout'))[0];
  const hasData = (sizeOfContent(type) ?? 0) > 0;
  if (place.kind !== WHOLE_SPACE || !container || !hasData) return place;
  const index = numberAt(container, 'index');
  return { kind: stringAt(container, 'kind'), index, space: place.index };
}

function bufferOf(
  parameter: JsonObject,
  { type }: Parameter,
  target: CompileTarget,
): Buffer | null {
  const json = objectAt(parameter, 'type');
  switch (type.kind) {
    case 'constantBuffer':
    case 'textureBuffer':
    case 'parameterBlock': {
      const size = sizeOfContent(json);
      if (size === null || type.elementType.kind !== 'struct') return null;
      const isPushed = bindingsOf(parameter).some(
        (binding) => stringAt(binding, 'kind') === 'pushConstantBuffer',
      );
      const rule = blockRule(target, isPushed ? 'push constant' : type.kind);
      const content = type.elementType;
      // Reflection reports no size for Metal's argument buffers.
      const whole = type.size || (layoutOf(content, LAYOUT_RULES[rule])?.size ?? size);
      return { content, size: whole, rule, isElement: false };
    }
    case 'resource':
      if (type.baseShape !== 'structuredBuffer') return null;
      return elementRule(type.resultType, target);
    default:
      return null;
  }
}

const GROUPS: ReadonlySet<string> = new Set(['constantBuffer', 'textureBuffer', 'parameterBlock']);

/** Whether the type is a `ConstantBuffer`, `cbuffer` or another parameter group. */
function isGroup(type: JsonObject): boolean {
  return GROUPS.has(stringAt(type, 'kind'));
}

/** The bytes of plain data in a group; null if it has none or the type is not a group. */
function sizeOfContent(type: JsonObject): number | null {
  const bytes = bindingsOf(objectAt(type, 'elementVarLayout')).find(isUniform);
  if (bytes) return numberAt(bytes, 'size');
  if (!isGroup(type)) return null;
  const element = objectAt(type, 'elementType');
  const end = endOfAll(objectsAt(element, 'fields').map(readParameter));
  return end === 0 ? null : end;
}

function endOfAll(fields: readonly Parameter[]): number {
  return fields.reduce((end, field) => {
    const bytes = bytesOf(field);
    return bytes ? Math.max(end, bytes.offset + bytes.size) : end;
  }, 0);
}

function hasBytes(parameter: JsonObject): boolean {
  return bindingsOf(parameter).some(isUniform);
}

function isUniform(binding: JsonObject): boolean {
  return stringAt(binding, 'kind') === 'uniform' && numberAt(binding, 'size') > 0;
}

/** The JSON has `binding` for one place and `bindings` for several. */
function bindingsOf(parameter: JsonObject): readonly JsonObject[] {
  const { binding } = parameter;
  return isJsonObject(binding) ? [binding] : objectsAt(parameter, 'bindings');
}

/** A place in reflection, counted from the start of the program. */
interface Slot {
  /** The compiler's name for its kind, such as `descriptorTableSlot`. */
  readonly kind: string;
  readonly index: number;
  /** The bind group, descriptor set or register space. */
  readonly space: number;
}

const REGISTERS: ReadonlyMap<string, string> = new Map([
  ['constantBuffer', 'b'],
  ['shaderResource', 't'],
  ['unorderedAccess', 'u'],
  ['samplerState', 's'],
]);

const METAL_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['constantBuffer', 'buffer'],
  ['shaderResource', 'texture'],
  ['unorderedAccess', 'texture'],
  ['samplerState', 'sampler'],
]);

/** The kind of place that takes a whole group, set or space. */
const WHOLE_SPACE = 'subElementRegisterSpace';

/** A place in the target's notation; empty if the target has no places of this kind. */
function bindingText(target: CompileTarget, slot: Slot): string {
  if (slot.kind === 'pushConstantBuffer') return 'push constant';
  return WRITERS.get(target)?.(slot) ?? '';
}

/** Other targets, such as CUDA, have no places in their code. */
const WRITERS: ReadonlyMap<CompileTarget, (slot: Slot) => string> = new Map([
  [
    'WGSL',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `@group(${index})`;
      return kind === 'descriptorTableSlot' ? `@group(${space}) @binding(${index})` : '';
    },
  ],
  [
    'SPIRV',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `DescriptorSet ${index}`;
      return kind === 'descriptorTableSlot' ? `DescriptorSet ${space}, Binding ${index}` : '';
    },
  ],
  [
    'GLSL',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `set = ${index}`;
      return kind === 'descriptorTableSlot' ? `set = ${space}, binding = ${index}` : '';
    },
  ],
  [
    'HLSL',
    ({ kind, index, space }) => {
      if (kind === WHOLE_SPACE) return `space${index}`;
      const register = REGISTERS.get(kind);
      if (register === undefined) return '';
      return `register(${register}${index}${space === 0 ? '' : `, space${space}`})`;
    },
  ],
  [
    'METAL',
    ({ kind, index }) => {
      const attribute = METAL_ATTRIBUTES.get(kind);
      return attribute === undefined ? '' : `[[${attribute}(${index})]]`;
    },
  ],
]);

export interface EntryPointRow {
  readonly name: string;
  readonly stage: string;
  /** Null if the stage has no groups. */
  readonly groupSize: readonly number[] | null;
  /** The threads in a group; null if the stage has no groups. */
  readonly threads: number | null;
  /** Such as `uint3 id: SV_DISPATCHTHREADID`. */
  readonly inputs: readonly string[];
}

export function entryPointRows(reflection: JsonValue): EntryPointRow[] {
  const layout = isJsonObject(reflection) ? reflection : {};
  return objectsAt(layout, 'entryPoints').map((entryPoint) => {
    const sizes = arrayAt(entryPoint, 'threadGroupSize').map(Number);
    const hasGroups = sizes.length > 0;
    return {
      name: stringAt(entryPoint, 'name'),
      stage: stringAt(entryPoint, 'stage'),
      groupSize: hasGroups ? sizes : null,
      threads: hasGroups ? sizes.reduce((product, size) => product * size, 1) : null,
      inputs: objectsAt(entryPoint, 'parameters').flatMap((parameter) => inputsOf(parameter, '')),
    };
  });
}

/** The semantics of a parameter, or of its fields if it is a struct. */
function inputsOf(parameter: JsonObject, prefix: string): string[] {
  const name = prefix + stringAt(parameter, 'name');
  const semantic = stringAt(parameter, 'semanticName');
  const type = objectAt(parameter, 'type');
  if (semantic !== '') return [`${typeNameOf(readParameter(parameter).type)} ${name}: ${semantic}`];
  return objectsAt(type, 'fields').flatMap((field) => inputsOf(field, `${name}.`));
}

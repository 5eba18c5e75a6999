import { freeIdentifier } from '#tools/export/module/identifiers.ts';
import type { BufferElement, ElementType, StructElement } from './elementType.ts';

/** Names of structs in TypeScript, by their keys. */
export type StructNames = ReadonlyMap<string, string>;

/** Equal for equal structs. Structs of one name may differ, as those of generics do. */
export function structKey({ name, fields, size }: StructElement): string {
  return JSON.stringify([name, size, fields]);
}

/** All structs of these elements, inner ones first, each once. */
export function structsOf(elements: readonly BufferElement[]): readonly StructElement[] {
  const structs = new Map<string, StructElement>();
  const add = (type: ElementType) => {
    if (type.kind === 'array') add(type.element);
    if (type.kind !== 'struct') return;
    for (const field of type.fields) add(field.type);
    structs.set(structKey(type), type);
  };
  for (const { type } of elements) add(type);
  return [...structs.values()];
}

/** @param taken names that declarations must not have; grows */
export function nameStructs(structs: readonly StructElement[], taken: Set<string>): StructNames {
  return new Map(
    structs.map((struct) => [structKey(struct), freeIdentifier(struct.name || 'Element', taken)]),
  );
}

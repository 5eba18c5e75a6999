import { assertNever } from '#core/util/assertNever.ts';
import type { ElementType } from './elementType.ts';
import { type StructNames, structKey } from './structNames.ts';

/** The type of a value in TypeScript. */
export function typescriptType(type: ElementType, names: StructNames): string {
  switch (type.kind) {
    case 'scalar':
      return 'number';
    case 'vector':
      return `Vector${type.count}`;
    case 'matrix': {
      const { columns, offsets } = type;
      const row = `Vector${columns}`;
      return `readonly [${Array.from({ length: offsets.length / columns }, () => row).join(', ')}]`;
    }
    case 'array': {
      const element = typescriptType(type.element, names);
      return element.startsWith('readonly ') ? `readonly (${element})[]` : `readonly ${element}[]`;
    }
    case 'struct':
      return names.get(structKey(type)) ?? '';
    default:
      return assertNever(type);
  }
}

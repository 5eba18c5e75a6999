import { assertNever } from '#shared/assertNever.ts';
import { type ElementType, SCALARS, type Scalar } from './elementType.ts';
import { type StructNames, structKey } from './structNames.ts';

/** The type of a value in TypeScript. */
export function typescriptType(type: ElementType, names: StructNames): string {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.scalar].typescript;
    case 'vector':
      return vectorType(type.count, type.scalar);
    case 'matrix': {
      const { columns, offsets, scalar } = type;
      const row = vectorType(columns, scalar);
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

const COMPONENTS = ['x', 'y', 'z', 'w'];

function vectorType(count: number, scalar: Scalar): string {
  const { typescript } = SCALARS[scalar];
  const components = Array.from({ length: count }, (_, index) => COMPONENTS[index] ?? `c${index}`);
  return `readonly [${components.map((component) => `${component}: ${typescript}`).join(', ')}]`;
}

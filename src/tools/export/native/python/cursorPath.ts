import type {
  Parameter,
  ProgramReflection,
  ReflectedType,
} from '#core/plan/reflection/reflection.ts';

/** The way from the program, or one of its entry points, to a value: names and indexes. */
export interface CursorPath {
  /** Null for a global parameter. */
  readonly entryPoint: string | null;
  readonly path: readonly (string | number)[];
}

/**
 * The way to a parameter of the run, whose name may leave out the `cbuffer` or the entry point that
 * it is in. Null if the program has no such parameter.
 */
export function cursorPath(name: string, reflection: ProgramReflection): CursorPath | null {
  const parts = (name.match(/[^.[\]]+/g) ?? []).map((part) =>
    /^\d+$/.test(part) ? Number(part) : part,
  );
  const { parameters, entryPoints } = reflection;
  const global = pathIn(parameters, parts);
  if (global) return { entryPoint: null, path: global };
  for (const entryPoint of entryPoints) {
    const rest = parts[0] === entryPoint.name ? parts.slice(1) : parts;
    const path = pathIn(entryPoint.uniformParameters, rest);
    if (path) return { entryPoint: entryPoint.name, path };
  }
  return null;
}

function pathIn(
  parameters: readonly Parameter[],
  parts: readonly (string | number)[],
): readonly (string | number)[] | null {
  const [first] = parts;
  if (parameters.some((parameter) => parameter.name === first)) return parts;
  const group = parameters.find(({ type }) => fieldsOf(type).some((field) => field.name === first));
  return group ? [group.name, ...parts] : null;
}

function fieldsOf(type: ReflectedType): readonly Parameter[] {
  switch (type.kind) {
    case 'struct':
      return type.fields;
    case 'constantBuffer':
    case 'textureBuffer':
    case 'parameterBlock':
      return fieldsOf(type.elementType);
    default:
      return [];
  }
}

import { fail, ok, type Result } from '#shared/result.ts';
import type { Attribute, Parameter } from './reflection.ts';
import type { ParsedResourceCommand, ResourceCommand, UniformComponent } from './runDescriptor.ts';

/** Before every attribute of the module `playground` in reflection. */
export const ATTRIBUTE_PREFIX = 'playground_';

/** What a parameter's attribute asks for; `none` if it has no playground attribute. */
export type ParameterCommand =
  | { readonly kind: 'none' }
  | { readonly kind: 'resource'; readonly command: ResourceCommand }
  | { readonly kind: 'uniform'; readonly component: UniformComponent };

/** Reads a parameter's playground attribute, and refuses one that does not fit the parameter. */
export function planParameter(parameter: Parameter): Result<ParameterCommand> {
  const attribute = parameter.attributes.find(({ name }) => name.startsWith(ATTRIBUTE_PREFIX));
  if (!attribute) return ok({ kind: 'none' });
  const name = attribute.name.slice(ATTRIBUTE_PREFIX.length);
  switch (name) {
    case 'BLACK':
    case 'BLACK_SCREEN':
      return planTexture(parameter, name, attribute);
    case 'TIME':
    case 'FRAME_ID':
      return planScalarUniform(parameter, name);
    default:
      return fail(`${name} attribute of ${parameter.name} is not supported by this version.`);
  }
}

function planTexture(
  parameter: Parameter,
  attribute: 'BLACK' | 'BLACK_SCREEN',
  { arguments: [first, second] }: Attribute,
): Result<ParameterCommand> {
  const { name, type } = parameter;
  if (type.kind !== 'resource' || type.baseShape !== 'texture2D') {
    return fail(
      `${attribute} attribute cannot be applied to ${name}, it only supports 2D textures`,
    );
  }
  const parsedCommand: ParsedResourceCommand =
    attribute === 'BLACK'
      ? { type: 'BLACK', width: Number(first), height: Number(second) }
      : { type: 'BLACK_SCREEN', widthScale: Number(first), heightScale: Number(second) };
  return ok({ kind: 'resource', command: { resourceName: name, parsedCommand } });
}

const SCALAR_TYPES: ReadonlySet<string> = new Set([
  'float32',
  'float64',
  'int8',
  'int16',
  'int32',
  'uint8',
  'uint16',
  'uint32',
]);

function planScalarUniform(
  { name, type, binding }: Parameter,
  attribute: 'TIME' | 'FRAME_ID',
): Result<ParameterCommand> {
  if (binding.kind !== 'uniform' || type.kind !== 'scalar' || !SCALAR_TYPES.has(type.scalarType)) {
    return fail(
      `${attribute} attribute cannot be applied to ${name}, it only supports a float scalar in the uniform block`,
    );
  }
  return ok({
    kind: 'uniform',
    component: { type: attribute, name, offset: binding.offset, scalarType: type.scalarType },
  });
}

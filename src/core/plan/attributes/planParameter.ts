import type { BoundParameter } from '#core/plan/boundParameter.ts';
import { isArrayOf2DTextures } from '#core/plan/resourceKinds.ts';
import type { ParsedResourceCommand, UniformComponent } from '#core/plan/runDescriptor.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { playgroundAttributes } from './attributeUse.ts';
import { RESOURCE_ATTRIBUTES, resourceAttribute } from './resources.ts';
import { UNIFORM_ATTRIBUTES, uniformAttribute } from './uniforms.ts';

/** The command of a parameter's attribute; `none` if it has no playground attribute. */
type ParameterCommand =
  | { readonly kind: 'none' }
  | { readonly kind: 'resource'; readonly command: ParsedResourceCommand }
  | { readonly kind: 'uniform'; readonly component: UniformComponent };

/**
 * Reads a parameter's playground attribute. Fails if it does not fit the parameter.
 *
 * @param isTarget whether it is a texture that is drawn to
 */
export function planParameter(
  parameter: BoundParameter,
  isTarget = false,
): Result<ParameterCommand> {
  const { name: owner } = parameter;
  const [attribute, ...further] = playgroundAttributes(parameter.attributes);
  if (!attribute) return ok({ kind: 'none' });
  const { name } = attribute;
  const resource = resourceAttribute(name);
  const areLayers =
    resource?.isPerLayer &&
    isArrayOf2DTextures(parameter.type) &&
    further.every((each) => each.name === name);
  if (further[0] && !areLayers) {
    return fail(
      `${owner} has both a ${name} and a ${further[0].name} attribute, but a parameter can follow only one: remove the other.`,
    );
  }
  const use = { attribute, owner };
  if (resource) {
    const command = resource.plan(parameter, { ...use, isTarget }, further);
    return command.ok ? ok({ kind: 'resource', command: command.value }) : command;
  }
  const component = uniformAttribute(name)?.plan(parameter, use);
  if (!component) return fail(unknown(name, owner));
  return component.ok ? ok({ kind: 'uniform', component: component.value }) : component;
}

/** The message keeps this established order. Later attributes follow. */
const FIRST_NAMED =
  'ZEROS SAMPLER BLACK BLACK_3D BLACK_SCREEN URL DATA RAND TIME FRAME_ID MOUSE_POSITION SLIDER ' +
  'COLOR_PICK KEY';

function unknown(name: string, owner: string): string {
  const all = [...RESOURCE_ATTRIBUTES, ...UNIFORM_ATTRIBUTES].map((attribute) => attribute.name);
  const names = new Set([...FIRST_NAMED.split(' '), ...all]);
  return `${name} attribute of ${owner} is unknown. Parameters can have ${[...names].join(', ')}.`;
}

import { fail, ok, type Result } from '#core/util/result.ts';
import { playgroundAttributes } from './attributes.ts';
import type { BoundParameter } from './boundParameter.ts';
import { planResource, type ResourceAttributeName } from './resourceCommand.ts';
import { isArrayOf2DTextures } from './resourceKinds.ts';
import type { ParsedResourceCommand, UniformComponent } from './runDescriptor.ts';
import { planUniform, type UniformAttributeName } from './uniformComponent.ts';

/** The command of a parameter's attribute; `none` if it has no playground attribute. */
export type ParameterCommand =
  | { readonly kind: 'none' }
  | { readonly kind: 'resource'; readonly command: ParsedResourceCommand }
  | { readonly kind: 'uniform'; readonly component: UniformComponent };

const RESOURCE_ATTRIBUTES: Readonly<Record<ResourceAttributeName, true>> = {
  ZEROS: true,
  SAMPLER: true,
  BLACK: true,
  BLACK_3D: true,
  BLACK_SCREEN: true,
  URL: true,
  DATA: true,
  RAND: true,
};

const UNIFORM_ATTRIBUTES: Readonly<Record<UniformAttributeName, true>> = {
  TIME: true,
  FRAME_ID: true,
  MOUSE_POSITION: true,
  SLIDER: true,
  COLOR_PICK: true,
  KEY: true,
};

/** Reads a parameter's playground attribute. Fails if it does not fit the parameter. */
export function planParameter(parameter: BoundParameter): Result<ParameterCommand> {
  const { name: owner } = parameter;
  const [attribute, second, ...rest] = playgroundAttributes(parameter.attributes);
  if (!attribute) return ok({ kind: 'none' });
  const { name } = attribute;
  const further = second ? [second, ...rest] : [];
  // The layers of an array of textures.
  const areLayers =
    isArrayOf2DTextures(parameter.type) &&
    [attribute, ...further].every((each) => each.name === 'URL');
  if (second && !areLayers) {
    return fail(
      `${owner} has both a ${name} and a ${second.name} attribute, but a parameter can follow only one: remove the other.`,
    );
  }
  const use = { attribute, owner };
  if (isResourceAttribute(name)) {
    const command = planResource(parameter, name, use, further);
    return command.ok ? ok({ kind: 'resource', command: command.value }) : command;
  }
  if (isUniformAttribute(name)) {
    const component = planUniform(parameter, name, use);
    return component.ok ? ok({ kind: 'uniform', component: component.value }) : component;
  }
  return fail(
    `${name} attribute of ${owner} is unknown. Parameters can have ` +
      `${[...Object.keys(RESOURCE_ATTRIBUTES), ...Object.keys(UNIFORM_ATTRIBUTES)].join(', ')}.`,
  );
}

function isResourceAttribute(name: string): name is ResourceAttributeName {
  return Object.hasOwn(RESOURCE_ATTRIBUTES, name);
}

function isUniformAttribute(name: string): name is UniformAttributeName {
  return Object.hasOwn(UNIFORM_ATTRIBUTES, name);
}

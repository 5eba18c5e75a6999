import { slangName } from './names.ts';
import { type Type, typeOf } from './types.ts';

/** Slang expressions for a pixel's place, which differ between kernels and fragment shaders. */
export interface Place {
  /** As `gl_FragCoord`. */
  readonly position: string;
  /** From (0, 0) at the bottom left of the picture to (1, 1). */
  readonly uv: string;
}

export interface Input {
  readonly type: Type;
  /** Name in the result, if different. */
  readonly name?: string;
  /** Its declarations, with an empty line between them and no trailing line break. */
  readonly declaration: string;
  /** A statement that sets it for each pixel, if needed. It may use `width` and `height`. */
  setting?(place: Place): string;
  /** The image that the setting reads the size of. */
  readonly image?: string;
  readonly lost?: string;
}

const float = typeOf('float');
const MOUSE = '[playground::MOUSE_POSITION]\nuniform float4 mousePosition;';
const WAS_PRESSED = 'mousePosition.w < 0.0';

const timeNamed = (name: string): Input => ({
  type: float,
  declaration: `[playground::TIME]\nuniform float ${name};`,
});

const frameNamed = (name: string): Input => ({
  type: typeOf('int'),
  declaration: `[playground::FRAME_ID]\nuniform int ${name};`,
});

const SHADERTOY_MOUSE: Input = {
  type: typeOf('float4'),
  name: 'iMouse',
  declaration: `${MOUSE}

/// The mouse, y up. \`xy\`: where it was last while the button was down; \`zw\`: where the button was last
/// pressed, with \`z\` positive while it is down.
static float4 iMouse;`,
  setting:
    () => `iMouse = float4(mousePosition.x, height - mousePosition.y, -mousePosition.z, abs(mousePosition.w) - height);
    if (mousePosition.w >= 0.0)
        iMouse = float4(0.0);`,
};

/** The inputs that exist without a declaration. */
export const INPUTS: ReadonlyMap<string, Input> = new Map<string, Input>([
  [
    'iResolution',
    {
      type: typeOf('float3'),
      declaration: '/// Width, height and the shape of pixels.\nstatic float3 iResolution;',
      setting: () => 'iResolution = float3(width, height, 1.0);',
    },
  ],
  ['iTime', timeNamed('iTime')],
  ['iGlobalTime', { ...timeNamed('iTime'), name: 'iTime' }],
  ['iFrame', frameNamed('iFrame')],
  ['iMouse', SHADERTOY_MOUSE],
  ['iTimeDelta', { type: float, declaration: 'static const float iTimeDelta = 1.0 / 60.0;' }],
  ['iFrameRate', { type: float, declaration: 'static const float iFrameRate = 60.0;' }],
  ['iSampleRate', { type: float, declaration: 'static const float iSampleRate = 44100.0;' }],
  [
    'iDate',
    {
      type: typeOf('float4'),
      declaration: '/// Year, month from 0, day, and seconds of the day.\nstatic float4 iDate;',
      setting: () => 'iDate = float4(2025.0, 0.0, 1.0, iTime);',
      lost: 'iDate. The first day of 2025 and iTime stand in for it.',
    },
  ],
  [
    'iChannelResolution',
    {
      type: { name: 'float3', dims: 1 },
      declaration:
        '/// The sizes of the channels’ images.\nstatic float3 iChannelResolution[4] = { float3(1.0), float3(1.0), float3(1.0), float3(1.0) };',
    },
  ],
  [
    'iChannelTime',
    {
      type: { name: 'float', dims: 1 },
      declaration: 'static const float iChannelTime[4] = { 0.0, 0.0, 0.0, 0.0 };',
      lost: 'the times of channels. 0 stands in for them.',
    },
  ],
  [
    'gl_FragCoord',
    {
      type: typeOf('float4'),
      name: 'fragmentPosition',
      declaration: 'static float4 fragmentPosition;',
      setting: ({ position }) => `fragmentPosition = ${position};`,
    },
  ],
  [
    'gl_FragColor',
    {
      type: typeOf('float4'),
      name: 'fragmentColor',
      declaration: 'static float4 fragmentColor = {};',
    },
  ],
  [
    'gl_FragData',
    {
      type: { name: 'float4', dims: 1 },
      name: 'fragmentData',
      declaration: 'static float4 fragmentData[8] = {};',
    },
  ],
]);

interface HostUniform {
  readonly pattern: RegExp;
  /** A Slang type. */
  readonly type: string;
  input(name: string): Input;
}

/** What the usual hosts feed uniforms, by name and type. */
const HOST_UNIFORMS: readonly HostUniform[] = [
  {
    ...{ pattern: /^(?:[ui]_?)?resolution$/i, type: 'float2' },
    input: (name) => ({
      type: typeOf('float2'),
      declaration: `/// The picture’s width and height.\nstatic float2 ${name};`,
      setting: () => `${name} = float2(width, height);`,
    }),
  },
  {
    ...{ pattern: /^(?:[ui]_?)?resolution$/i, type: 'float3' },
    input: (name) => ({
      type: typeOf('float3'),
      declaration: `/// Width, height and the shape of pixels.\nstatic float3 ${name};`,
      setting: () => `${name} = float3(width, height, 1.0);`,
    }),
  },
  { pattern: /^(?:[ui]_?)?(?:global)?time$/i, type: 'float', input: timeNamed },
  { pattern: /^(?:[ui]_?)?frame$/i, type: 'int', input: frameNamed },
  {
    ...{ pattern: /^[ui]_?mouse$/i, type: 'float2' },
    input: (name) => ({
      type: typeOf('float2'),
      declaration: `${MOUSE}

/// Where the mouse was last while the button was down, in pixels, y up.
static float2 ${name};`,
      setting: () =>
        `${name} = ${WAS_PRESSED} ? float2(mousePosition.x, height - mousePosition.y) : float2(0.0);`,
    }),
  },
  {
    ...{ pattern: /^mouse$/, type: 'float2' },
    input: (name) => ({
      type: typeOf('float2'),
      declaration: `${MOUSE}

/// Where the mouse was last while the button was down, from 0 to 1, y up.
static float2 ${name};`,
      setting: () =>
        `${name} = ${WAS_PRESSED} ? float2(mousePosition.x / width, 1.0 - mousePosition.y / height) : float2(0.5);`,
    }),
  },
  { pattern: /^[ui]_?mouse$/i, type: 'float4', input: () => SHADERTOY_MOUSE },
];

/** The input that the usual hosts feed a uniform; null if there is none. */
export function uniformInput(name: string, type: Type): Input | null {
  const host = HOST_UNIFORMS.find((each) => each.type === type.name && each.pattern.test(name));
  return host?.input(name) ?? INPUTS.get(name) ?? null;
}

/** The input for the size of an image, in texels. */
export function imageSizeInput(name: string, image: string): Input {
  return {
    type: typeOf('float2'),
    image,
    declaration: `/// The size of “${image}” in texels.\nstatic float2 ${name};`,
    setting: () => `${name} = float2(sizeOfChannel(${slangName(image)}));`,
  };
}

/** The input for what a vertex shader usually passes on; null if its name and type do not tell. */
export function varyingInput(name: string, type: Type): Input | null {
  const isPlace = /uv|tex_?coord/i.test(name) || name === 'surfacePosition';
  if (!isPlace || type.name !== 'float2') return null;
  return {
    type,
    declaration: `/// The place in the picture, from (0, 0) at the bottom left to (1, 1).\nstatic float2 ${name};`,
    setting: ({ uv }) => `${name} = ${uv};`,
  };
}

export function isChannel(name: string): boolean {
  return /^iChannel[0-3]$/.test(name);
}

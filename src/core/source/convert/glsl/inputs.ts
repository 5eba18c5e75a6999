import { type Type, typeOf } from './types.ts';

export interface Input {
  readonly type: Type;
  /** Name in the result, if different. */
  readonly name?: string;
  /** Its declaration, without a trailing line break. */
  readonly declaration: string;
  /** A statement that sets it in each thread, if needed. */
  readonly setting?: string;
  readonly lost?: string;
}

const float = typeOf('float');
const TIME: Input = { type: float, declaration: '[playground::TIME]\nuniform float iTime;' };

export const INPUTS: ReadonlyMap<string, Input> = new Map<string, Input>([
  [
    'iResolution',
    {
      type: typeOf('float3'),
      declaration: '/// Width, height and the shape of pixels.\nstatic float3 iResolution;',
      setting: 'iResolution = float3(width, height, 1.0);',
    },
  ],
  ['iTime', TIME],
  ['iGlobalTime', { ...TIME, name: 'iTime' }],
  ['iFrame', { type: typeOf('int'), declaration: '[playground::FRAME_ID]\nuniform int iFrame;' }],
  [
    'iMouse',
    {
      type: typeOf('float4'),
      declaration: `[playground::MOUSE_POSITION]
uniform float4 mousePosition;

/// The mouse, y up. \`xy\`: where it was last while the button was down; \`zw\`: where the button was last
/// pressed, with \`z\` positive while it is down.
static float4 iMouse;`,
      setting: `iMouse = float4(mousePosition.x, height - mousePosition.y, -mousePosition.z, abs(mousePosition.w) - height);
    if (mousePosition.w >= 0.0)
        iMouse = float4(0.0);`,
    },
  ],
  ['iTimeDelta', { type: float, declaration: 'static const float iTimeDelta = 1.0 / 60.0;' }],
  ['iFrameRate', { type: float, declaration: 'static const float iFrameRate = 60.0;' }],
  ['iSampleRate', { type: float, declaration: 'static const float iSampleRate = 44100.0;' }],
  [
    'iDate',
    {
      type: typeOf('float4'),
      declaration: '/// Year, month from 0, day, and seconds of the day.\nstatic float4 iDate;',
      setting: 'iDate = float4(2025.0, 0.0, 1.0, iTime);',
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
      setting: 'fragmentPosition = float4(float2(pixel) + 0.5, 0.0, 1.0);',
    },
  ],
]);

export function isChannel(name: string): boolean {
  return /^iChannel[0-3]$/.test(name);
}

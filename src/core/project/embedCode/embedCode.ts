import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import { CAMERA_VALUES } from '#core/plan/runDescriptor.ts';
import type { Autoplay, EmbedTheme } from '#core/project/embedCode/firstOptions.ts';
import { MAX_LINK_LENGTH } from '#core/project/links/shareLink.ts';
import { type AddressedSource, readUrlParameters } from '#core/project/links/urlParameters.ts';
import { toHex } from '#core/util/colors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { FRAME_SANDBOX } from './firstOptions.ts';

/** The user's choices for how an embed looks. */
export interface EmbedChoices {
  readonly controls: boolean;
  readonly source: boolean;
  /** The target whose code the embed also shows; null for none. */
  readonly target: CompileTarget | null;
  readonly autoplay: Autoplay;
  readonly theme: EmbedTheme;
  /** Initial uniform values; the shader's own where absent. */
  readonly uniforms: UniformValues;
  /** CSS pixels as typed; an empty width fills the page's column. */
  readonly width: string;
  readonly height: string;
}

export const FIRST_CHOICES: EmbedChoices = {
  controls: true,
  source: false,
  target: null,
  autoplay: 'visible',
  theme: 'system',
  uniforms: {},
  width: '',
  height: '400',
};

export interface EmbedContent {
  /** The address of the playground's folder, with a trailing slash. */
  readonly site: string;
  readonly link: string;
  /** The demo's name if the project is an unchanged demo; otherwise null. */
  readonly demo: string | null;
  /** The frame's name for screen readers. */
  readonly title: string;
}

/** Limits in CSS pixels. */
const SIZES = { least: 64, most: 4096 } as const;

/** The HTML of a frame, for any page. Fails if a size is invalid or the address too long. */
export function frameCode(content: EmbedContent, choices: EmbedChoices): Result<string> {
  const size = readSize(choices);
  if (!size.ok) return size;
  const address = embedAddress(content, choices);
  if (!address.ok) return address;
  const attributes = {
    src: address.value,
    title: content.title,
    width: size.value.width ?? '100%',
    height: size.value.height,
    loading: 'lazy',
    allow: 'fullscreen',
    sandbox: FRAME_SANDBOX,
    style: 'border: 0',
  };
  return ok(`<iframe ${attributesText(attributes)}></iframe>`);
}

/** The HTML of an element with the source in it, readable where the script does not run. */
export function elementCode(
  { site, title }: EmbedContent,
  source: string,
  choices: EmbedChoices,
): Result<string> {
  const size = readSize(choices);
  if (!size.ok) return size;
  const { width, height } = size.value;
  const attributes = {
    title,
    ...optionsOf(choices),
    height,
    ...(width !== null && { style: `width: ${width}px` }),
  };
  const script = escaped(new URL('slang-playground.js', site).href);
  return ok(
    `<script type="module" src="${script}"></script>\n` +
      `<slang-playground ${attributesText(attributes)}><pre>\n${escaped(source).replace(/(?<!\n)\n*$/, '\n')}</pre></slang-playground>`,
  );
}

/** The address of the embed's page. Its content is in the fragment, which servers never get. */
export function embedAddress(
  { site, link, demo }: EmbedContent,
  choices: EmbedChoices,
): Result<string> {
  const address = new URL('embed.html', site);
  for (const [name, value] of Object.entries(optionsOf(choices))) {
    address.searchParams.set(name, value);
  }
  if (demo !== null) address.searchParams.set('demo', demo);
  else address.hash = fragmentOf(readUrlParameters(new URL(link)).source);
  const { href } = address;
  if (href.length <= MAX_LINK_LENGTH) return ok(href);
  return fail(
    `The address would have ${withCommas(href.length)} characters, but browsers open at most ${withCommas(MAX_LINK_LENGTH)}. Make the project smaller.`,
  );
}

/** Some web page editors cut code longer than this, in characters. */
const LONG_CODE = 8000;

/** A warning about long code; null if the code is short enough. */
export function lengthNote(code: string): string | null {
  if (code.length <= LONG_CODE) return null;
  return `The code has ${withCommas(code.length)} characters. Some web page editors accept fewer, so check the page after you paste it.`;
}

function fragmentOf(source: AddressedSource): string {
  const moment = Object.entries(source.moment ?? {}).filter(
    (each): each is [string, string] => each[1] !== null,
  );
  const rest = new URLSearchParams(moment);
  if (source.kind === 'code') rest.set('code', source.code);
  if (source.kind === 'project') rest.set('project', source.packed);
  return rest.toString();
}

/** The options that differ from an embed's defaults. */
function optionsOf(choices: EmbedChoices): Readonly<Record<string, string>> {
  const { controls, source, target, autoplay, theme, uniforms } = choices;
  const values = uniformsText(uniforms);
  return {
    ...(!controls && { controls: 'off' }),
    ...(source && { source: 'on' }),
    ...(target !== null && { target }),
    ...(autoplay !== FIRST_CHOICES.autoplay && { autoplay }),
    ...(theme !== FIRST_CHOICES.theme && { theme }),
    ...(values !== '' && { uniforms: values }),
  };
}

/** Formats uniform values for an embed, which would read a six-digit number as a colour. */
function uniformsText(uniforms: UniformValues): string {
  return Object.entries(uniforms)
    .map(([name, value]) => {
      if (typeof value === 'number') {
        return `${name}:${/^\d{6}$/.test(String(value)) ? `${value}.0` : value}`;
      }
      return `${name}:${CAMERA_VALUES.includes(name) ? value.join('/') : toHex(value).slice(1)}`;
    })
    .join(',');
}

interface Size {
  readonly width: string | null;
  readonly height: string;
}

function readSize({ width, height }: EmbedChoices): Result<Size> {
  const given = [width.trim(), height.trim()] as const;
  for (const [index, name] of ['width', 'height'].entries()) {
    const text = given[index] ?? '';
    if (name === 'width' && text === '') continue;
    const pixels = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (pixels >= SIZES.least && pixels <= SIZES.most) continue;
    const otherwise = name === 'width' ? ', or nothing to fill the column' : '';
    return fail(
      `The ${name} “${text}” is not a size: give ${SIZES.least} to ${SIZES.most} pixels${otherwise}.`,
    );
  }
  return ok({ width: given[0] === '' ? null : given[0], height: given[1] });
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ownValue(ENTITIES, character) ?? character);
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}

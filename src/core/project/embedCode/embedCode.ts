import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import type { Autoplay, EmbedTheme } from '#core/project/embedCode/firstOptions.ts';
import { FRAME_SANDBOX } from '#core/project/embedCode/frameSandbox.ts';
import { MAX_LINK_LENGTH } from '#core/project/links/shareLink.ts';
import { type AddressedSource, readUrlParameters } from '#core/project/links/urlParameters.ts';
import { toHex } from '#core/util/colors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

/** How an embed is to look, as a person chose it. */
export interface EmbedChoices {
  readonly controls: boolean;
  readonly source: boolean;
  /** Its code is shown too; null for none. */
  readonly target: CompileTarget | null;
  readonly autoplay: Autoplay;
  readonly theme: EmbedTheme;
  /** What uniforms start with; none for the shader’s own. */
  readonly uniforms: UniformValues;
  /** CSS pixels as they were typed; an empty width fills the page’s column. */
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

/** What the embed shows. */
export interface EmbedContent {
  /** The address of the playground’s folder, with a slash at its end. */
  readonly site: string;
  /** A link to the project. */
  readonly link: string;
  /** The demo that the project is, unchanged; null if it is none. */
  readonly demo: string | null;
  /** What the frame is called for screen readers. */
  readonly title: string;
}

/** CSS pixels. */
const SIZES = { least: 64, most: 4096 } as const;

/** The code of a frame, for any page. Fails with a sentence if no address carries the project. */
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

/** The code of an element with the source in it, which people can read where the script does not run. */
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

/** The address of the embed’s page. What it shows is in the fragment, which no server gets. */
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

/** Characters of code above which some editors of web pages cut it. */
const LONG_CODE = 8000;

/** What to say of code that is long; null if it is not. */
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

/** Those that differ from what an embed does by itself. */
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

/** As an embed reads them: a number of six digits would be a colour. */
function uniformsText(uniforms: UniformValues): string {
  return Object.entries(uniforms)
    .map(([name, value]) => {
      if (typeof value !== 'number') return `${name}:${toHex(value).slice(1)}`;
      return `${name}:${/^\d{6}$/.test(String(value)) ? `${value}.0` : value}`;
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

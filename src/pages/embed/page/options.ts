import { isCompileTarget } from '#core/output/compileTarget.ts';
import type { UniformValue, UniformValues } from '#core/plan/runControls.ts';
import { CAMERA_VALUES } from '#core/plan/runDescriptor.ts';
import {
  FIRST_DEFAULTS,
  type FirstOptions,
  givenPoster,
  isAutoplay,
  isPicture,
  isTheme,
  MAX_POSTER_BYTES,
  readFirstOptions,
} from '#core/project/embedCode/firstOptions.ts';
import type { LinkService, SharedProject } from '#core/project/links/linkService.ts';
import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import { fromHex } from '#core/util/colors.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { quoted } from '#core/util/text.ts';
import { FILES, ORIGIN } from '#pages/embed/protocol/parentParameters.ts';
import type { Workspace } from '#workspace/workspace.ts';

export interface EmbedOptions extends FirstOptions {
  readonly showsControls: boolean;
  readonly showsSource: boolean;
  /** Whether the address names a target, whose code is then shown too. */
  readonly showsTarget: boolean;
  /** The initial values of uniforms, by name. */
  readonly uniforms: UniformValues;
}

interface ReadOptions {
  readonly options: EmbedOptions;
  /** Unusable parameters and what replaces them, as sentences. */
  readonly problems: readonly string[];
}

/** Parameters that only embeds have; the playground's own address has none of them. */
const EMBED_PARAMETERS = [
  ...['controls', 'source', 'autoplay', 'theme', 'uniforms', 'poster', ORIGIN, FILES],
];

/** More would only cost time: no shader has that many. */
const MAX_UNIFORMS = 200;

const ON: readonly string[] = ['on', '1', 'true', ''];
const OFF: readonly string[] = ['off', '0', 'false'];

/**
 * Whether the first frame is paused, also for visitors who prefer reduced motion, until they click.
 */
export function startsPaused({ autoplay }: FirstOptions, wantsLessMotion: boolean): boolean {
  return autoplay === 'off' || (autoplay === 'visible' && wantsLessMotion);
}

/** Reads an embed's address. Unusable parameters keep their defaults. */
export function readOptions(address: URL): ReadOptions {
  const query = address.searchParams;
  const problems: string[] = [];
  const unusable = (name: string, value: string, expected: string, otherwise: string) =>
    problems.push(
      `The embed’s ${name} ${quoted(value)} cannot be used: give ${expected}. ${otherwise}`,
    );
  const readSwitch = (name: string, otherwise: boolean): boolean => {
    const value = query.get(name)?.toLowerCase();
    if (value === undefined) return otherwise;
    if (ON.includes(value)) return true;
    if (!OFF.includes(value)) unusable(name, value, 'on or off', taken(otherwise ? 'on' : 'off'));
    return OFF.includes(value) ? false : otherwise;
  };
  const checkWord = (name: 'autoplay' | 'theme', isKnown: boolean, expected: string) => {
    const value = query.get(name);
    if (value !== null && !isKnown) unusable(name, value, expected, taken(FIRST_DEFAULTS[name]));
  };
  checkWord('autoplay', isAutoplay(query.get('autoplay') ?? ''), 'visible, click or off');
  checkWord('theme', isTheme(query.get('theme') ?? ''), 'light, dark, system or contrast');
  const poster = givenPoster(address);
  if (poster !== null && !isPicture(poster)) {
    const most = `${MAX_POSTER_BYTES / 1000} kB`;
    const expected = `a data: address of a WebP, PNG or JPEG picture of at most ${most}`;
    unusable('poster', poster, expected, 'The demo’s thumbnail is shown, if it is a demo.');
  }
  const { uniforms, unread } = readUniforms(query.get('uniforms') ?? '');
  for (const value of unread) {
    const expected = 'name:number or name:rrggbb, with commas between several';
    unusable('uniform', value, expected, 'It starts with the shader’s own value.');
  }
  return {
    options: {
      ...readFirstOptions(address),
      showsControls: readSwitch('controls', true),
      showsSource: readSwitch('source', false),
      showsTarget: namesTarget(address),
      uniforms,
    },
    problems,
  };
}

function taken(value: string): string {
  return `“${value}” is taken instead.`;
}

/** The workspace reads the target itself, and reports invalid ones. */
function namesTarget({ hash, searchParams }: URL): boolean {
  const given = new URLSearchParams(hash.slice(1)).get('target') ?? searchParams.get('target');
  return given !== null && isCompileTarget(given);
}

/** The camera's names have a space. */
const UNIFORM = new RegExp(
  `^\\s*(${CAMERA_VALUES.join('|')}|[A-Za-z_][\\w.]*)\\s*:\\s*(\\S+)\\s*$`,
);

/**
 * Six hexadecimal digits are a colour, so a six-digit number needs a decimal point. The camera's
 * values are three numbers with slashes between them.
 */
function readUniforms(text: string): { uniforms: UniformValues; unread: readonly string[] } {
  const read: [string, UniformValue][] = [];
  const unread: string[] = [];
  const parts = text.split(',').filter((part) => part.trim() !== '');
  for (const part of parts.slice(0, MAX_UNIFORMS)) {
    const [, name = '', text = ''] = UNIFORM.exec(part) ?? [];
    const value = CAMERA_VALUES.includes(name) ? readTriple(text) : readValue(text);
    if (name !== '' && value !== null) read.push([name, value]);
    else unread.push(part);
  }
  if (parts.length > MAX_UNIFORMS) unread.push(`${parts.length - MAX_UNIFORMS} more`);
  return { uniforms: Object.fromEntries(read), unread };
}

function readValue(text: string): UniformValue | null {
  const number = text === '' ? Number.NaN : Number(text);
  return fromHex(`#${text.replace(/^#/, '')}`) ?? (Number.isFinite(number) ? number : null);
}

function readTriple(text: string): UniformValue | null {
  const [x, y, z, ...more] = text.split('/').map((part) => (part === '' ? Number.NaN : +part));
  if (x === undefined || y === undefined || z === undefined || more.length > 0) return null;
  return [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}

/** Sets the uniforms' initial values after the first source opens and before it runs. */
export function setStartingValues({ store }: Workspace, values: UniformValues): Dispose {
  const stop = store.subscribe((state, before) => {
    if (state.opened === before.opened) return;
    stop();
    // The link's own values take precedence: they were made for the source.
    store.setState({ uniformValues: { ...values, ...state.uniformValues } });
  });
  return stop;
}

/**
 * The address that opens an embed's shader in the full playground: while nothing was edited, the
 * embed's own without its options; otherwise a link to the project. If no link is possible, the
 * playground's own address.
 *
 * @param embed the embed's address, which names its source until that is edited
 */
export async function playgroundAddress(
  embed: URL,
  links: Pick<LinkService, 'build'>,
  isAsOpened: boolean,
  project: () => SharedProject,
): Promise<string> {
  const page = new URL('./', embed);
  page.search = withoutOptions(embed.searchParams).toString();
  page.hash = withoutOptions(new URLSearchParams(embed.hash.slice(1))).toString();
  if (isAsOpened || readUrlParameters(embed).source.kind !== 'none') return page.href;
  const link = await links.build(new URL('./', embed), project());
  return link.ok ? link.value.href : page.href;
}

function withoutOptions(parameters: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(parameters);
  for (const name of EMBED_PARAMETERS) rest.delete(name);
  return rest;
}

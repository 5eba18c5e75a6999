import { deflateSync } from 'node:zlib';
import { LIMITS } from '#core/project/limits.ts';
import type { LinkedProject } from '#core/project/links/linkService.ts';
import { createLinks } from '#core/project/links/links.ts';
import type { PackedProject } from '#core/project/links/unpackProject.ts';
import { checkFilePath, checkPath } from '#core/project/names.ts';
import type { JsonValue } from '#core/util/json.ts';
import { fail, ok } from '#core/util/result.ts';
import { mutateBytes, mutateText } from './mutate.ts';
import type { Random } from './random.ts';
import { checkSentence } from './readers.ts';

/** A project as a link packs it, with every optional part. */
function wholeProject(sources: readonly string[]): PackedProject {
  const [text = '', ...others] = sources;
  return {
    version: 1,
    files: [
      { path: 'user.slang', text },
      ...others.map((other, index) => ({ path: `lib/part${index}.slang`, text: other })),
    ],
    main: 'user.slang',
    target: 'WGSL',
    entryPoint: 'draw',
    assets: [
      { path: 'cat.png', type: 'image/png', data: 'iVBORw0KGgo' },
      { path: 'data/points.bin', type: 'application/octet-stream', data: 'AAAAAAAAgD8' },
    ],
    uniforms: { level: 0.5, tint: [1, 0, 0] },
    resolution: 1,
    frame: { number: 90, time: 1.5 },
  };
}

/** Values that may appear where another type is expected. */
const STRANGE: readonly JsonValue[] = [
  ...[null, true, false, 0, 1, -1, 0.5, 2, 1e308, 2 ** 53, '', 'x', [], {}, [[]], [null]],
  ...['../up.slang', '/etc/user.slang', 'lib', 'user.slang', 'CON.slang', 'playground.slang'],
  ...['__proto__', 'constructor', 'a'.repeat(200), '%', 'a\nb.slang', '\u202e.slang', '\ud800'],
  { path: 'lib/part0.slang', text: '' },
  { path: 'more.slang', text: 7 },
  Array.from({ length: 300 }, (_, index) => ({ path: `f${index}.slang`, text: '' })),
];

/** A link's `project`: damaged packed bytes, or an invalid project. */
export function packedProject(sources: readonly string[], random: Random): string {
  const whole = JSON.stringify(wholeProject(sources));
  const kind = random.below(10);
  if (kind === 0) return pack(whole);
  if (kind < 3) return Buffer.from(mutateBytes(deflateSync(whole), random)).toString('base64url');
  if (kind < 5) return pack(mutateText(whole, whole, random));
  let project: JsonValue = JSON.parse(whole);
  for (let change = 0; change <= random.below(3); change += 1) project = damaged(project, random);
  return pack(JSON.stringify(project));
}

function pack(json: string): string {
  return deflateSync(json).toString('base64url');
}

/** The value with one part replaced, removed, repeated or added. */
function damaged(value: JsonValue, random: Random): JsonValue {
  if (typeof value !== 'object' || value === null || random.chance(0.2)) {
    return random.pick(STRANGE);
  }
  if (Array.isArray(value)) {
    const place = random.below(value.length + 1);
    const item = value[place];
    if (item === undefined) return [...value, random.pick([...value, ...STRANGE])];
    return random.chance(0.2)
      ? value.toSpliced(place, 1)
      : value.with(place, damaged(item, random));
  }
  const entries = Object.entries(value);
  const place = random.below(entries.length + 1);
  const entry = entries[place];
  if (!entry) return { ...value, extra: random.pick(STRANGE) };
  const [name, part] = entry;
  const kept = random.chance(0.2) ? [] : [[name, damaged(part, random)] as const];
  return Object.fromEntries([...entries.toSpliced(place, 1), ...kept]);
}

const links = createLinks({
  read: async () => null,
  async keep({ path, content }) {
    const { length: size } = content;
    return size > 4 ? ok({ path, type: '', size, hash: path }) : fail(`${path} is too short.`);
  },
});

/**
 * Opens the project and names the outcome. Throws if the result is not a sound project or a
 * sentence.
 */
export async function readPackedProject(packed: string): Promise<string> {
  const project = await links.unpackProject(packed);
  if (!project.ok) {
    checkSentence(project.error);
    return 'refused';
  }
  checkProject(project.value);
  if (project.value.note === null) return 'opened';
  checkSentence(project.value.note);
  return 'opened in part';
}

function checkProject({ text, files, assets, entryPoint, target }: LinkedProject): void {
  const taken: string[] = [];
  for (const { path } of files) {
    const checked = checkFilePath(path, taken);
    if (!checked.ok || checked.value !== path) throw new Error(`A file is named ${path}.`);
    taken.push(path);
  }
  for (const { path } of assets) {
    if (!checkPath(path, taken).ok) throw new Error(`An image is named ${path}.`);
    taken.push(path);
  }
  if (files.length + 1 > LIMITS.files) throw new Error(`There are ${files.length + 1} files.`);
  for (const part of [text, entryPoint ?? '', target ?? '', ...files.map((file) => file.text)]) {
    if (typeof part !== 'string') throw new Error('A text is no string.');
  }
}

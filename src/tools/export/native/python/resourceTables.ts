import { contentsOf } from '#core/plan/attributes/resources.ts';
import type { Contents } from '#core/plan/contents.ts';
import type { ResourceBinding, ResourceCommand } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { DataFile } from '#tools/export/program/dataFiles.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

interface ResourceTables {
  readonly buffers: ReadonlyMap<string, PythonValue>;
  readonly textures: ReadonlyMap<string, PythonValue>;
  readonly samplers: readonly string[];
}

export function resourceTables(
  { descriptor }: ExportedProgram,
  files: ReadonlyMap<string, DataFile>,
): ResourceTables {
  const buffers = new Map<string, PythonValue>();
  const textures = new Map<string, PythonValue>();
  const samplers: string[] = [];
  for (const { resourceName, parsedCommand } of descriptor.resourceCommands) {
    const contents = contentsOf(parsedCommand);
    const binding = ownValue(descriptor.layout, resourceName);
    const buffer = bufferRow(contents, files);
    const texture = textureRow(contents, binding, files);
    if (buffer) buffers.set(resourceName, buffer);
    if (texture) textures.set(resourceName, texture);
    if (contents.kind === 'sampler') samplers.push(resourceName);
  }
  return { buffers, textures, samplers };
}

function bufferRow(contents: Contents, files: ReadonlyMap<string, DataFile>): PythonValue {
  if (contents.kind === 'zeros' && contents.of === 'elements') {
    const { count, elementSize } = contents;
    return { kind: 'zeros', bytes: count * elementSize, element: elementSize };
  }
  if (contents.kind !== 'bytes' || contents.from === 'mesh') return null;
  if (contents.from === 'random') {
    return { kind: 'random', count: contents.count, element: Float32Array.BYTES_PER_ELEMENT };
  }
  const path = files.get(contents.url)?.path ?? '';
  return { kind: 'file', path, element: contents.elementSize };
}

function textureRow(
  contents: Contents,
  binding: ResourceBinding | undefined,
  files: ReadonlyMap<string, DataFile>,
): PythonValue {
  const view = binding && 'viewDimension' in binding ? binding.viewDimension : '2d';
  const type = `texture_${view.replace('-', '_')}`;
  const format = binding?.kind === 'storageTexture' ? binding.format : 'rgba8unorm';
  const empty = { type, format: pythonFormat(format), files: [], of_picture: false };
  switch (contents.kind) {
    case 'zeros': {
      if (contents.of === 'elements') return null;
      const { width, height, depth = 1 } = contents;
      return { ...empty, width, height, depth };
    }
    case 'screen': {
      const { widthScale, heightScale } = contents;
      return { ...empty, of_picture: true, width: widthScale, height: heightScale, depth: 1 };
    }
    case 'image':
      return {
        ...{ ...empty, format: pythonFormat(contents.format), depth: 1 },
        files: contents.urls.map((url) => files.get(url)?.path ?? ''),
      };
    default:
      return null;
  }
}

/** For example, `rgba8_unorm` for `rgba8unorm`. */
function pythonFormat(format: GPUTextureFormat): string {
  return format.replace(/(?<=\d)(?=(?:unorm|snorm|uint|sint|float)$)/, '_');
}

const READABLE = /^(?:rgba|rg|r)(?:8_unorm|16_float|32_float)$/;

/** The resources with images in formats that the script cannot convert. */
export function unreadableImages(commands: readonly ResourceCommand[]): readonly ResourceCommand[] {
  return commands.filter(({ parsedCommand }) => {
    const contents = contentsOf(parsedCommand);
    return contents.kind === 'image' && !READABLE.test(pythonFormat(contents.format));
  });
}

/** Values that have a Python literal. */
export type PythonValue =
  | string
  | number
  | boolean
  | null
  | readonly PythonValue[]
  | { readonly [key: string]: PythonValue };

/** An ASCII-only Python expression for a value. */
export function pythonValue(value: PythonValue): string {
  if (value === null) return 'None';
  switch (typeof value) {
    case 'string':
      return pythonString(value);
    case 'boolean':
      return value ? 'True' : 'False';
    case 'number':
      return Number.isFinite(value) ? String(value) : `float("${value}")`;
    default:
      return Array.isArray(value)
        ? `[${value.map(pythonValue).join(', ')}]`
        : `{${Object.entries(value)
            .map(([key, each]) => `${pythonString(key)}: ${pythonValue(each)}`)
            .join(', ')}}`;
  }
}

function pythonString(text: string): string {
  const parts = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (code >= 0x20 && code < 0x7f) return character;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
  return `"${parts.join('')}"`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** Assigns a list or dictionary to `name`, one item per line. */
export function pythonTable(
  name: string,
  rows: readonly string[],
  brackets: '[]' | '{}',
): string[] {
  const [open, close] = brackets;
  if (rows.length === 0) return [`${name} = ${brackets}`];
  return [`${name} = ${open}`, ...rows.map((row) => `    ${row},`), `${close ?? ''}`];
}

/** Text for a comment or docstring. */
export function pythonComment(text: string): string {
  return text.replace(/[^\x20-\x7e]+|["\\]/g, ' ');
}

import type { FilledResource } from '#core/plan/contents.ts';
import {
  type CallCommand,
  entryPointsOf,
  isSameSlot,
  NO_SLOT,
  type ResourceBinding,
} from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { commented, propertyKey, quoted } from './identifiers.ts';

interface BoundResource extends FilledResource {
  readonly binding: ResourceBinding;
}

/** Writes the interfaces of the program and its resources, and `createProgram`. */
export function writeProgram(data: ProgramData, hasElements: boolean): string {
  const { resources, layout, callCommands } = data;
  const bound = resources.flatMap((resource) => {
    const binding = ownValue(layout, resource.resourceName);
    return binding ? [{ ...resource, binding }] : [];
  });
  const buffers = bound.filter(({ binding }) => binding.kind === 'buffer');
  const textures = bound.filter(({ binding }) => 'viewDimension' in binding);
  return [
    membersOf('The buffers of the program.', 'Buffers', 'GPUBuffer', buffers),
    membersOf('The textures of the program.', 'Textures', 'GPUTexture', textures),
    interfaces(callCommands, hasElements),
    createProgram(data, { buffers, textures }, hasElements),
    ...(hasElements ? [ELEMENT_FUNCTIONS] : []),
    HELPERS,
  ].join('\n');
}

function membersOf(
  comment: string,
  name: string,
  type: string,
  resources: readonly BoundResource[],
): string {
  const members = resources.map(
    (resource) =>
      `  /** ${commented(contentOf(resource))} */\n  readonly ${propertyKey(resource.resourceName)}: ${type};\n`,
  );
  return `/** ${comment} */\nexport interface ${name} {\n${members.join('')}}\n`;
}

/** Describes a resource and its initial content. */
function contentOf({ contents, binding: bound }: BoundResource): string {
  const place = isSameSlot(bound, NO_SLOT)
    ? 'Drawn to, but not bound'
    : `Binding ${bound.binding} of group ${bound.group}`;
  switch (contents.kind) {
    case 'sampler':
      return 'A linear, repeating sampler.';
    case 'zeros': {
      if (contents.of === 'elements') {
        return `${place}: ${contents.count * contents.elementSize} bytes, at first zeros.`;
      }
      const { width, height, depth = 1 } = contents;
      return `${place}: ${width} × ${height} × ${depth} texels, at first zeros.`;
    }
    case 'bytes':
      return contents.from === 'random'
        ? `${place}: ${contents.count} floats, at first random numbers in [0, 1).`
        : `${place}: at first the bytes of a file.`;
    case 'screen':
      return `${place}: ${contents.widthScale} × ${contents.heightScale} of the picture's size. Recreated after each change of that size.`;
    case 'image':
      return `${place}: ${contents.urls.length > 1 ? `${contents.urls.length} images, a layer each` : 'an image'}.`;
    default:
      return assertNever(contents);
  }
}

const TYPED_ACCESS = `  /** Reads \`count\` elements of a structured buffer back from the device; all of them by default. */
  readElements<Name extends keyof Elements>(
    name: Name,
    first?: number,
    count?: number,
  ): Promise<Elements[Name][]>;
  /** Writes elements into a structured buffer, before the next frame. Throws if they do not fit. */
  writeElements<Name extends keyof Elements>(
    name: Name,
    elements: readonly Elements[Name][],
    first?: number,
  ): void;
`;

/** What a frame does with a call, for a comment. */
function callText(call: CallCommand): string {
  const names = entryPointsOf(call).map((name) => `\`${commented(name)}\``);
  return `${call.type === 'DRAW' ? 'a draw with ' : ''}${names.join(' and ')}${call.callOnce ? ', in frame 0 only' : ''}`;
}

function interfaces(calls: ProgramData['callCommands'], hasElements: boolean): string {
  const list = calls.map((call) => `   * - ${callText(call)}`);
  const executes = calls.some(({ type }) => type === 'DRAW') ? 'executes' : 'dispatches';
  return `/** The input of a frame. Mouse and keys are optional: by default, the mouse is at rest, and no key is held. */
export type Inputs = Pick<FrameInputs, 'frame' | 'time'> & Partial<FrameInputs>;

export interface Resources {
  readonly buffers: Buffers;
  readonly textures: Textures;
}

/** The program on a device. */
export interface ShaderProgram {
  /** Takes effect in the next frame. Values that are left out stay unchanged. */
  setUniforms(values: Partial<Uniforms>): void;
  /**
   * Encodes one frame, which ${executes}:
   *
${list.join('\n')}
   *
   * Submit it before the next one: the uniforms are written at once.
   */
  dispatch(encoder: GPUCommandEncoder, inputs: Inputs): void;
  /** Encodes and submits one frame. */
  frame(inputs: Inputs): void;
  readonly resources: Resources;
${hasElements ? TYPED_ACCESS : ''}  /** Sets the size of the picture, in pixels. Textures of that size are recreated. */
  resize(width: number, height: number): void;
  /** The picture, whose first row is at the bottom; null if the program draws none. */
  picture(): GPUTexture | null;
  /** The text that the last submitted frame printed. */
  printed(): Promise<string>;
  destroy(): void;
}
`;
}

interface BoundResources {
  readonly buffers: readonly BoundResource[];
  readonly textures: readonly BoundResource[];
}

/** The argument of `createProgramOf` with the parts that the program needs; empty if none. */
function partsArgument({ callCommands, camera }: ProgramData): string {
  const parts = [
    ...(callCommands.some(({ type }) => type === 'DRAW') ? ['createDrawPipeline'] : []),
    ...(camera ? ['camera: { cameraOf, cameraNumbers }'] : []),
  ];
  return parts.length === 0 ? '' : `, { ${parts.join(', ')} }`;
}

function createProgram(
  data: ProgramData,
  { buffers, textures }: BoundResources,
  hasElements: boolean,
): string {
  const found = (all: string, resources: readonly BoundResource[], indent: string) =>
    resources.length === 0
      ? '{}'
      : `{\n${resources
          .map(
            ({ resourceName: name }) =>
              `${indent}  ${propertyKey(name)}: named(${all}, ${quoted(name)}),\n`,
          )
          .join('')}${indent}}`;
  return `/**
 * Creates the program on a device, such as one from \`requestGpuDevice\`. Rejects with a sentence if the
 * device cannot hold its resources, or refuses its code.
 *
 * @param size of the picture, in pixels
 */
export async function createProgram(
  device: GPUDevice,
  size: { readonly width: number; readonly height: number },
): Promise<ShaderProgram> {
  const program = await createProgramOf(device, programData, size${partsArgument(data)});
  const resources: Resources = {
    buffers: ${found('program.buffers', buffers, '    ')},
    get textures(): Textures {
${textures.length === 0 ? '' : '      const textures = program.textures();\n'}      return ${found('textures', textures, '      ')};
    },
  };
  return {
    setUniforms(values) {
      for (const name of Object.keys(uniformDefaults) as (keyof Uniforms)[]) {
        const value = values[name];
        if (value !== undefined) program.setUniform(name, value);
      }
    },
    dispatch: (encoder, inputs) => program.encode(encoder, withDefaults(inputs)),
    frame: (inputs) => program.frame(withDefaults(inputs)),
    resources,
${
  hasElements
    ? `    readElements: (name, first = 0, count = Infinity) =>
      readElements(device, resources.buffers[name], elementLayouts[name], first, count),
    writeElements: (name, elements, first = 0) =>
      writeElements(device, resources.buffers[name], elementLayouts[name], elements, first),
`
    : ''
}    resize: program.resize,
    picture: program.picture,
    printed: program.printed,
    destroy: program.destroy,
  };
}
`;
}

/** Elements whose size is not a multiple of four are copied together with neighbouring bytes. */
const ELEMENT_FUNCTIONS = `async function readElements<Value>(
  device: GPUDevice,
  buffer: GPUBuffer,
  layout: ElementLayout<Value>,
  first: number,
  count: number,
): Promise<Value[]> {
  const there = Math.floor(buffer.size / layout.size);
  const length = Math.min(count, there - first);
  if (!(first >= 0 && length > 0)) return [];
  const from = Math.floor((first * layout.size) / 4) * 4;
  const to = Math.ceil(((first + length) * layout.size) / 4) * 4;
  const view = new DataView(await readBytes(device, buffer, from, to));
  return readArray(length, (index) => layout.read(view, (first + index) * layout.size - from));
}

/** Bytes between the values become zeros. */
function writeElements<Value>(
  device: GPUDevice,
  buffer: GPUBuffer,
  layout: ElementLayout<Value>,
  elements: readonly Value[],
  first: number,
): void {
  const from = first * layout.size;
  const bytes = new ArrayBuffer(elements.length * layout.size);
  if (!(from >= 0 && from + bytes.byteLength <= buffer.size)) {
    throw new RangeError(\`\${buffer.label} has \${Math.floor(buffer.size / layout.size)} elements.\`);
  }
  if (from % 4 !== 0 || bytes.byteLength % 4 !== 0) {
    throw new RangeError('WebGPU writes whole words: begin and end at a multiple of 4 bytes.');
  }
  const view = new DataView(bytes);
  for (const [index, element] of elements.entries()) {
    layout.write(view, index * layout.size, element);
  }
  device.queue.writeBuffer(buffer, from, bytes);
}
`;

const HELPERS = `function named<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(\`The program has no \${name}.\`);
  return value;
}

function withDefaults(inputs: Inputs): FrameInputs {
  return { mouse: [0, 0, 0, 0], keys: new Set(), ...inputs };
}
`;

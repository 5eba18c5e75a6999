import { dataFields, layoutOf, matrixLines } from './dataLayout.ts';
import { type Buffer, follows, LAYOUT_RULES, type RuleName } from './layoutRules.ts';
import { type LayoutRule, scalarSize } from './memoryLayout.ts';
import type { ReflectedType, StructType } from './reflection.ts';

/** A run of bytes. Blocks are in the order of their offsets, without gaps. */
export interface ByteBlock {
  /** `omitted` stands for array elements laid out like those before. */
  readonly kind: 'field' | 'padding' | 'omitted';
  /** Such as `lights[0].color`; empty for padding. */
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

export interface RuledLayout {
  /** Null if the compiler's offsets follow no known rule. */
  readonly rule: RuleName | null;
  readonly size: number;
  readonly padding: number;
  readonly blocks: readonly ByteBlock[];
}

/** The array elements shown; the others repeat their layout. */
const SHOWN_ELEMENTS = 2;
const MAX_LISTED_ELEMENTS = 4;

/** Limits the blocks of nested arrays, whose numbers multiply. */
const MAX_BLOCKS = 1024;

/**
 * The buffer's compiled layout, then its std140 and scalar layouts unless the compiler used them.
 * Only the compiled one if the buffer has more than plain data, or follows no known rule.
 */
export function ruledLayouts(buffer: Buffer): [RuledLayout, ...RuledLayout[]] {
  const { content, size, rule } = buffer;
  if (!follows(buffer)) return [{ ...ruled(content, size, rule), rule: null }];
  const others = (['std140', 'scalar'] as const).filter((other) => other !== rule);
  return [
    ruled(content, size, rule),
    ...others.flatMap((other) => {
      const layout = layoutOf(content, LAYOUT_RULES[other], LAYOUT_RULES[rule]);
      return layout?.type.kind === 'struct' ? [ruled(layout.type, layout.size, other)] : [];
    }),
  ];
}

function ruled(content: StructType, size: number, name: RuleName): RuledLayout {
  const rule = LAYOUT_RULES[name];
  const leaves: ByteBlock[] = [];
  addFields(content, { name: '', offset: 0, rule, leaves });
  if (leaves.length >= MAX_BLOCKS) {
    const end = Math.max(...leaves.map((leaf) => leaf.offset + leaf.size));
    leaves.push({ kind: 'omitted', name: 'the rest', offset: end, size: Math.max(0, size - end) });
  }
  const padding = size - dataBytes(content, size, rule);
  return { rule: name, size, padding, blocks: filled(leaves, size) };
}

interface Position {
  readonly name: string;
  readonly offset: number;
  readonly rule: LayoutRule;
  readonly leaves: ByteBlock[];
}

function addFields(struct: StructType, position: Position): void {
  const { name: parent, offset: start } = position;
  for (const { name, field, offset, size } of dataFields(struct)) {
    const full = parent === '' ? name : `${parent}.${name}`;
    addValue(field.type, size, { ...position, name: full, offset: start + offset });
  }
}

function addValue(type: ReflectedType, size: number, position: Position): void {
  const { name, offset, rule, leaves } = position;
  if (leaves.length >= MAX_BLOCKS) return;
  if (type.kind === 'struct') {
    addFields(type, position);
    return;
  }
  if (type.kind === 'array' && type.stride > 0 && type.elementCount > 0) {
    const { elementCount, elementType, stride } = type;
    const shown = elementCount > MAX_LISTED_ELEMENTS ? SHOWN_ELEMENTS : elementCount;
    // The last element may lack the padding before the next one.
    const last = size - stride * (elementCount - 1);
    for (let index = 0; index < shown; index += 1) {
      const place = { ...position, name: `${name}[${index}]`, offset: offset + index * stride };
      addValue(elementType, last, place);
    }
    if (shown === elementCount) return;
    const rest = `${name}[${shown}…${elementCount - 1}]`;
    const skipped = shown * stride;
    leaves.push({ kind: 'omitted', name: rest, offset: offset + skipped, size: size - skipped });
    return;
  }
  const lines = type.kind === 'matrix' && matrixLines(type, size, rule);
  if (!lines) {
    leaves.push({ kind: 'field', name, offset, size: dataBytes(type, size, rule) });
    return;
  }
  const word = lines.order === 'row' ? 'row' : 'column';
  for (let index = 0; index < Math.min(lines.count, MAX_BLOCKS); index += 1) {
    const start = offset + index * lines.stride;
    leaves.push({
      kind: 'field',
      name: `${name} ${word} ${index}`,
      offset: start,
      size: lines.bytes,
    });
  }
}

/** The bytes of a value that hold data; all of its `size` if it is not plain data. */
function dataBytes(type: ReflectedType, size: number, rule: LayoutRule): number {
  switch (type.kind) {
    case 'scalar':
      return scalarSize(type, rule) ?? size;
    case 'vector':
      return type.elementCount * dataBytes(type.elementType, size / type.elementCount, rule);
    case 'matrix': {
      const count = type.rowCount * type.columnCount;
      return count * dataBytes(type.elementType, size / count, rule);
    }
    case 'array':
      return type.elementCount < 1 || type.stride === 0
        ? size
        : type.elementCount * dataBytes(type.elementType, type.stride, rule);
    case 'struct':
      return dataFields(type).reduce(
        (sum, { field, size: bytes }) => sum + dataBytes(field.type, bytes, rule),
        0,
      );
    default:
      return size;
  }
}

/** Adds the padding between fields and at the end. */
function filled(leaves: readonly ByteBlock[], size: number): ByteBlock[] {
  const blocks: ByteBlock[] = [];
  let end = 0;
  const pad = (until: number) => {
    if (until > end) blocks.push({ kind: 'padding', name: '', offset: end, size: until - end });
  };
  for (const leaf of leaves.toSorted((one, other) => one.offset - other.offset)) {
    pad(leaf.offset);
    blocks.push(leaf);
    end = Math.max(end, leaf.offset + leaf.size);
  }
  pad(size);
  return blocks;
}

type RulerLine =
  | { readonly kind: 'bytes'; readonly offset: number; readonly parts: readonly LinePart[] }
  /** Several lines that contain only this block, shown as one. */
  | {
      readonly kind: 'lines';
      readonly block: ByteBlock;
      readonly offset: number;
      readonly size: number;
    };

export interface LinePart {
  readonly block: ByteBlock;
  /** The offset in the line, from 0. */
  readonly start: number;
  readonly length: number;
}

export const LINE_BYTES = 16;

/** A block with more full lines than this is shown as one line. */
const MAX_WHOLE_LINES: Readonly<Record<ByteBlock['kind'], number>> = {
  field: 4,
  padding: 4,
  omitted: 1,
};

export function rulerLines(blocks: readonly ByteBlock[]): RulerLine[] {
  const lines: RulerLine[] = [];
  let parts: LinePart[] = [];
  for (const block of blocks) {
    const end = block.offset + block.size;
    let at = block.offset;
    while (at < end) {
      const start = at % LINE_BYTES;
      const whole = Math.floor((end - at) / LINE_BYTES) * LINE_BYTES;
      if (start === 0 && whole > MAX_WHOLE_LINES[block.kind] * LINE_BYTES) {
        lines.push({ kind: 'lines', block, offset: at, size: whole });
        at += whole;
        continue;
      }
      if (start === 0) {
        parts = [];
        lines.push({ kind: 'bytes', offset: at, parts });
      }
      const length = Math.min(LINE_BYTES - start, end - at);
      parts.push({ block, start, length });
      at += length;
    }
  }
  return lines;
}

const NAMES: Readonly<Record<RuleName, string>> = {
  std140: 'std140',
  std430: 'std430',
  scalar: 'scalar layout',
  hlsl: 'HLSL constant buffer',
  metal: 'Metal',
  cuda: 'CUDA',
};

/** The title of a layout. `isCompiled` marks the compiler's own, the first of a buffer. */
export function layoutTitle({ rule }: RuledLayout, isCompiled: boolean): string {
  if (rule === null) return 'As compiled';
  return isCompiled ? `As compiled (${NAMES[rule]})` : capitalized(NAMES[rule]);
}

/** Such as `400 bytes, 42 of them padding`. */
export function layoutSize({ size, padding }: RuledLayout): string {
  return padding === 0
    ? `${exactBytes(size)}, no padding`
    : `${exactBytes(size)}, ${padding.toLocaleString('en')} of them padding`;
}

/** What the scalar layout saves over std140; empty unless both were computed. */
export function savedText(layouts: readonly RuledLayout[], isElement: boolean): string {
  const std140 = layouts.find(({ rule }) => rule === 'std140');
  const scalar = layouts.find(({ rule }) => rule === 'scalar');
  if (!std140 || !scalar) return '';
  const each = isElement ? ' for each element' : '';
  if (std140.size === scalar.size) {
    return `std140 and the scalar layout both take ${exactBytes(std140.size)}${each}.`;
  }
  const saved = std140.size - scalar.size;
  const share = Math.round((100 * saved) / std140.size);
  return `The scalar layout takes ${exactBytes(scalar.size)}${each}: ${exactBytes(saved)} (${share} %) less than std140.`;
}

/** Such as `1 byte` or `65,536 bytes`. */
export function exactBytes(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`;
}

function capitalized(text: string): string {
  return text === 'std140' ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

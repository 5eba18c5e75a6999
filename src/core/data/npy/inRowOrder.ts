import { type NpyArray, product } from './npyType.ts';
import { itemSizeOf } from './readNpy.ts';

/** An array's bytes in row-major order: the last index changes fastest. */
export function inRowOrder({ dtype, shape, fortranOrder, data }: NpyArray): Uint8Array {
  if (!fortranOrder || shape.length < 2) return data;
  const size = itemSizeOf(dtype);
  const count = product(shape);
  const steps = shape.map((_, axis) => product(shape.slice(0, axis)));
  const ordered = new Uint8Array(count * size);
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < count; to += 1) {
    for (let at = 0; at < size; at += 1) ordered[to * size + at] = data[from * size + at] ?? 0;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      const next = (index[axis] ?? 0) + 1;
      const step = steps[axis] ?? 0;
      if (next < (shape[axis] ?? 0)) {
        index[axis] = next;
        from += step;
        break;
      }
      from -= step * (next - 1);
      index[axis] = 0;
    }
  }
  return ordered;
}

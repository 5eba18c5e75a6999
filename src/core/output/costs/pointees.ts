import type { SpirvInstruction, SpirvModule } from '#core/output/spirv/readSpirv.ts';
import type { Pointee } from './kindOf.ts';

/** Storage of a function's own variables, and of handles of textures and samplers. */
const NO_MEMORY = new Set(['Function', 'Private', 'UniformConstant']);

const ACCESS = /^Op(?:InBounds)?(?:Ptr)?AccessChain$/;

/** Tells where the pointers of a module lead. */
export function findPointees({ declarations, functions }: SpirvModule) {
  /** By the ids of pointers' types. */
  const storages = new Map<string, Pointee>();
  const pointees = new Map<string, Pointee>();
  const constants = new Set<string>();
  const read = ({ op, result, operands }: SpirvInstruction) => {
    const [type = '', base = '', ...indices] = operands;
    if (result === null) return;
    if (op === 'OpTypePointer') storages.set(result, pointeeIn(type));
    if (/^Op(?:Spec)?Constant/.test(op)) constants.add(result);
    const storage = storages.get(type);
    if (storage === undefined) return;
    // An array whose elements are chosen while it runs has to be in memory.
    const isComputed = ACCESS.test(op) && indices.some((index) => !constants.has(index));
    pointees.set(result, isComputed || pointees.get(base) === 'memory' ? 'memory' : storage);
  };
  declarations.forEach(read);
  for (const { instructions } of functions) instructions.forEach(read);
  return (id: string | undefined): Pointee => pointees.get(id ?? '') ?? 'variable';
}

function pointeeIn(storage: string): Pointee {
  if (storage === 'Image') return 'texel';
  return NO_MEMORY.has(storage) ? 'variable' : 'memory';
}

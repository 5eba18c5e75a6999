import { type DrawCommand, NO_SLOT, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { CELL_WORDS } from './traceLayout.ts';

/** The textures to which draws return what their fragments keep: two words of a cell in each. */
export interface PaintedTargets {
  readonly names: readonly string[];
  /** A texture that is drawn to with them. */
  readonly beside: string;
  /** Per texel. */
  readonly samples: number;
}

/** All devices draw to it, also with several samples. Each of its numbers is half a word. */
export const PAINTED_FORMAT = 'rgba16uint';

const TARGETS = CELL_WORDS / 2;

/**
 * Makes fragments return what they keep to further targets, which show the fragment that is kept in
 * each pixel: depth tests and the order of draws decide. All draws to the same targets do so, since
 * they may cover each other.
 *
 * @param fragment the painted entry point
 * @param prefix of names in the trace code
 * @returns null if no draw has this entry point
 */
export function withPaintedTargets(
  descriptor: RunDescriptor,
  fragment: string | null,
  prefix: string,
): { readonly descriptor: RunDescriptor; readonly painted: PaintedTargets } | null {
  const draws = descriptor.callCommands.filter((call) => call.type === 'DRAW');
  const painted = draws.findLast((draw) => draw.fragment === fragment);
  const [beside] = painted?.targets ?? [];
  if (!painted || fragment === null || beside === undefined) return null;
  const bound = ownValue(descriptor.layout, beside);
  const samples = (bound && 'target' in bound && bound.target?.samples) || 1;
  const names = Array.from({ length: TARGETS }, (_, index) => `${prefix}painted${index}`);
  const target = { format: PAINTED_FORMAT, samples, hasDepth: false } as const;
  const binding = { ...NO_SLOT, kind: 'target', viewDimension: '2d', target } as const;
  const shared = String(painted.targets);
  return {
    painted: { names, beside, samples },
    descriptor: {
      ...descriptor,
      layout: {
        ...descriptor.layout,
        ...Object.fromEntries(names.map((name) => [name, binding])),
      },
      callCommands: descriptor.callCommands.map((call) =>
        call.type === 'DRAW' && String(call.targets) === shared
          ? withTargets(call, names, prefix)
          : call,
      ),
    },
  };
}

function withTargets(draw: DrawCommand, names: readonly string[], prefix: string): DrawCommand {
  const { targets, written, code } = draw;
  if (code.fragment === null) return draw;
  const first = targets.length;
  return {
    ...draw,
    targets: [...targets, ...names],
    written: [...written, ...names.map((_, index) => first + index)],
    code: { ...code, fragment: returningCell(code.fragment, prefix, first) },
  };
}

const ENTRY_POINT = /^@fragment\nfn [\s\S]*?^\}/m;
const SIGNATURE = /^@fragment\nfn \w+\(.*\)(?: -> (\w+))?$/m;
const STRUCT = /^struct (\w+)\n\{\n((?:[ \t].*\n)*)\};?$/gm;
const PRIVATE = /^var<private> (\w+) :/gm;
const PAINTED = 'PaintedFragment';

/**
 * Adds what a fragment keeps to what its entry point returns, in the compiler's WGSL.
 *
 * @param first location of the first target
 */
function returningCell(code: string, prefix: string, first: number): string {
  const [, result] = SIGNATURE.exec(code) ?? [];
  const [, , fields = ''] = [...code.matchAll(STRUCT)].find(([, name]) => name === result) ?? [];
  const kept = [...code.matchAll(PRIVATE)].find(([, name]) => name?.startsWith(`${prefix}kept_`));
  const wholes = fields.split('\n').filter((line) => line.includes(' : '));
  const passed = wholes.map((line) => `fragment.${line.split(' : ', 1)[0]?.split(' ').at(-1)}`);
  const targets = Array.from({ length: TARGETS }, (_, index) => index);
  const places = targets.map((index) => `@location(${first + index}) painted_${index} : vec4u,`);
  const returning = code
    .replace(SIGNATURE, (line) => `${line.replace(/ -> \w+$/, '')} -> ${PAINTED}`)
    .replace(ENTRY_POINT, (text) =>
      text
        .replace(/^( +)return;$/gm, '$1return painted_fragment();')
        .replace(/^( +)return (?!painted_)(.+);$/gm, '$1return painted_fragment($2);'),
    );
  return `${returning}
struct ${PAINTED}
{
${fields}    ${places.join('\n    ')}
};

fn painted_fragment(${result === undefined ? '' : `fragment : ${result}`}) -> ${PAINTED}
{
    return ${PAINTED}(${[...passed, ...targets.map((index) => halves(kept?.[1], index * 2))].join(', ')});
}
`;
}

/** Two words of a cell as four halves; zeros in a stage that never comes to the site. */
function halves(kept: string | undefined, word: number): string {
  if (kept === undefined) return 'vec4u()';
  const both = [word, word + 1].map((at) => `${kept}[${at}] & 0xffffu, ${kept}[${at}] >> 16u`);
  return `vec4u(${both.join(', ')})`;
}

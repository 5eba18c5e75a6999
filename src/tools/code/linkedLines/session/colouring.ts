import { textsOf } from '#core/project/sourceTexts.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import { compiledOf, pathOf } from '#tools/code/linkedLines/editor/compiledField.ts';
import { type StripeAt, stripeGutter } from '#tools/code/linkedLines/editor/stripeGutter.ts';
import type { CompiledLines } from '#tools/code/linkedLines/links/compiledLines.ts';
import type { LineIndex } from '#tools/code/linkedLines/links/lineIndex.ts';
import { type Stripes, stripesOf } from '#tools/code/linkedLines/links/stripes.ts';
import { codeViewExtensions } from '#ui/editor/codeViewExtensions.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';

/** Stripes beside the functions in both editors, from now on until they are removed. */
export interface Colouring {
  /** Draws those of this code; null for none. */
  show(index: LineIndex | null): Promise<void>;
  remove: Dispose;
}

/** @param redraw called when stripes have changed */
export function createColouring(
  { workspace, analysis }: Pick<CodeTools, 'workspace' | 'analysis'>,
  redraw: () => void,
): Colouring {
  let stripes: Stripes | null = null;
  let newest: LineIndex | null = null;
  const set = (next: Stripes | null) => {
    if (stripes === null && next === null) return;
    stripes = next;
    redraw();
  };
  const disposer = createDisposer();
  disposer.add(codeViewExtensions.add(stripeGutter((_state, line) => inCode(stripes, line))));
  const inSource: StripeAt = (state, line) => {
    const path = pathOf(state);
    const lines = compiledOf(state);
    const ofFile = path === null || !stripes ? undefined : ownValue(stripes.source, path);
    return stripes && lines && ofFile ? named(stripes, stripeNear(ofFile, lines, line)) : null;
  };
  disposer.add(addFileExtension(stripeGutter(inSource)));
  return {
    async show(index) {
      newest = index;
      const request = workspace.store.getState().targetCode?.request;
      if (!index || !request) return set(null);
      try {
        const functions = await analysis.ask('functionLines', textsOf(request));
        if (newest === index && !disposer.disposed) set(stripesOf(index.map, functions));
      } catch (thrown) {
        reportError(thrown);
      }
    },
    remove: disposer.dispose,
  };
}

function inCode(stripes: Stripes | null, line: number) {
  return stripes && named(stripes, stripes.code[line] ?? 0);
}

function named({ names }: Stripes, stripe: number) {
  const name = names[stripe - 1];
  return name === undefined ? null : { index: stripe - 1, name };
}

/** An edited line belongs to the function that the lines above and below it belong to. */
function stripeNear(stripes: Uint16Array, { compiled }: CompiledLines, line: number): number {
  let above = line;
  while (above > 0 && compiled[above] === 0) above -= 1;
  if (above === line) return stripes[compiled[line] ?? 0] ?? 0;
  let below = line;
  while (below < compiled.length && compiled[below] === 0) below += 1;
  const stripe = stripes[compiled[above] ?? 0] ?? 0;
  return stripe === (stripes[compiled[below] ?? 0] ?? 0) ? stripe : 0;
}

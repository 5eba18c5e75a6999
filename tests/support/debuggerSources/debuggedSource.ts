/**
 * A language construct, and what the debugger records for it. A comment `//: …` at the end of a
 * line lists the line's sites in order: `enter`, `return`, `if` for a condition, `loop` for an
 * iteration, `reach` for a statement without a value, `store` for a colour, otherwise the code that
 * has a value.
 */
export interface DebuggedSource {
  readonly name: string;
  readonly text: string;
  /** Reasons for omissions. */
  readonly unseen?: readonly string[];
}

/**
 * A construct that a browser traces too. A comment `//= …` gives the values shown after its line.
 */
export interface TracedSource extends DebuggedSource {
  /** The shown values, by the line's code. */
  readonly shown: Readonly<Record<string, string>>;
}

const HEAD =
  'import playground; import rendering; [playground::ZEROS(64)] RWStructuredBuffer<float> result;';
export const ENTRY =
  '[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]';

/** An entry point with these statements, after these declarations. */
export function draws(
  name: string,
  declarations: string,
  statements: string,
  unseen: readonly string[] = [],
): DebuggedSource {
  const main = `void main(uint3 id : SV_DispatchThreadID) //: enter id\n{${statements}\n    drawPixel(id.xy, (int2 s) => float4(result[0])); //: store enter s return\n} //: return\n`;
  return { name, text: `${HEAD}\n${declarations}\n${ENTRY}\n${main}`, unseen };
}

export function whole(name: string, text: string): DebuggedSource {
  return { name, text: `${HEAD}\n${text}\n` };
}

/** An entry point `main` for one thread, with these statements, after these declarations. */
export function computes(
  name: string,
  declarations: string,
  statements: string,
  unseen: readonly string[] = [],
): TracedSource {
  const entry = '[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]';
  const main = `void main(uint3 id : SV_DispatchThreadID) //: enter id\n{${statements}\n} //: return\n`;
  const lines = `${HEAD}\n${declarations}\n${entry}\n${main}`.split('\n');
  const split = lines.map((line) => line.split(' //= '));
  const shown = split.flatMap(([line = '', values]) =>
    values === undefined ? [] : [[line.replace(/ *\/\/:.*$/, '').trim(), values] as const],
  );
  const text = split.map(([line]) => line).join('\n');
  return { name, text, unseen, shown: Object.fromEntries(shown) };
}

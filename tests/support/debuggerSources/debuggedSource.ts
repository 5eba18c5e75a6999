/**
 * A construct of the language, and what the debugger records of it. A comment `//: …` at the end of a
 * line names the line's sites in their order: `enter`, `return`, `if` for a condition, `loop` for an
 * iteration, `reach` for a statement without a value, `store` for a colour, else what has a value.
 */
export interface DebuggedSource {
  readonly name: string;
  readonly text: string;
  /** Reasons of what is left out. */
  readonly unseen?: readonly string[];
}

/** One that a browser traces too. A comment `//= …` says what is shown behind its line then. */
export interface TracedSource extends DebuggedSource {
  /** What is shown, by the code of the line. */
  readonly shown: Readonly<Record<string, string>>;
}

const HEAD =
  'import playground; import rendering; [playground::ZEROS(64)] RWStructuredBuffer<float> result;';
export const ENTRY =
  '[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]';

/** An entry point with these statements, behind these declarations. */
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

/** An entry point `main` of one thread, with these statements, behind these declarations. */
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

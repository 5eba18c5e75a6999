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

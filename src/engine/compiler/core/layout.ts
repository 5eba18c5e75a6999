import type { JsonValue } from '#core/util/json.ts';
import { readLayoutJson } from './layoutJson.ts';
import type { CompilerContext } from './session.ts';
import type { ProgramLayout } from './slangModule.ts';

/** Null if the binary traps, as it does on the layout of some programs that it compiles well. */
export function readLayoutOrSpend(context: CompilerContext, layout: ProgramLayout): JsonValue {
  try {
    return readLayoutJson(layout);
  } catch (thrown) {
    if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown;
    context.spent = true;
    return null;
  }
}

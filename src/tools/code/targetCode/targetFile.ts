import { TARGETS } from '#core/output/compileTarget.ts';
import type { TargetCode } from '#workspace/state.ts';

/** The file that target code is saved as: the module's bytes for SPIRV, else the text. */
export function targetFile({ target, text, binary }: TargetCode): File {
  const content = binary ? new Uint8Array(binary) : text;
  const type = binary ? 'application/octet-stream' : 'text/plain';
  return new File([content], `user.${TARGETS[target].extension}`, { type });
}

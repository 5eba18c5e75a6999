import { TARGETS } from '#core/output/compileTarget.ts';
import { messageOf } from '#core/util/errors.ts';
import type { Output } from '#tools/code/targets/state.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { SuccessfulReport } from './compileAll.ts';

export interface DownloadedOutput {
  readonly output: Output;
  readonly report: SuccessfulReport;
}

const NAME = 'targets.zip';

/**
 * Downloads outputs in a zip.
 *
 * @param missing the number of outputs that it does not have
 * @returns what became of it
 */
export async function downloadAll(
  outputs: readonly DownloadedOutput[],
  missing: number,
): Promise<string> {
  try {
    const { writeZip } = await import('#core/project/zip/writeZip.ts');
    const files = outputs.map(({ output, report }) => ({
      path: fileName(output),
      bytes: bytesOf(report),
    }));
    saveFile(new File([await writeZip(files)], NAME, { type: 'application/zip' }));
    return downloadText(outputs.length, missing);
  } catch (thrown) {
    return `The zip could not be made: ${messageOf(thrown)} Try again.`;
  }
}

function downloadText(count: number, missing: number): string {
  const downloaded = `Downloaded ${count} ${count === 1 ? 'output' : 'outputs'} as ${NAME}.`;
  if (missing === 0) return downloaded;
  const [are, them] = missing === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${downloaded} ${missing} ${are} missing, because there is no code for ${them}.`;
}

/** Named as the download of target code: by the entry point, or `user` for the whole program. */
export function fileName({ target, entryPoint }: Output): string {
  return `${entryPoint ?? 'user'}.${TARGETS[target].extension}`;
}

/** The module's bytes for SPIRV, else the text. */
function bytesOf({ result: { code, binary } }: SuccessfulReport): Uint8Array<ArrayBuffer> {
  return binary ? new Uint8Array(binary) : new TextEncoder().encode(code);
}

import path from 'node:path';
import { type ByteKind, measureSite, totalOf } from './siteSize.ts';

/** Gzip bytes that the built site may have of each kind. */
const BUDGET: Readonly<Partial<Record<ByteKind, number>>> = {
  // All of it together; Help and Reflection are loaded when they are opened.
  'page script': 400_000,
  // Two workers, the compiler's and the language server's, each with the binary's loader.
  'worker script': 100_000,
  style: 12_000,
  'compiler binary': 5_700_000,
};

const files = await measureSite(path.resolve(import.meta.dirname, '../dist'));
for (const [kind, limit] of Object.entries(BUDGET)) {
  const total = totalOf(files, kind as ByteKind);
  console.log(`${kind}: ${total} of ${limit} bytes`);
  if (total === 0) {
    console.error(`The built site has no ${kind}: is the build complete?`);
    process.exitCode = 1;
  }
  if (total > limit) {
    console.error(
      `${kind} is ${total - limit} bytes over its budget. Load less, or raise BUDGET in scripts/checkSize.ts and say why.`,
    );
    process.exitCode = 1;
  }
}

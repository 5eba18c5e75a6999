import type { Plugin, Rolldown } from 'vite';

/** A chunk that only re-exports another: `export{a as Panel}from"./part-hash.js";` */
const HANDED_ON = /^(?:import"[^"]+";)*export\{([^}]+)\}from"\.\/([^"]+)";\s*$/;

/**
 * Vite plugin: makes `import()` of a module load the chunk that contains it. For each such module
 * in a shared chunk, the bundler writes a file that only re-exports it, which costs one more
 * request.
 */
export function directImports(): Plugin {
  return {
    name: 'direct-imports',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const handed = handedOn(Object.values(bundle));
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.code = withDirectImports(chunk.code, handed);
        }
        for (const name of handed.keys()) delete bundle[`assets/${name}`];
      },
    },
  };
}

interface Handed {
  readonly file: string;
  /** Each name in the chunk with the module's name for it, as in an export declaration. */
  readonly names: string;
}

type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'isDynamicEntry' | 'fileName' | 'code'>;

/** The chunks that only re-export, by file name without folder. */
export function handedOn(
  files: readonly (Chunk | Pick<Rolldown.OutputAsset, 'type'>)[],
): Map<string, Handed> {
  const found = new Map<string, Handed>();
  for (const file of files) {
    if (file.type !== 'chunk' || !file.isDynamicEntry) continue;
    const [, names, target] = HANDED_ON.exec(file.code) ?? [];
    if (names && target) found.set(file.fileName.replace('assets/', ''), { names, file: target });
  }
  return found;
}

/** @param handed from {@link handedOn} */
export function withDirectImports(code: string, handed: ReadonlyMap<string, Handed>): string {
  return (
    code
      .replace(/import\([`"']\.\/([\w.-]+\.js)[`"']\)/g, (whole, name: string) => {
        const found = handed.get(name);
        return found ? `import("./${found.file}").then(m=>(${objectOf(found.names)}))` : whole;
      })
      // Files that Vite's own loader preloads.
      .replace(/"\.\/([\w.-]+\.js)"/g, (whole, name: string) => {
        const found = handed.get(name);
        return found ? `"./${found.file}"` : whole;
      })
  );
}

/** `a as Panel,b` becomes `{Panel:m.a,b:m.b}`. */
function objectOf(names: string): string {
  const fields = names.split(',').map((name) => {
    const [local, exported = local] = name.trim().split(' as ');
    return `${exported}:m.${local}`;
  });
  return `{${fields.join(',')}}`;
}

import type { LineMap, LineOrigin, SourceFile, SourceTexts } from './lineMap.ts';

/** The texts that target code may come from. */
export interface KnownTexts {
  /** The project's files by their paths in the compiler's messages. */
  readonly sources: SourceTexts;
  /** The playground's modules by their names. */
  readonly libraries: SourceTexts;
}

const DIRECTIVE = /^\s*#line (\d+)(?: (?:"([^"]*)"|(\d+)))?\s*$/;

/** Reads the `#line` directives of HLSL, GLSL, Metal and CUDA. */
export function mapDirectives(code: string, texts: KnownTexts): LineMap {
  const files: SourceFile[] = [];
  const origins: (LineOrigin | null)[] = [];
  let file = -1;
  let next = 0;
  for (const text of code.split('\n')) {
    const directive = DIRECTIVE.exec(text);
    if (directive) {
      const [, line, name] = directive;
      if (name !== undefined) file = indexOf(files, fileOf(name, texts));
      next = Number(line);
      origins.push(null);
    } else {
      const isMapped = file >= 0 && text.trim() !== '';
      origins.push(isMapped ? { kind: 'line', file, line: next } : null);
      next += 1;
    }
  }
  return { files, origins, functions: [] };
}

function fileOf(name: string, { sources, libraries }: KnownTexts): SourceFile {
  const path = `/${name.replace(/^\//, '')}`;
  const module = /^\/(\w+)\.slang$/.exec(path)?.[1];
  if (Object.hasOwn(sources, path)) return { kind: 'project', path };
  if (module !== undefined && Object.hasOwn(libraries, module)) {
    return { kind: 'library', name: module };
  }
  return { kind: 'core', name };
}

function indexOf(files: SourceFile[], file: SourceFile): number {
  const text = JSON.stringify(file);
  const known = files.findIndex((each) => JSON.stringify(each) === text);
  return known >= 0 ? known : files.push(file) - 1;
}

import { beforeAll, describe, expect, test } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import type { ProjectFile } from '#core/project/project.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { DEBUGGED_SOURCES } from '../../../../tests/support/debuggerSources.ts';
import { compileInstrumented } from './compileInstrumented.ts';
import { instrumentSource } from './instrumentSource.ts';
import type { InstrumentedProgram, Site, SiteEvent } from './site.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

const compile = async (text: string, files: readonly ProjectFile[]) =>
  compiler.compile(runRequest(text, files));

function wordOf(event: SiteEvent): string {
  switch (event.kind) {
    case 'value':
      return event.name;
    case 'condition':
      return 'if';
    case 'iteration':
      return 'loop';
    case 'statement':
      return 'reach';
    default:
      return event.kind;
  }
}

/** The source with comments that name the sites of each line. */
function annotated({ source, sites: all, unseen }: InstrumentedProgram): string {
  const isSeen = ({ from, to }: Site) => !unseen.some((out) => out.from <= from && to <= out.to);
  const sites = all.filter(isSeen);
  const lines = source.split('\n').map((line, index) => {
    const words = sites.filter((site) => site.line === index + 1).map(({ event }) => wordOf(event));
    const code = line.replace(/ *\/\/:.*$/, '');
    return words.length > 0 ? `${code} //: ${words.join(' ')}` : code;
  });
  return lines.join('\n');
}

describe.each(DEBUGGED_SOURCES)('$name', ({ text, unseen = [] }) => {
  test('has its sites at the expected places', () => {
    expect(annotated(instrumentSource(text))).toBe(text.replaceAll(/ *\/\/: *$/gm, ''));
  });

  test('compiles, and reports what it omits', async () => {
    const compiled = await compileInstrumented({ text, files: [] }, compile);
    if (!compiled?.ok) throw new Error(compiled?.error);
    expect(compiled.value.program.unseen.map(({ reason }) => reason)).toEqual(unseen);
    expect(compiled.value.compiles).toBe(1);
  });
});

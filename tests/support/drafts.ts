import type { Draft } from '#workspace/sources/draft.ts';

/** A draft that was edited, with nothing else that differs from a fresh page. */
export function draftOf(text: string, rest: Partial<Draft> = {}): Draft {
  return {
    text,
    files: [],
    assets: [],
    activeFile: null,
    uri: 'https://example.test/demos/user.slang',
    foreign: false,
    lineage: 'a lineage',
    demo: null,
    edited: true,
    place: { anchor: 0, head: 0, top: 0 },
    target: 'WGSL',
    profile: null,
    entryPoint: null,
    uniformValues: {},
    resolution: 1,
    activeTab: 'target-code',
    ...rest,
  };
}

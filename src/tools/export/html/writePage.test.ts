import { expect, it } from 'vitest';
import { PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { parsePageData } from '#tools/export/html/page/pageData.ts';
import { wantedFrame } from '#tools/export/html/page/player.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { attributeInHtml, jsonInHtml, readableJson, textInHtml, writePage } from './writePage.ts';

const HOSTILE = '</script><!-- <script> </SCRIPT ';

const DATA: ProgramData = {
  name: 'a"b<c>',
  shader: {
    ...{ code: `fn f() {}\n// ${HOSTILE}`, hashedStrings: { 7: HOSTILE } },
    ...{ threadGroupSizes: {}, slots: {} },
  },
  ...{ entryPoints: {}, callCommands: [], layout: {}, resources: [], uniformBlocks: [], seed: 1 },
};
const DRAW: ProgramData['callCommands'][number] = {
  ...{ type: 'DRAW', entryPoint: 'v', callOnce: false, vertex: 'v', fragment: null },
  ...{ code: { vertex: 'fn v() {\n}', fragment: null }, vertices: { kind: 'count', count: 3 } },
  ...{ instanceCount: 1, indirect: null, inputs: [], visibility: {}, targets: [], written: [] },
  ...{ depthTexture: 'depths', topology: 'triangle-list', cull: 'none', blend: null },
  ...{ depth: { compare: 'less', write: true }, clear: null, clearDepth: 1 },
};
const SCRIPT = {
  ...{ javascript: 'run();', printingJavascript: 'function readPrintRecords() {}' },
  ...{ drawingJavascript: 'function createDrawPipeline() {}' },
  cameraJavascript: 'function orbitCamera() {}',
};
const EMPTY = { text: '', files: [], assets: [] };

it('keeps the whole program, whatever it contains', () => {
  const project = { text: HOSTILE, files: [{ path: 'a"/>.slang', text: HOSTILE }], assets: [] };
  const page = writePage({ data: DATA, project, script: SCRIPT });
  const data = /<script id="program-data" type="application\/json">(.*?)<\/script>/s.exec(page);
  expect(parsePageData(data?.[1] ?? '')).toEqual(DATA);
  // Two sources, the data and the script.
  expect(page.match(/<\/script/gi)).toHaveLength(4);
  expect(page.match(/<!--/g)).toHaveLength(2);
  expect(page).toContain('<title>a&quot;b&lt;c&gt;</title>');
  expect(page).toContain('data-path="a&quot;/&gt;.slang"');
  expect(page).toContain("default-src 'none'");
});

it('rejects a script that would close its element', () => {
  const script = { ...SCRIPT, javascript: "'</script>'" };
  expect(() => writePage({ data: DATA, project: EMPTY, script })).toThrow();
});

it('contains the code for printing, drawing and the camera only if the program needs it', () => {
  const texts = Object.values(SCRIPT);
  const contained = (data: ProgramData) => {
    const page = writePage({ data, project: EMPTY, script: SCRIPT });
    return texts.map((text) => page.includes(text));
  };
  const printing: ProgramData = {
    ...DATA,
    layout: { [PRINT_BUFFER]: { kind: 'buffer', access: 'storage', group: 0, binding: 0 } },
  };
  const camera = { 'camera target': [0, 0, 0], 'camera orbit': [0, 0, 3] } as const;
  expect(contained(DATA)).toEqual([true, false, false, false]);
  expect(contained(printing)).toEqual([true, true, false, false]);
  expect(contained({ ...DATA, callCommands: [DRAW] })).toEqual([true, false, true, false]);
  expect(contained({ ...DATA, camera })).toEqual([true, false, false, true]);
});

it('keeps the code of draws and of kernels beside them, line by line', () => {
  const shader = { ...DATA.shader, stages: { wgsl: 'a\nb' } };
  const data: ProgramData = { ...DATA, shader, callCommands: [DRAW] };
  const page = writePage({ data, project: EMPTY, script: SCRIPT });
  expect(page).toContain('"vertex": { "WGSL, line by line": ["fn v() {", "}"] }');
  const json = /<script id="program-data" type="application\/json">(.*?)<\/script>/s.exec(page);
  expect(parsePageData(json?.[1] ?? '')).toEqual(data);
});

it('escapes text for each context', () => {
  expect(jsonInHtml('["a < b", "</SCRIPT>", "<!--", "<Script"]')).toBe(
    '["a < b", "\\u003c/SCRIPT>", "\\u003c!--", "\\u003cScript"]',
  );
  expect(textInHtml('a < b </div> </Script> <!--')).toBe('a < b </div> <\\/Script> <\\!--');
  expect(attributeInHtml('&"<>')).toBe('&amp;&quot;&lt;&gt;');
});

it('formats JSON for readers', () => {
  const value = { list: [1, 2], long: ['x'.repeat(60), 'y'.repeat(60)], none: null, empty: [] };
  const text = readableJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe(`{
  "list": [1, 2],
  "long": [
    "${'x'.repeat(60)}",
    "${'y'.repeat(60)}"
  ],
  "none": null,
  "empty": []
}`);
});

it('reads a frame and a size from the address', () => {
  expect(wantedFrame('#frame=8')).toEqual({ frame: 8 });
  const size = { width: 640, height: 360 };
  expect(wantedFrame('#frame=0&size=640x360')).toEqual({ frame: 0, size });
  const others = ['#size=640x360', '#frame=-1', '#frame=1e9', ''];
  expect(others.map(wantedFrame)).toEqual([null, null, null, null]);
});

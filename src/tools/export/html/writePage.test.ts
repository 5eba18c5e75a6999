import { expect, it } from 'vitest';
import { PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
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
const EMPTY = { text: '', files: [], assets: [] };

it('keeps the whole program, whatever it contains', () => {
  const project = { text: HOSTILE, files: [{ path: 'a"/>.slang', text: HOSTILE }], assets: [] };
  const page = writePage({ data: DATA, project, script: { required: 'run();', optional: '' } });
  const data = /<script id="program-data" type="application\/json">(.*?)<\/script>/s.exec(page);
  const { shader, ...rest } = JSON.parse(data?.[1] ?? '');
  expect({ ...rest, shader: { ...shader, code: shader.code.join('\n') } }).toEqual(DATA);
  // Two sources, the data and the script.
  expect(page.match(/<\/script/gi)).toHaveLength(4);
  expect(page.match(/<!--/g)).toHaveLength(2);
  expect(page).toContain('<title>a&quot;b&lt;c&gt;</title>');
  expect(page).toContain('data-path="a&quot;/&gt;.slang"');
  expect(page).toContain("default-src 'none'");
});

it('rejects a script that would close its element', () => {
  const script = { required: "'</script>'", optional: '' };
  expect(() => writePage({ data: DATA, project: EMPTY, script })).toThrow();
});

it('contains the code for printed text only if the program prints', () => {
  const script = { required: 'run();', optional: 'function readPrintRecords() {}' };
  const printing: ProgramData = {
    ...DATA,
    layout: { [PRINT_BUFFER]: { kind: 'buffer', access: 'storage', group: 0, binding: 0 } },
  };
  expect(writePage({ data: printing, project: EMPTY, script })).toContain(
    'function readPrintRecords',
  );
  expect(writePage({ data: DATA, project: EMPTY, script })).not.toContain('readPrintRecords');
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

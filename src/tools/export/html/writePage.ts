import { PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { MAIN_FILE, type Project } from '#core/project/project.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { DATA_ID, linesOf } from './page/pageData.ts';
import { PAGE_STYLE } from './style.ts';

/** The page's script, without types. It needs the parts that the program uses before it. */
export interface PageScript {
  readonly javascript: string;
  readonly printingJavascript: string;
  readonly drawingJavascript: string;
  readonly cameraJavascript: string;
}

interface PageParts {
  readonly data: ProgramData;
  readonly project: Project;
  readonly script: PageScript;
}

/** Guarantees that the page loads nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

/** Writes one self-contained HTML file that runs the program without any server. */
export function writePage({ data, project, script: parts }: PageParts): string {
  const script = scriptFor(data, parts);
  if (/<(?:\/script|!--)/i.test(script)) throw new Error('The script would end its element.');
  const title = attributeInHtml(data.name);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    <meta name="generator" content="Slang Playground">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>
${indented(PAGE_STYLE, '      ')}
    </style>
  </head>
  <body>
    <canvas id="picture" role="img" aria-label="Picture of ${title}" tabindex="0"></canvas>
    <pre id="printed" aria-label="Printed text" tabindex="0" hidden></pre>
    <p id="message" role="alert" hidden></p>
    <details id="panel" open>
      <summary>Controls</summary>
      <div class="buttons">
        <button id="play" type="button">Play</button>
        <button id="reset" type="button">Reset</button>
        <span id="frame"></span>
      </div>
      <div id="controls"></div>
    </details>
    <noscript>This page draws with WebGPU, which needs JavaScript.</noscript>

    <!-- The source in Slang, for people: the page runs the WGSL that was compiled from it. In it, a backslash
         follows each less-than sign that would end its element. -->
${sourcesOf(project)}

    <!-- The program as the run-time below needs it: WGSL, dispatches, resources with their contents, uniforms. -->
    <script id="${DATA_ID}" type="application/json">
${jsonInHtml(readableJson(pageDataOf(data)))}
    </script>

    <script type="module">
${script}
    </script>
  </body>
</html>
`;
}

function scriptFor({ layout, callCommands, camera }: ProgramData, parts: PageScript): string {
  return [
    ...(PRINT_BUFFER in layout ? [parts.printingJavascript] : []),
    ...(callCommands.some(({ type }) => type === 'DRAW') ? [parts.drawingJavascript] : []),
    ...(camera ? [parts.cameraJavascript] : []),
    parts.javascript,
  ].join('\n\n');
}

/** The data with its WGSL line by line, so that people can read it. */
function pageDataOf({ shader, callCommands, ...data }: ProgramData): object {
  const { code, stages, ...others } = shader;
  const stageLines =
    stages && Object.entries(stages).map(([name, text]) => [name, linesOf(text)] as const);
  return {
    ...data,
    callCommands: callCommands.map((call) =>
      call.type === 'DRAW'
        ? {
            ...call,
            code: {
              vertex: linesOf(call.code.vertex),
              fragment: call.code.fragment === null ? null : linesOf(call.code.fragment),
            },
          }
        : call,
    ),
    shader: {
      ...others,
      code: linesOf(code),
      ...(stageLines && { stages: Object.fromEntries(stageLines) }),
    },
  };
}

function sourcesOf({ text, files }: Project): string {
  return [{ path: MAIN_FILE, text }, ...files]
    .map(
      (file) =>
        `    <script type="text/plain" data-path="${attributeInHtml(file.path)}">\n${textInHtml(file.text)}\n    </script>`,
    )
    .join('\n');
}

function indented(text: string, indent: string): string {
  return text.replace(/^(?=.)/gm, indent);
}

/** JSON for an HTML script element: it neither ends the element nor starts a comment in it. */
export function jsonInHtml(json: string): string {
  // In JSON, a `<` occurs only in strings.
  return json.replace(/<(?=[/!]|script)/gi, '\\u003c');
}

/** Text for an HTML script element: a backslash after `<` defuses end tags and comment starts. */
export function textInHtml(text: string): string {
  return text.replace(/<(?=\/script|!--)/gi, '<\\');
}

export function attributeInHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const LINE_LENGTH = 100;

/** JSON with an indentation of two spaces; short values stay on one line. */
export function readableJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => readableJson(each, deeper))
    : Object.entries(value).map(
        ([key, each]) => `${JSON.stringify(key)}: ${readableJson(each, deeper)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const isShort = parts.every((part) => part.length < LINE_LENGTH && !part.includes('\n'));
  const line = isShort ? `${open}${parts.join(', ')}${close}` : null;
  if (line !== null && indent.length + line.length <= LINE_LENGTH) return line;
  return `${open.trim()}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close.trim()}`;
}

import { PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import { MAIN_FILE, type Project } from '#core/project/project.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { DATA_ID, type PageData } from './page/pageData.ts';
import { PAGE_STYLE } from './style.ts';

export interface PageScript {
  readonly required: string;
  /** Needed only by programs that print; goes before `required`. */
  readonly optional: string;
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
  const prints = PRINT_BUFFER in data.layout;
  const script = prints ? `${parts.optional}\n\n${parts.required}` : parts.required;
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

function pageDataOf(data: ProgramData): PageData {
  return { ...data, shader: { ...data.shader, code: data.shader.code.split('\n') } };
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

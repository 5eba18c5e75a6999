import { MAIN_FILE } from '#core/project/mainFile.ts';
import type { Project } from '#core/project/project.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { attributeInHtml, jsonInHtml, textInHtml } from './escape.ts';
import { DATA_ID, type PageData } from './page/pageData.ts';
import { readableJson } from './readableJson.ts';
import { PAGE_STYLE } from './style.ts';

export interface PageParts {
  readonly data: ProgramData;
  readonly project: Project;
  /** The page's script, with the run-time. */
  readonly script: string;
}

/** The policy that proves it: the page loads nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

/** One HTML file that runs the program anywhere, and asks no server for anything. */
export function writePage({ data, project, script }: PageParts): string {
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

    <!-- The source in Slang, for people: the page runs the WGSL that was compiled of it. In it, a backslash
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
  return { ...data, code: data.code.split('\n') };
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

export interface ReadmeParts {
  readonly name: string;
  /** The file of the program in `src/`. */
  readonly module: string;
  /** What the project does not contain, as sentences. */
  readonly limits: readonly string[];
}

export function readmeText({ name, module, limits }: ReadmeParts): string {
  const missing =
    limits.length === 0 ? '' : `\n## Not in it\n\n${limits.map((each) => `- ${each}\n`).join('')}`;
  return `# ${name}

A program from Slang Playground, which runs in a page of its own.

\`\`\`sh
npm install
npm run dev      # serves the page, and follows your edits
npm run build    # checks the types, and builds the page into dist/
\`\`\`

- \`src/${module}\`: the program: its WGSL, its resources, typed uniforms and structs, and the run-time.
- \`src/main.ts\`: the page: the canvas, mouse, keys, the controls and the loop of frames.
- \`src/browser.ts\`: what \`src/main.ts\` uses of the browser.
- \`src/core/slang/\`: the sources in Slang. The page runs the WGSL that was compiled from them.

The page needs a browser with WebGPU, and \`https\` or \`localhost\`.
${missing}`;
}

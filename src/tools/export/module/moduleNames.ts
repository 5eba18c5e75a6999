/** What a module declares beside the run-time and the program's structs, and the names in its code. */
const MODULE_NAMES = [
  ...['Uniforms', 'uniformDefaults', 'uniformRanges'],
  ...['ElementLayout', 'StructLayout', 'Elements', 'elementLayouts', 'readArray'],
  ...['Inputs', 'Buffers', 'Textures', 'Resources', 'ShaderProgram', 'createProgram'],
  ...['programData', 'named', 'withDefaults', 'readElements', 'writeElements'],
  ...['view', 'offset', 'value', 'URL'],
  ...Array.from({ length: 32 }, (_, depth) => ['index', 'item'].map((name) => name + depth)).flat(),
];

/** All names that code mentions: a struct named `Map` must not take the place of JavaScript's. */
function namesIn(code: string): readonly string[] {
  const withoutComments = code
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replaceAll(/^[ \t]*\/\/.*$/gm, '');
  return withoutComments.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** Names that structs of the program must not have beside this code. */
export function takenNames(...code: readonly string[]): Set<string> {
  return new Set([...MODULE_NAMES, ...code.flatMap(namesIn)]);
}

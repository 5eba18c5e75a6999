import { MAIN_FILE } from '#core/project/project.ts';
import { ok } from '#core/util/result.ts';
import { compileSpirv } from '#tools/export/native/compileSpirv.ts';
import compileProgram from '#tools/export/native/cpp/compileProgram.cpp?raw';
import { cppComment, cppNamespace, cppString } from '#tools/export/native/cpp/cppNames.ts';
import { cppTables, TABLE_INCLUDES } from '#tools/export/native/cpp/cppTables.ts';
import { packExport } from '#tools/export/native/packExport.ts';
import type { ModuleInterface } from '#tools/export/native/spirv/moduleInterface.ts';
import { dataFiles } from '#tools/export/program/dataFiles.ts';
import type { ExportedProgram, ExportFormat } from '#tools/export/program/exportedProgram.ts';
import { draws, hostLimits } from '#tools/export/program/limits.ts';
import { meshFiles } from '#tools/export/program/meshFiles.ts';

/** How far the program was tested; also in its first lines. */
export const CHECKED =
  'It compiles with g++ against declarations modelled on slang.h, and has not been run with Slang.';

/** Writes a C++17 program that compiles the sources with the Slang API and reports what to bind. */
export function writeSlangApiProgram(program: ExportedProgram, module: ModuleInterface): string {
  const namespace = cppNamespace(program.name);
  return [
    `// ${cppComment(program.name)}, exported from Slang Playground: an outline of a host that uses the Slang API.`,
    `// ${CHECKED}`,
    '//',
    '// It compiles the sources in “shaders” to SPIR-V, writes the module and lists the dispatches.',
    '// The tables list what a host binds, with the sets, bindings and offsets of that module.',
    ...(draws(program) ? DRAW_NOTE : []),
    '//',
    `//     g++ -std=c++17 -I SLANG/include ${program.name}.cpp -L SLANG/lib -lslang -o ${program.name}`,
    `//     ./${program.name} shaders`,
    '',
    '#include <slang.h>',
    '#include <slang-com-ptr.h>',
    '',
    ...TABLE_INCLUDES,
    '#include <cstdio>',
    '#include <fstream>',
    '#include <iterator>',
    '#include <string>',
    '#include <vector>',
    '',
    `namespace ${namespace} {`,
    '',
    `constexpr const char* mainFile = ${cppString(MAIN_FILE)};`,
    '',
    ...cppTables(program, module),
    '',
    compileProgram.trimEnd(),
    '',
    `}  // namespace ${namespace}`,
    '',
    ...mainLines(namespace, program.name),
    '',
  ].join('\n');
}

const DRAW_NOTE: readonly string[] = [
  '// They contain no draws: comments after them describe the pipelines, and “meshes” has the vertices.',
];

function mainLines(namespace: string, name: string): string[] {
  return [
    'int main(int count, char** arguments) {',
    `    const auto code = ${namespace}::compileProgram(count > 1 ? arguments[1] : "shaders");`,
    '    if (code == nullptr) return 1;',
    `    std::ofstream file(${cppString(`${name}.spv`)}, std::ios::binary);`,
    '    file.write(static_cast<const char*>(code->getBufferPointer()),',
    '               static_cast<std::streamsize>(code->getBufferSize()));',
    '    // Here, a host creates a pipeline for each entry point, fills the bindings, and dispatches.',
    `    for (const auto& dispatch : ${namespace}::dispatches) {`,
    '        std::printf("dispatch %s%s\\n", dispatch.entryPoint,',
    '                    dispatch.firstFrameOnly ? " in the first frame" : "");',
    '    }',
    '    return file ? 0 : 1;',
    '}',
  ];
}

export const place = 70;

export const format: ExportFormat = {
  id: 'slang-api',
  name: 'C++ with Slang API',
  description:
    'An outline in C++17 that compiles the sources with the Slang API, with bindings, uniforms and ' +
    `dispatches as constants. ${CHECKED}`,
  limits: hostLimits,
  async make(program, context) {
    const compiled = await compileSpirv(program, context);
    if (!compiled.ok) return compiled;
    const text = writeSlangApiProgram(program, compiled.value.interface);
    const host = { path: `${program.name}.cpp`, text };
    const files = new Map([...dataFiles(program), ...(await meshFiles(program))]);
    return ok(await packExport(program, host, files, `${program.name}-slang-api`));
  },
};

import { casesIn } from './runtimeCases.ts';

const CALL = '[playground::CALL(1, 1, 1)] [playground::CALL::ONCE]';

export const say = (
  body: string,
  { imports = 'import playground;\nimport printing;', call = CALL, before = '' } = {},
) =>
  `${imports}
${before}[shader("compute")]
[numthreads(1, 1, 1)]
${call}
void say()
{
    ${body}
}
`;

export interface QuickFixCase {
  readonly title: string;
  readonly source: string;
  readonly at: string;
  readonly fix: string;
  readonly printed: string;
}

/** `head` has the options `at`, `fix` and perhaps `call`, and declarations. */
function fixInSay(title: string, printed: string, head: string, body: string): QuickFixCase {
  const options = new Map<string, string>();
  const before = head.replaceAll(/^(at|fix|call): ?(.*)\n/gm, (_, name, value) => {
    options.set(name, value);
    return '';
  });
  const { at = '', fix = '', call = CALL } = Object.fromEntries(options);
  return { title, source: say(body, { call, before }), at, fix, printed };
}

/**
 * Errors that a quick fix corrects, with the output of the corrected shader. `lints.test.ts` checks
 * all kinds of fixes.
 */
export const QUICK_FIX_CASES: readonly QuickFixCase[] = [
  {
    title: 'a missing import',
    source: say('printf("imported");', { imports: 'import playground;' }),
    at: 'printf',
    fix: 'Add import printing;',
    printed: 'imported',
  },
  {
    title: 'an old printMain',
    source: 'void printMain()\n{\n    printf("migrated");\n}\n',
    at: 'printMain',
    fix: 'Make printMain an entry point that runs once',
    printed: 'migrated',
  },
  ...casesIn(
    fixInSay,
    `
= a texture of several components that is read and written => stored
at: RWTexture2D
fix: Only write it: WTexture2D
[playground::BLACK(4, 4)] RWTexture2D<float4> canvas;
> canvas[uint2(0)] = float4(1); printf("stored");
= an indirect call by a buffer that does not exist => called
at: "group"
fix: Change it to "groups"
call: [playground::CALL_INDIRECT("group", 0)] [playground::CALL::ONCE]
[playground::ZEROS(3)] RWStructuredBuffer<uint> groups;
[shader("compute")]
[numthreads(3, 1, 1)]
[playground::CALL(3, 1, 1)] [playground::CALL::ONCE]
void count(uint3 at : SV_DispatchThreadID)
{
    groups[at.x] = 1;
}
> printf("called");
`,
  ),
];

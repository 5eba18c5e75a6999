import { fc } from './property.ts';

/** A kernel of 32-bit integers, and what it prints. */
export interface Kernel {
  readonly source: string;
  readonly printed: string;
}

const NAMES = ['a', 'b', 'c', 'd'] as const;
type Variables = Record<(typeof NAMES)[number], number>;

interface Expression {
  readonly text: string;
  value(variables: Variables): number;
}

type End = 'next' | 'break' | 'continue';

interface Statement {
  readonly lines: readonly string[];
  run(variables: Variables): End;
}

const OPERATORS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => (one + other) | 0,
  '-': (one, other) => (one - other) | 0,
  '*': (one, other) => Math.imul(one, other),
  '&': (one, other) => one & other,
  '^': (one, other) => one ^ other,
};

const FUNCTION = `int apart(int x, int y)
{
    if (x > y) return x - y;
    int twice = y * 2;
    return x + twice;
}`;

const apart = (x: number, y: number) => (x > y ? (x - y) | 0 : (x + Math.imul(y, 2)) | 0);

const variable = fc.constantFrom(...NAMES);

const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const operands = fc.tuple(tie('expression'), tie('expression'));
  return {
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.nat(9).map((number): Expression => ({ text: `${number}`, value: () => number })),
      variable.map((name): Expression => ({ text: name, value: (each) => each[name] })),
      fc.tuple(fc.constantFrom(...Object.entries(OPERATORS)), operands).map(
        ([[operator, combine], [one, other]]): Expression => ({
          text: `(${one.text} ${operator} ${other.text})`,
          value: (each) => combine(one.value(each), other.value(each)),
        }),
      ),
      operands.map(
        ([one, other]): Expression => ({
          text: `apart(${one.text}, ${other.text})`,
          value: (each) => apart(one.value(each), other.value(each)),
        }),
      ),
      fc.tuple(operands, operands).map(
        ([[one, other], [yes, no]]): Expression => ({
          text: `(${one.text} < ${other.text} ? ${yes.text} : ${no.text})`,
          value: (each) => (one.value(each) < other.value(each) ? yes : no).value(each),
        }),
      ),
    ),
  };
});

function runAll(statements: readonly Statement[], variables: Variables): End {
  for (const statement of statements) {
    const end = statement.run(variables);
    if (end !== 'next') return end;
  }
  return 'next';
}

function blockOf(statements: readonly Statement[]): string[] {
  return ['{', ...statements.flatMap(({ lines }) => lines).map((line) => `    ${line}`), '}'];
}

function repeated(times: number, body: readonly Statement[]): Statement['run'] {
  return (variables) => {
    for (let time = 0; time < times; time += 1) if (runAll(body, variables) === 'break') break;
    return 'next';
  };
}

const assignment = fc
  .tuple(variable, fc.constantFrom('=', '+=', '-='), expression)
  .map(([name, operator, { text, value }]): Statement => {
    const combine = OPERATORS[operator.slice(0, -1)] ?? ((_: number, other: number) => other);
    return {
      lines: [`${name} ${operator} ${text};`],
      run(variables) {
        variables[name] = combine(variables[name], value(variables));
        return 'next';
      },
    };
  });

const jump = fc.tuple(variable, expression, fc.constantFrom('break', 'continue')).map(
  ([name, { text, value }, end]): Statement => ({
    lines: [`if (${name} > ${text}) ${end};`],
    run: (variables) => (variables[name] > value(variables) ? end : 'next'),
  }),
);

const { block } = fc.letrec<{ statement: Statement; block: Statement[] }>((tie) => {
  const body = fc
    .tuple(tie('block'), fc.option(jump), assignment)
    .map(([before, leave, after]) => [...before, ...(leave ? [leave] : []), after]);
  const times = fc.nat(3);
  return {
    statement: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      assignment,
      fc.tuple(expression, tie('block'), fc.option(tie('block'))).map(
        ([{ text, value }, then, other]): Statement => ({
          lines: [
            `if (${text} > 3)`,
            ...blockOf(then),
            ...(other ? ['else', ...blockOf(other)] : []),
          ],
          run: (variables) => runAll(value(variables) > 3 ? then : (other ?? []), variables),
        }),
      ),
      fc.tuple(times, body).map(
        ([count, statements]): Statement => ({
          lines: [`for (int i = 0; i < ${count}; i++)`, ...blockOf(statements)],
          run: repeated(count, statements),
        }),
      ),
      fc.tuple(times, body).map(
        ([count, statements]): Statement => ({
          lines: [`{ int n = 0; while (n++ < ${count})`, ...blockOf(statements), '}'],
          run: repeated(count, statements),
        }),
      ),
      fc.tuple(expression, tie('block'), tie('block')).map(
        ([{ text, value }, zero, other]): Statement => ({
          lines: [
            `switch (${text} & 1)`,
            ...[
              '{',
              'case 0:',
              ...blockOf(zero),
              'break;',
              'default:',
              ...blockOf(other),
              'break;',
            ],
            '}',
          ],
          run: (variables) => runAll((value(variables) & 1) === 0 ? zero : other, variables),
        }),
      ),
    ),
    block: fc.array(tie('statement'), { maxLength: 3 }),
  };
});

/** Kernels with declarations, calls, branches, loops and jumps. */
export const anyKernel = fc.array(block, { minLength: 2, maxLength: 4 }).map((blocks): Kernel => {
  const statements = blocks.flat();
  const variables: Variables = { a: 1, b: -2, c: 3, d: 40 };
  const source = `import playground;
import printing;

${FUNCTION}

[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void main(uint3 id : SV_DispatchThreadID)
{
    int a = int(id.x) + 1, b = a - 3;
    int c = 3;
    int d = 40;
${statements
  .flatMap(({ lines }) => lines)
  .map((line) => `    ${line}\n`)
  .join('')}
    printf("%d %d %d %d", a, b, c, d);
}
`;
  runAll(statements, variables);
  return { source, printed: NAMES.map((name) => variables[name]).join(' ') };
});

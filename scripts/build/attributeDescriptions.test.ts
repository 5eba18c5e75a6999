import { expect, it } from 'vitest';
import { readAttributeFile } from './attributeDescriptions.ts';

it('reads the description of an attribute from the comment before its example', () => {
  const text = `/// What it makes,
/// in two lines.
/// @effect What it does
/// in detail: all of it.
/// @appliesTo A \`buffer\`.
/// @argument string url = "a:b, c": where:
/// anywhere

// The example.
import playground;
`;
  expect(readAttributeFile(text)).toEqual({
    summary: ['What it makes,', 'in two lines.'],
    meaning: 'What it does in detail: all of it.',
    appliesTo: 'A `buffer`.',
    arguments: [{ type: 'string', name: 'url', sample: '"a:b, c"', meaning: 'where: anywhere' }],
    example: '// The example.\nimport playground;\n',
  });
});

it('says which part of a description is missing', () => {
  expect(() => readAttributeFile('/// It is.\n/// @effect It does.\n')).toThrow(
    'The first comment needs a summary, @effect and @appliesTo.',
  );
  expect(() =>
    readAttributeFile('/// It is.\n/// @effect A.\n/// @appliesTo B.\n/// @argument count\n'),
  ).toThrow('Write "@argument type name = sample: meaning" instead of: count');
});

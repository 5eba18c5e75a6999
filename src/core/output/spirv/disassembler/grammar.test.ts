import { expect, it } from 'vitest';
import { GRAMMAR } from './grammar.generated.ts';
import { Grammar, SUPPLEMENT } from './grammar.ts';

it('does not rename in the supplement what spirv-dis knows', () => {
  const generated = new Grammar([GRAMMAR]).instructions;
  const whole = new Grammar([GRAMMAR, SUPPLEMENT]).instructions;
  const changed = [...generated].flatMap(([opcode, entry]) => {
    const now = whole.get(opcode);
    return now?.signature === entry.signature && now.name === entry.name ? [] : [now];
  });
  expect(changed).toEqual([{ name: 'TypeFloat', signature: 'rn FPEncoding?', resultAt: 1 }]);
});

it('rejects an unknown operand kind', () => {
  const grammar = new Grammar(['= core\n0 Nop Unheard\n']);
  expect(() => grammar.groups('Unheard')).toThrow('The grammar has no operand kind Unheard.');
});

it('finds the extended instructions of a family of sets by the start of its name', () => {
  const grammar = new Grammar(['= set Family.\n3 Member ii\n= set Single\nOnly\n']);
  expect(grammar.extendedSet('Family.5')?.get(3)?.name).toBe('Member');
  expect(grammar.extendedSet('Single')?.get(0)?.name).toBe('Only');
  expect(grammar.extendedSet('Single.1')).toBeUndefined();
});

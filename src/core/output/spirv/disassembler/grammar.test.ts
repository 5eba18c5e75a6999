import { expect, it } from 'vitest';
import { GRAMMAR } from './grammar.generated.ts';
import { type Entry, Grammar, SUPPLEMENT } from './grammar.ts';

/** Every instruction of a grammar, and every value of the enumerations that these refer to. */
function everyEntry(grammar: Grammar): Map<string, Entry> {
  const found = new Map<string, Entry>();
  const visit = (place: string, entries: ReadonlyMap<number, Entry>): void => {
    for (const [number, entry] of entries) {
      const key = `${place} ${number}`;
      if (found.has(key)) continue;
      found.set(key, entry);
      for (const kind of grammar.groups(entry.signature).flatMap((group) => group.kinds)) {
        if (typeof kind !== 'string') visit(kind.entries.get(0)?.name ?? 'kind', kind.entries);
      }
    }
  };
  visit('Op', grammar.instructions);
  return found;
}

it('has an operand kind for each word of each signature', () => {
  expect(everyEntry(new Grammar([GRAMMAR, SUPPLEMENT])).size).toBeGreaterThan(1300);
});

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

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasValue } from '#core/source/instrument/decodeTrace.ts';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import { demoNames } from '../../../../tests/support/demos.ts';
import { traceOf } from '../../../../tests/support/traceBuilder.ts';
import { float } from '../../../../tests/support/tracedValues.ts';
import { createReplay } from './createReplay.ts';

const demos = path.resolve(import.meta.dirname, '../../../core/slang/demos');

describe('each site of a demo', () => {
  it.each(demoNames())('shows its value in %s', (name) => {
    const program = instrumentSource(readFileSync(path.join(demos, `${name}.slang`), 'utf8'));
    const steps = program.sites.map((site) => ({
      site: site.id,
      value: hasValue(site) ? float(site.id) : null,
    }));
    const replay = createReplay(traceOf(program, steps));
    expect(replay.notExecuted.size).toBe(0);
    for (const { id, line, event } of program.sites) {
      if (event.kind !== 'value') continue;
      const value = float(id);
      expect(replay.variablesAt(id).map((variable) => variable.value)).toContainEqual(value);
      const shown = replay.valuesAt(id).find((each) => each.line === line)?.values;
      expect(shown).toContainEqual({ name: event.name, value });
    }
  });
});

import type { Random } from '../random.ts';
import type { Control } from './controls.ts';
import type { MonkeyInputs } from './inputs.ts';
import type { Act, ControlName, Spot, Step } from './steps.ts';

export interface Scene {
  readonly random: Random;
  readonly controls: readonly Control[];
  readonly inputs: MonkeyInputs;
  /** How often each control has been used, by name; unused controls are preferred. */
  readonly used: ReadonlyMap<string, number>;
}

interface Choice {
  readonly weight: number;
  /** The next acts; empty if this is not possible in the scene. */
  readonly acts: (scene: Scene) => readonly Act[];
}

const SIZES = [
  { width: 1400, height: 900 },
  { width: 900, height: 420 },
  { width: 390, height: 844 },
];

/** No key here leaves the page or opens a browser window. */
const KEYS = [
  ...['Escape', 'Enter', 'Space', 'Tab', 'Shift+Tab', 'Backspace', 'Delete', 'Home', 'End'],
  ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Shift+ArrowDown'],
  ...['F1', 'F2', 'F3', 'F4', 'F5', 'F7', 'F8', 'F9', 'F10', 'F12', 'Shift+F12', 'Alt+F12'],
  ...[
    'Space',
    'Enter',
    'A',
    'F',
    'Z',
    'Y',
    'X',
    'S',
    'D',
    'G',
    'B',
    'U',
    'End',
    'Home',
    '/',
    '.',
  ].map((key) => `ControlOrMeta+${key}`),
  ...['Space', 'O', 'L', 'K', 'F', 'Enter', 'ArrowDown'].map((key) => `ControlOrMeta+Shift+${key}`),
  ...[
    'ControlOrMeta+Alt+G',
    'Alt+ArrowLeft',
    'Alt+ArrowRight',
    'Alt+ArrowUp',
    'Shift+Alt+ArrowDown',
  ],
];

const TEXTS = [
  ...[
    'import playground;\n',
    'import noise;\n',
    'float x = 1.0;\n',
    '// note',
    '"',
    '{',
    '}',
    '\n',
  ],
  ...[
    'x',
    'x.',
    'pl',
    'foo(',
    '[playground::',
    'float4 ',
    'noise',
    'a b',
    '1e9',
    '-1',
    '漢字',
    '🎉',
  ],
];

const COMMANDS = [
  ...['New', 'New file', 'Help', 'Find in target code', 'Browse all demos', 'Go to line', 'Format'],
  ...['Debugger', 'Resources', 'Profile', 'Targets', 'Changes', 'Compare', 'History', 'Export'],
  ...['Fluid', 'Ocean', 'Simple Print', 'Rename', 'References', 'Run', 'Step one frame forward'],
];

const SOURCE = { kind: 'cm-scroller', name: 'Shader source', nth: 0 };
const NEW_FILE = { kind: 'button', name: 'New file', nth: 0 };

const CHOICES: readonly Choice[] = [
  { weight: 45, acts: useControl },
  { weight: 14, acts: ({ random }) => [{ do: 'key', key: random.pick(KEYS) }] },
  { weight: 10, acts: ({ random }) => [{ do: 'type', text: random.pick(TEXTS) }] },
  { weight: 6, acts: leaveWhileOpen },
  { weight: 4, acts: ({ random }) => [{ do: 'command', title: random.pick(COMMANDS) }] },
  { weight: 4, acts: openDemo },
  {
    weight: 4,
    acts: (scene) => onControl(scene, (on) => ({ do: 'hover', on, at: spot(scene.random) })),
  },
  {
    weight: 2,
    acts: (scene) =>
      onControl(scene, (on) => {
        const by = [scene.random.below(240) - 120, scene.random.below(240) - 120] as const;
        return { do: 'drag', on, at: spot(scene.random), by };
      }),
  },
  {
    weight: 2,
    acts: ({ random, inputs }) => [{ do: 'paste', source: pickName(random, inputs.sources) }],
  },
  {
    weight: 2,
    acts: ({ random, inputs }) => [{ do: 'drop', files: pickName(random, inputs.files) }],
  },
  { weight: 2, acts: ({ random }) => [{ do: 'size', ...random.pick(SIZES) }] },
  { weight: 2, acts: ({ random }) => [{ do: 'wheel', by: random.below(2000) - 800 }] },
  { weight: 3, acts: () => [{ do: 'escape' }] },
  { weight: 1, acts: () => [{ do: 'reload' }] },
];

/** Chooses the next steps; at least one. */
export function chooseSteps(scene: Scene): Step[] {
  for (;;) {
    const acts = pickChoice(scene.random).acts(scene);
    if (acts.length > 0) return acts.map((act) => ({ ...act, wait: pause(scene.random) }));
  }
}

function pickChoice(random: Random): Choice {
  const whole = CHOICES.reduce((sum, { weight }) => sum + weight, 0);
  let place = random.below(whole);
  for (const choice of CHOICES) {
    if (place < choice.weight) return choice;
    place -= choice.weight;
  }
  throw new RangeError('The weights do not add up.');
}

/** Mostly shorter than a person needs, so that actions overlap; sometimes as long as a compile. */
function pause(random: Random): number {
  return random.chance(0.1) ? 600 : random.below(90);
}

const spot = (random: Random): Spot => [
  Math.round(random.next() * 100) / 100,
  Math.round(random.next() * 100) / 100,
];

const pickName = (random: Random, all: Readonly<Record<string, unknown>>): string =>
  random.pick(Object.keys(all));

const nameOf = ({ kind, name, nth }: ControlName): ControlName => ({ kind, name, nth });

function onControl(scene: Scene, act: (on: ControlName) => Act): readonly Act[] {
  const control = pickControl(scene);
  return control ? [act(nameOf(control))] : [];
}

function pickControl({ random, controls, used }: Scene): Control | undefined {
  const weights = controls.map(({ kind, name }) => 1 / (1 + (used.get(`${kind} ${name}`) ?? 0)));
  let place = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  return controls.find((_, at) => {
    place -= weights[at] ?? 0;
    return place < 0;
  });
}

function useControl(scene: Scene): readonly Act[] {
  const control = pickControl(scene);
  if (!control) return [];
  const { random } = scene;
  const on = nameOf(control);
  if (control.values) {
    return control.values.length > 0
      ? [{ do: 'choose', on, value: random.pick(control.values) }]
      : [];
  }
  if (control.kind === 'input:color') {
    return [{ do: 'choose', on, value: random.pick(['#000000', '#ffffff', '#3366cc']) }];
  }
  const count = random.chance(0.05) ? 2 : 1;
  const click = { do: 'click', on, at: spotOf(control, random), count } as const;
  const isField = /^(textarea|input:(text|search|number)|combobox|spinbutton)$/.test(control.kind);
  return isField ? [click, { do: 'type', text: random.pick(TEXTS) }] : [click];
}

/** Texts and pictures are clicked anywhere, controls in the middle. */
function spotOf({ kind }: Control, random: Random): Spot {
  return /^(cm-.*|canvas|slider|input:range)$/.test(kind) ? spot(random) : [0.5, 0.5];
}

function openDemo({ random, controls }: Scene): readonly Act[] {
  const list = controls.find(({ name, values }) => name === 'Load Demo' && values);
  return list?.values?.length
    ? [{ do: 'choose', on: nameOf(list), value: random.pick(list.values) }]
    : [];
}

/**
 * Opens something at the cursor, then shows another file, project or place before it finishes, so
 * that an operation that began on one text meets another.
 */
function leaveWhileOpen(scene: Scene): readonly Act[] {
  const { random, controls } = scene;
  const tabs = controls.filter(({ kind }) => kind === 'tab');
  const inSource: Act = { do: 'click', on: SOURCE, at: spot(random), count: 1 };
  const opening = random.pick<readonly Act[]>([
    [
      { do: 'type', text: random.pick(TEXTS) },
      { do: 'key', key: 'ControlOrMeta+Space' },
    ],
    [{ do: 'type', text: random.pick(['foo(', '[playground::', 'x.', 'pl']) }],
    [
      {
        do: 'key',
        key: random.pick([
          'ControlOrMeta+Alt+G',
          'ControlOrMeta+F',
          'F2',
          'F12',
          'ControlOrMeta+.',
        ]),
      },
    ],
    [{ do: 'hover', on: SOURCE, at: spot(random) }],
  ]);
  const leaving = random.pick<readonly Act[]>([
    [
      { do: 'click', on: NEW_FILE, at: [0.5, 0.5], count: 1 },
      { do: 'type', text: `noise${random.below(100)}\n` },
    ],
    tabs.length > 0
      ? [{ do: 'click', on: nameOf(random.pick(tabs)), at: [0.5, 0.5], count: 1 }]
      : [{ do: 'key', key: 'F5' }],
    [{ do: 'command', title: random.pick(['New', 'New file', 'Find in target code']) }],
    openDemo(scene),
  ]);
  return [inSource, ...opening, ...leaving];
}

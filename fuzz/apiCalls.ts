import { COMPILE_TARGETS } from '#core/output/compileTarget.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import { readRequest } from '#pages/embed/protocol/serveParent.ts';
import { createPlayground } from '#workspace/api/createPlayground.ts';
import { API_EVENTS } from '#workspace/api/playgroundApi.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices } from '../tests/support/fakeServices.ts';
import { playbackProgram } from '../tests/support/programs.ts';
import type { Random } from './random.ts';
import { checkSentence, type Reader } from './readers.ts';

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

/**
 * The API's methods, except `run` and `readFrame`: they wait for frames, and nothing draws here.
 */
const METHODS = [
  'project',
  'setProject',
  'compile',
  'pause',
  'resume',
  'setUniform',
  'state',
] as const;

/** Any value that a script may pass, whatever type is expected. */
function anyValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 2 ? 4 : 7);
  const names = [
    ...INHERITED,
    ...Object.keys(API_EVENTS),
    ...COMPILE_TARGETS,
    'level',
    'a.slang',
    '',
  ];
  if (kind < 2) return random.pick(names);
  if (kind === 2)
    return random.pick([0, 1, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]);
  if (kind === 3) return random.pick([undefined, null, true, () => undefined, Symbol.iterator, 1n]);
  const inside = () => anyValue(random, depth + 1);
  if (kind === 4) return Array.from({ length: random.below(4) }, inside);
  const value: Record<string, unknown> = random.chance(0.2) ? Object.create(null) : {};
  for (let count = random.below(4); count > 0; count -= 1) {
    // `__proto__` becomes an own property, as in JSON.
    const key = random.pick([...INHERITED, 'source', 'files', 'id', 'method', 'params']);
    Object.defineProperty(value, key, { value: inside(), enumerable: true, configurable: true });
  }
  return value;
}

/** Parameters that suit the method, plus many unknown names; occasionally anything. */
function paramsFor(method: (typeof METHODS)[number] | 'on', random: Random): unknown[] {
  if (random.chance(0.3)) return Array.from({ length: random.below(4) }, () => anyValue(random));
  switch (method) {
    case 'on':
      return [random.pick([...INHERITED, ...Object.keys(API_EVENTS)]), () => undefined];
    case 'setUniform':
      return [random.pick([...INHERITED, 'radius']), random.pick([0, 1, 3, anyValue(random)])];
    case 'compile':
      return [
        random.pick([...INHERITED, ...COMPILE_TARGETS]),
        random.pick([...INHERITED, undefined]),
      ];
    case 'setProject': {
      const files = Array.from({ length: random.below(3) }, () => [random.pick(PATHS), 'int a;']);
      return [{ source: '// a project', files: Object.fromEntries(files) }];
    }
    default:
      return [];
  }
}

const PATHS = [
  ...INHERITED,
  'a.slang',
  '__proto__.slang',
  'lib/constructor.slang',
  '../a.slang',
  '',
];

function described(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' || typeof part === 'string' ? part : String(part),
  );
}

/** Makes calls to a page's API, with fakes for everything outside the workspace. */
export async function apiReader(): Promise<Reader> {
  const slider = { min: 0, max: 2, default: 1 };
  const { services } = createFakeServices({
    compile: () => playbackProgram({ draws: true, slider }),
  });
  const workspace = createWorkspace(services);
  await workspace.start();
  const playground = createPlayground({
    ...{ workspace, observers: createFrameObservers() },
    compiler: () => services.createCompiler(() => {}),
    pageAddress: () => new URL('https://example.test/'),
  });
  const listen = (name: unknown, listener: unknown) => {
    const stop: unknown = Reflect.apply(playground.on, playground, [name, listener]);
    if (typeof stop !== 'function') throw new TypeError('Nothing ends the listening.');
    stop();
  };
  return {
    name: 'API call',
    prepare(random) {
      const method = random.chance(0.3) ? 'on' : random.pick(METHODS);
      const params = paramsFor(method, random);
      return {
        input: described([method, params]),
        async read() {
          try {
            if (method === 'on') listen(...([...params, undefined] as [unknown, unknown]));
            else await Reflect.apply(playground[method], playground, params);
          } catch (thrown) {
            if (!(thrown instanceof Error) || thrown.constructor !== Error) throw thrown;
            checkSentence(thrown.message);
            return `${method} refused`;
          }
          return method;
        },
      };
    },
  };
}

export const requestReader: Reader = {
  name: 'request',
  prepare(random) {
    const methods = [...METHODS, 'run', 'readFrame', 'subscribe', 'unsubscribe', ...INHERITED];
    const params = Array.from({ length: random.below(3) }, () => anyValue(random));
    const whole = { id: random.below(9), method: random.pick(methods), params };
    const message = random.chance(0.3) ? anyValue(random) : whole;
    return {
      input: described(message),
      async read() {
        const request = readRequest(message);
        if (!request.ok) {
          // The message may begin with the method's name.
          checkSentence(request.error.error.replace(/^\w+(?= takes )/, 'It'));
          return 'refused';
        }
        if (INHERITED.includes(request.value.method)) throw new Error('It has no such method.');
        return request.value.method;
      },
    };
  },
};

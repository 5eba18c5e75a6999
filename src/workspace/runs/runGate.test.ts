import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ParsedResourceCommand, RunDescriptor } from '#core/plan/runDescriptor.ts';
import { createRunGate, type GatedRun, remoteOrigins } from './runGate.ts';

const IMAGE = { type: 'URL', urls: ['https://other.test/a.png'], format: 'rgba8unorm' };
const FETCHES = {
  ...{ uri: 'https://own.test/demos/user.slang', assets: {}, callCommands: [{ callOnce: false }] },
  resourceCommands: [{ resourceName: 'picture', parsedCommand: IMAGE }],
} as unknown as RunDescriptor;

const ONCE_ONLY = { callCommands: [{ callOnce: true }] } as unknown as RunDescriptor;

const run = (more: Partial<GatedRun> = {}): GatedRun => ({
  ...{ source: 'text', descriptor: FETCHES, cause: 'pressed', foreign: false, siteDemo: false },
  ...more,
});

let clock: number;
let living: Set<string>;
/** Callbacks that wait for a paint; null while the page paints. */
let unpainted: (() => void)[] | null;
beforeEach(() => {
  clock = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => clock);
  living = new Set();
  unpainted = null;
});

/** The gate of a page that lives until `ends` is called. */
function open(id = 'page') {
  living.add(id);
  const gate = createRunGate(
    () => 'https://own.test',
    {
      id,
      hasEnded: async (other) => !living.has(other),
      afterPaint: (callback) => (unpainted ? unpainted.push(callback) : callback()),
    },
    () => clock,
  );
  return { ...gate, ends: () => living.delete(id) };
}
type Page = ReturnType<typeof open>;

describe('fetching from another site', () => {
  const held = { kind: 'origins', origins: ['https://other.test'] };

  it.each<[Partial<GatedRun>, verdict: typeof held | null]>([
    [{ foreign: true }, held],
    [{ cause: 'opened' }, held],
    [{}, null],
    [{ cause: 'chosen' }, null],
    [{ cause: 'chosen', foreign: true }, held],
  ])('requires consent once for links and automatic starts: %o', async (more, verdict) => {
    expect(await open().check(run(more))).toEqual(verdict);
    open().allow(['https://other.test']);
    expect(await open().check(run(more))).toBeNull();
  });

  it('requires consent once per page if the browser stores nothing', async () => {
    const storage = localStorage;
    vi.stubGlobal('localStorage', undefined);
    const gate = open();
    expect(await gate.check(run({ foreign: true }))).toEqual(held);
    gate.allow(['https://other.test']);
    expect(await gate.check(run({ foreign: true }))).toBeNull();
    vi.stubGlobal('localStorage', storage);
    gate.allow([]);
    expect(storage.getItem('playground:allowed-origins')).toBe('["https://other.test"]');
  });

  it('requires consent again if the stored consent is damaged', async () => {
    for (const damaged of ['{"https://other.test":1}', '[oh']) {
      localStorage.setItem('playground:allowed-origins', damaged);
      expect(await open().check(run({ foreign: true }))).toEqual(held);
    }
  });
});

const automatic = run({ cause: 'opened', descriptor: { ...FETCHES, resourceCommands: [] } });

/** A new page's verdict on the text that the other pages have run. */
const nextVerdict = () => open('next').check(automatic);

const UNFINISHED = { kind: 'suspect', badEnd: 'unfinished' };
const LOST_DEVICE = { kind: 'suspect', badEnd: 'lost device' };

function begin({ crashRecord }: Page, more: Partial<GatedRun> = {}): void {
  crashRecord.launched('text');
  crashRecord.tookOver({ ...automatic, ...more });
}

function drawFrame({ crashRecord }: Page, milliseconds = 16): void {
  crashRecord.frame();
  clock += milliseconds;
  crashRecord.frameDone();
}

describe('a source that has lost the device', () => {
  it('does not start by itself until it has lasted', async () => {
    const page = open();
    begin(page);
    page.lost('text');
    expect(await nextVerdict()).toEqual(LOST_DEVICE);
    expect(await open().check({ ...automatic, cause: 'pressed' })).toBeNull();
    expect(await open().check({ ...automatic, source: 'another' })).toBeNull();

    begin(page);
    drawFrame(page);
    expect(await nextVerdict()).toEqual(LOST_DEVICE);
    drawFrame(page, 3000);
    expect(await nextVerdict()).toBeNull();
  });

  it('is not cleared by a pause after a few frames, but by a frame that was its whole work', async () => {
    const page = open();
    begin(page);
    page.lost('text');
    begin(page);
    drawFrame(page);
    page.crashRecord.playback('paused');
    expect(await nextVerdict()).toEqual(LOST_DEVICE);
    begin(page, { descriptor: ONCE_ONLY });
    drawFrame(page);
    expect(await nextVerdict()).toBeNull();
  });
});

describe('a source that was running when the page ended', () => {
  it('is suspected in every tab until it has lasted', async () => {
    const page = open();
    begin(page);
    page.ends();
    for (const id of ['same tab', 'another tab', 'a later one']) {
      expect(await open(id).check(automatic)).toEqual(UNFINISHED);
    }
    const onPurpose = open('on purpose');
    begin(onPurpose);
    drawFrame(onPurpose, 3000);
    expect(await nextVerdict()).toBeNull();
  });

  it('is suspected if it was being built, together with the running source', async () => {
    const page = open();
    begin(page, { source: 'older' });
    page.crashRecord.launched('text');
    page.ends();
    const next = open('next');
    expect(await next.check(automatic)).toEqual(UNFINISHED);
    expect(await next.check({ ...automatic, source: 'older' })).toEqual(UNFINISHED);
  });

  it('is suspected as its newest text, even if live mode changed nothing else', async () => {
    const page = open();
    begin(page, { source: 'older' });
    page.crashRecord.launched('text');
    page.crashRecord.unchanged('text');
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
    expect(await open().check({ ...automatic, source: 'older' })).toBeNull();
  });

  type Act = (page: Page) => unknown;
  const starts: Act = (page) => begin(page);
  const startsOnce: Act = (page) => begin(page, { descriptor: ONCE_ONLY });
  const olderStartsOnce: Act = (page) => begin(page, { descriptor: ONCE_ONLY, source: 'older' });
  const draws: Act = (page) => drawFrame(page);
  const drawsLong: Act = (page) => drawFrame(page, 3000);
  const beginsFrame: Act = ({ crashRecord }) => crashRecord.frame();
  const endsFrame: Act = ({ crashRecord }) => crashRecord.frameDone();
  const pauses: Act = ({ crashRecord }) => crashRecord.playback('paused');
  const resumes: Act = ({ crashRecord }) => crashRecord.playback('playing');
  const hides: Act = ({ crashRecord }) => crashRecord.pageHidden(true);
  const isBuilt: Act = ({ crashRecord }) => crashRecord.launched('text');
  const fails: Act = ({ crashRecord }) => crashRecord.launchFailed();
  const stops: Act = ({ crashRecord }) => crashRecord.ended();
  const minutePasses: Act = () => (clock += 60_000);
  const secondsPass: Act = () => (clock += 2000);
  const holdsPaints: Act = () => (unpainted = []);
  const paints: Act = () => {
    for (const paint of unpainted ?? []) paint();
  };

  it.each<[when: string, verdict: typeof UNFINISHED | null, acts: Act[]]>([
    ['it has drawn for a while', null, [starts, drawsLong]],
    ['it has finished its work', null, [startsOnce, draws]],
    ['its text is not painted yet', UNFINISHED, [holdsPaints, startsOnce, draws, pauses]],
    ['its text is painted', null, [holdsPaints, startsOnce, draws, paints]],
    [
      'an earlier run’s text is painted',
      UNFINISHED,
      [holdsPaints, olderStartsOnce, draws, starts, paints],
    ],
    ['it is paused after a frame', null, [starts, draws, pauses]],
    ['it has resumed', UNFINISHED, [starts, draws, pauses, minutePasses, resumes, draws]],
    ['a frame ended after its pause', null, [starts, beginsFrame, pauses, endsFrame]],
    ['its page was hidden in a frame', null, [starts, draws, beginsFrame, hides]],
    ['a frame was overdue', UNFINISHED, [starts, beginsFrame, secondsPass, hides]],
    ['it was hidden while it was being built', null, [isBuilt, hides]],
    ['it could not be built', null, [isBuilt, fails]],
    ['it ended with an error', null, [starts, stops]],
  ])('is suspected only if it may have ended the page: %s', async (_when, verdict, acts) => {
    const page = open();
    for (const act of acts) act(page);
    page.ends();
    expect(await nextVerdict()).toEqual(verdict);
  });

  it('is not suspected while its page lives in another tab', async () => {
    begin(open());
    expect(await nextVerdict()).toBeNull();
  });
});

describe('an unfinished start', () => {
  /** Ends a page during its run of the source. */
  const ends = () => {
    const page = open(crypto.randomUUID());
    begin(page);
    clock += 1;
    page.ends();
  };
  const threeEnd = () => {
    for (let count = 0; count < 3; count += 1) ends();
  };
  const lasts = () => {
    const page = open('lasting');
    begin(page);
    drawFrame(page, 3000);
    page.ends();
  };
  const loses = () => open().lost('text');
  const demo = { ...automatic, siteDemo: true };
  const link = { ...automatic, foreign: true };
  const twice = [null, UNFINISHED];

  it.each<[name: string, GatedRun, steps: (() => void)[], verdicts: unknown[]]>([
    ['holds a demo after two in a row', demo, [ends, ends, lasts, ends], [...twice, null, null]],
    ['holds a user’s new source immediately', automatic, [ends], [UNFINISHED]],
    ['holds a source that lasted after two', automatic, [lasts, ends, ends], [null, ...twice]],
    ['holds a link immediately, even if it lasted', link, [lasts, ends], twice],
    ['counts once for a demo if all pages ended with the browser', demo, [threeEnd], [null]],
    ['counts if all pages ended with the browser', automatic, [threeEnd], [UNFINISHED]],
    ['does not outweigh a lost device', demo, [loses], [LOST_DEVICE]],
  ])('%s', async (_name, next, steps, verdicts) => {
    const found: unknown[] = [];
    for (const act of steps) {
      act();
      found.push(await open().check(next));
    }
    expect(found).toEqual(verdicts);
  });
});

const OWN = { path: 'https://mine.test/own.png', type: 'image/png', size: 4, hash: 'abc' };

const originsOf = (...commands: ParsedResourceCommand[]) =>
  remoteOrigins(
    {
      assets: { 'https://mine.test/own.png': OWN },
      uri: 'https://own.test/demos/user.slang',
      resourceCommands: commands.map((parsedCommand, index) => ({
        resourceName: `resource${index}`,
        parsedCommand,
      })),
    },
    'https://own.test',
  );

const image = (...urls: string[]) => ({ type: 'URL', urls, format: 'rgba8unorm' }) as const;
const data = (url: string) => ({ type: 'DATA', url, elementSize: 4 }) as const;

it('names each remote origin once, in the order of the resources', () => {
  expect(
    originsOf(
      image('https://pictures.test/a.png'),
      data('http://numbers.test:8080/b.bin'),
      image('//pictures.test/c.png', 'https://layers.test/d.png'),
    ),
  ).toEqual(['https://pictures.test', 'http://numbers.test:8080', 'https://layers.test']);
});

it('does not name the page’s own origin, files of the project, or addresses without an origin', () => {
  expect(
    originsOf(
      image('mountains.png'),
      image('https://own.test/x.png'),
      data('data:text/plain,abc'),
      image('blob:https://other.test/1'),
      image('javascript:alert(1)'),
      image('https://mine.test/own.png'),
      image('https://['),
      { type: 'RAND', count: 4 },
    ),
  ).toEqual([]);
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { createRunGate, type GatedRun } from './runGate.ts';

const FETCHES = {
  uri: 'https://own.test/demos/user.slang',
  assets: {},
  callCommands: [{ callOnce: false }],
  resourceCommands: [
    {
      resourceName: 'picture',
      parsedCommand: { type: 'URL', urls: ['https://other.test/a.png'], format: 'rgba8unorm' },
    },
  ],
} as unknown as RunDescriptor;

const ONCE_ONLY = { callCommands: [{ callOnce: true }] } as unknown as RunDescriptor;

const run = (more: Partial<GatedRun> = {}): GatedRun => ({
  source: 'text',
  descriptor: FETCHES,
  cause: 'pressed',
  foreign: false,
  siteDemo: false,
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

  it('requires consent if the text came from a link, or nobody pressed Run', async () => {
    expect(await open().check(run({ foreign: true }))).toEqual(held);
    expect(await open().check(run({ cause: 'opened' }))).toEqual(held);
    expect(await open().check(run())).toBeNull();
  });

  it('requires no consent if the text was written or chosen here', async () => {
    const own = run({ cause: 'chosen' });
    expect(await open().check(own)).toBeNull();
    expect(await open().check({ ...own, foreign: true })).toEqual(held);
  });

  it('requires consent only once', async () => {
    open().allow(['https://other.test']);
    expect(await open().check(run({ foreign: true }))).toBeNull();
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

  it('is suspected until its printed text is painted, even if it has finished its work', async () => {
    unpainted = [];
    const page = open();
    begin(page, { descriptor: ONCE_ONLY });
    drawFrame(page);
    page.crashRecord.playback('paused');
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
  });

  it('is not cleared by a paint of an earlier run', async () => {
    unpainted = [];
    const page = open();
    begin(page, { descriptor: ONCE_ONLY, source: 'older' });
    drawFrame(page);
    begin(page);
    for (const paint of unpainted) paint();
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
  });

  it('is suspected if the page was hidden while the GPU had an overdue frame', async () => {
    const page = open();
    begin(page);
    page.crashRecord.frame();
    clock += 2000;
    page.crashRecord.pageHidden(true);
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
  });
});

describe('an unfinished start', () => {
  /** Ends a page during its run of the source. */
  const endUnfinished = (id: string, more: Partial<GatedRun> = {}) => {
    const page = open(id);
    begin(page, more);
    clock += 1;
    page.ends();
  };
  const lastOnce = () => {
    const page = open('lasting');
    begin(page);
    drawFrame(page, 3000);
    page.ends();
  };
  const demo = { ...automatic, siteDemo: true };
  const link = { ...automatic, foreign: true };

  it('holds one of the site’s demos only after two in a row', async () => {
    endUnfinished('first');
    expect(await open().check(demo)).toBeNull();
    endUnfinished('second');
    expect(await open().check(demo)).toEqual(UNFINISHED);
    lastOnce();
    endUnfinished('third');
    expect(await open().check(demo)).toBeNull();
  });

  it('holds a user’s source that lasted before only after two in a row', async () => {
    lastOnce();
    endUnfinished('first');
    expect(await open().check(automatic)).toBeNull();
    endUnfinished('second');
    expect(await open().check(automatic)).toEqual(UNFINISHED);
  });

  it('holds a link immediately, even if it lasted before', async () => {
    lastOnce();
    endUnfinished('first');
    expect(await open().check(link)).toEqual(UNFINISHED);
  });

  it('counts once for all pages that ended with the browser', async () => {
    for (const id of ['one tab', 'another tab', 'a third tab']) endUnfinished(id);
    expect(await open().check(demo)).toBeNull();
    expect(await open().check(automatic)).toEqual(UNFINISHED);
  });

  it('does not outweigh a lost device, for which one loss is enough', async () => {
    open().lost('text');
    expect(await open().check(demo)).toEqual(LOST_DEVICE);
  });
});

describe('a source is not suspected', () => {
  const innocent: Record<string, (page: Page) => void> = {
    'while its page lives in another tab': (page) => begin(page),
    'once it has drawn for a while': (page) => {
      begin(page);
      drawFrame(page, 3000);
      page.ends();
    },
    'once it has finished its work': (page) => {
      begin(page, { descriptor: ONCE_ONLY });
      drawFrame(page);
      page.ends();
    },
    'once its printed text is painted': (page) => {
      unpainted = [];
      begin(page, { descriptor: ONCE_ONLY });
      drawFrame(page);
      for (const paint of unpainted) paint();
      page.ends();
    },
    'while it is paused after a frame': (page) => {
      begin(page);
      drawFrame(page);
      page.crashRecord.playback('paused');
      page.ends();
    },
    'if it was paused during a frame that has finished since': (page) => {
      begin(page);
      page.crashRecord.frame();
      page.crashRecord.playback('paused');
      page.crashRecord.frameDone();
      page.ends();
    },
    'if its page was hidden before it ended': (page) => {
      begin(page);
      drawFrame(page);
      page.crashRecord.frame();
      page.crashRecord.pageHidden(true);
      page.ends();
    },
    'if its page was hidden while it was being built': (page) => {
      page.crashRecord.launched('text');
      page.crashRecord.pageHidden(true);
      page.ends();
    },
    'if it could not be built': (page) => {
      page.crashRecord.launched('text');
      page.crashRecord.launchFailed();
      page.ends();
    },
    'if it ended with an error': (page) => {
      begin(page);
      page.crashRecord.ended();
      page.ends();
    },
  };

  for (const [when, act] of Object.entries(innocent)) {
    it(when, async () => {
      act(open());
      expect(await nextVerdict()).toBeNull();
    });
  }

  it('while it is paused, but again when it resumes', async () => {
    const page = open();
    begin(page);
    drawFrame(page);
    page.crashRecord.playback('paused');
    clock += 60_000;
    page.crashRecord.playback('playing');
    drawFrame(page);
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
  });
});

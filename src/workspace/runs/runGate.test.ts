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
/** What waits for a paint, while the page does not paint. */
let unpainted: (() => void)[] | null;
beforeEach(() => {
  clock = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => clock);
  living = new Set();
  unpainted = null;
});

/** The gate of a page that lives until it `ends`. */
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

describe('what is fetched from elsewhere', () => {
  const held = { kind: 'origins', origins: ['https://other.test'] };

  it('is asked about if the text came by a link, or nobody pressed Run', async () => {
    expect(await open().check(run({ foreign: true }))).toEqual(held);
    expect(await open().check(run({ cause: 'opened' }))).toEqual(held);
    expect(await open().check(run())).toBeNull();
  });

  it('is not asked about if the text was written or chosen here', async () => {
    const own = run({ cause: 'chosen' });
    expect(await open().check(own)).toBeNull();
    expect(await open().check({ ...own, foreign: true })).toEqual(held);
  });

  it('is asked about once: what was allowed is remembered', async () => {
    open().allow(['https://other.test']);
    expect(await open().check(run({ foreign: true }))).toBeNull();
  });

  it('is asked about once a page where the browser keeps nothing', async () => {
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

  it('is asked about again where the memory is damaged', async () => {
    for (const damaged of ['{"https://other.test":1}', '[oh']) {
      localStorage.setItem('playground:allowed-origins', damaged);
      expect(await open().check(run({ foreign: true }))).toEqual(held);
    }
  });
});

const automatic = run({ cause: 'opened', descriptor: { ...FETCHES, resourceCommands: [] } });

/** What a new page says to the text that the others have run. */
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
  it('is not started by itself any more, until it has lasted', async () => {
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

  it('is not cleared by a pause after a few frames, but by a frame that was all it does', async () => {
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

describe('a source during whose run the page has ended', () => {
  it('is suspected from then on, in every tab, until it has lasted', async () => {
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

  it('is suspected while it was being built, and with it what ran meanwhile', async () => {
    const page = open();
    begin(page, { source: 'older' });
    page.crashRecord.launched('text');
    page.ends();
    const next = open('next');
    expect(await next.check(automatic)).toEqual(UNFINISHED);
    expect(await next.check({ ...automatic, source: 'older' })).toEqual(UNFINISHED);
  });

  it('is suspected by its newest text, where live mode has changed nothing else', async () => {
    const page = open();
    begin(page, { source: 'older' });
    page.crashRecord.launched('text');
    page.crashRecord.unchanged('text');
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
    expect(await open().check({ ...automatic, source: 'older' })).toBeNull();
  });

  it('is suspected while what it printed is not painted, though it has done all that it does', async () => {
    unpainted = [];
    const page = open();
    begin(page, { descriptor: ONCE_ONLY });
    drawFrame(page);
    page.crashRecord.playback('paused');
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
  });

  it('is not cleared by the paint of what ran before', async () => {
    unpainted = [];
    const page = open();
    begin(page, { descriptor: ONCE_ONLY, source: 'older' });
    drawFrame(page);
    begin(page);
    for (const paint of unpainted) paint();
    page.ends();
    expect(await nextVerdict()).toEqual(UNFINISHED);
  });

  it('is suspected if the page was left while the GPU had owed a frame for seconds', async () => {
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
  /** A page whose run of the source ends with it. */
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

  it('holds a source of the user’s own that lasted before only after two in a row', async () => {
    lastOnce();
    endUnfinished('first');
    expect(await open().check(automatic)).toBeNull();
    endUnfinished('second');
    expect(await open().check(automatic)).toEqual(UNFINISHED);
  });

  it('holds a link at once, even if it lasted before', async () => {
    lastOnce();
    endUnfinished('first');
    expect(await open().check(link)).toEqual(UNFINISHED);
  });

  it('counts once for all pages that ended with the browser', async () => {
    for (const id of ['one tab', 'another tab', 'a third tab']) endUnfinished(id);
    expect(await open().check(demo)).toBeNull();
    expect(await open().check(automatic)).toEqual(UNFINISHED);
  });

  it('does not outweigh a lost device, which one loss proves', async () => {
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
    'once it has done all that it does': (page) => {
      begin(page, { descriptor: ONCE_ONLY });
      drawFrame(page);
      page.ends();
    },
    'once what it printed is painted': (page) => {
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
    'if it was paused before its frame was done, which is done now': (page) => {
      begin(page);
      page.crashRecord.frame();
      page.crashRecord.playback('paused');
      page.crashRecord.frameDone();
      page.ends();
    },
    'if its page was left in good order': (page) => {
      begin(page);
      drawFrame(page);
      page.crashRecord.frame();
      page.crashRecord.pageHidden(true);
      page.ends();
    },
    'if its page was left while it was being built': (page) => {
      page.crashRecord.launched('text');
      page.crashRecord.pageHidden(true);
      page.ends();
    },
    'if it could not be built': (page) => {
      page.crashRecord.launched('text');
      page.crashRecord.launchFailed();
      page.ends();
    },
    'if an error has ended it': (page) => {
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

  it('while it is paused, but again when it goes on', async () => {
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

/** The first events of a page, which other work waits for. */
export interface PageStart {
  /** Resolves when the GPU has drawn a first frame. It may never come. */
  readonly firstFrame: Promise<void>;
  /** Resolves when the compiler has answered for the first time. It may never do. */
  readonly compilerAnswered: Promise<void>;
}

/** Reports these events. Only the first call of each counts. */
export interface PageStartReports {
  frameDrawn(): void;
  compilerAnswered(): void;
}

export function createPageStart(): { start: PageStart; reports: PageStartReports } {
  const [firstFrame, frameDrawn] = createEvent();
  const [answered, compilerAnswered] = createEvent();
  return {
    start: { firstFrame, compilerAnswered: answered },
    reports: { frameDrawn, compilerAnswered },
  };
}

function createEvent(): readonly [Promise<void>, () => void] {
  let happen: () => void = () => {};
  const event = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return [event, happen];
}

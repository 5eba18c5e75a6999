/** A page's first events, which other work waits for. */
export interface PageStart {
  /** Resolves when the GPU has drawn the first frame; may never resolve. */
  readonly firstFrame: Promise<void>;
  /** Resolves when the compiler has returned its first result; may never resolve. */
  readonly compilerAnswered: Promise<void>;
}

/** Reports the events above. Only the first call of each counts. */
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

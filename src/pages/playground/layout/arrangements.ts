import type { Arrangement } from '#core/project/links/arrangement.ts';

/** How an arrangement divides the page at first. Its sizes are stored apart from those of others. */
interface Division {
  readonly title: string;
  /** What it is good for. */
  readonly detail: string;
  /** Of the width, for the source. */
  readonly source: number;
  /** Of the height beside it, for the picture; null if there is none. */
  readonly picture: number | null;
  /** Whether a tool is open at first. */
  readonly hasTool?: boolean;
}

/** The sizes of “Code” are those of the specification, section 9. */
export const DIVISIONS: Readonly<Record<Arrangement, Division>> = {
  code: { title: 'Code', detail: 'Source, picture and results', source: 62, picture: 69 },
  compile: {
    title: 'Compile',
    detail: 'Source and output side by side, without the picture',
    source: 50,
    picture: null,
  },
  debug: {
    title: 'Debug',
    detail: 'Source and picture above a tool',
    source: 62,
    picture: 69,
    hasTool: true,
  },
  picture: {
    title: 'Picture',
    detail: 'The picture as large as it can be, beside a narrow source',
    source: 26,
    picture: 88,
  },
};

/** A control by what a person calls it, so that a step means the same in another run. */
export interface ControlName {
  /** Its role, or else its element. */
  readonly kind: string;
  readonly name: string;
  /** Which of those with the same kind and name, in the order of the page. */
  readonly nth: number;
}

/** Fractions of an element's visible part. */
export type Spot = readonly [x: number, y: number];

export type ActOnControl =
  | { readonly do: 'click'; readonly on: ControlName; readonly at: Spot; readonly count: number }
  | { readonly do: 'hover'; readonly on: ControlName; readonly at: Spot }
  | { readonly do: 'drag'; readonly on: ControlName; readonly at: Spot; readonly by: Spot }
  /** Chooses a value of a list, or enters one in a field for colors. */
  | { readonly do: 'choose'; readonly on: ControlName; readonly value: string };

/** What a person does once. */
export type Act =
  | ActOnControl
  | { readonly do: 'key'; readonly key: string }
  | { readonly do: 'type'; readonly text: string }
  /** Replaces the source with one of the inputs. */
  | { readonly do: 'paste'; readonly source: string }
  /** Drops one of the inputs' sets of files. */
  | { readonly do: 'drop'; readonly files: string }
  | { readonly do: 'size'; readonly width: number; readonly height: number }
  | { readonly do: 'wheel'; readonly by: number }
  /** Runs a command of the palette. */
  | { readonly do: 'command'; readonly title: string }
  /** Closes dialogs with Escape. */
  | { readonly do: 'escape' }
  | { readonly do: 'reload' };

/** An act, and how many milliseconds pass before the next. */
export type Step = Act & { readonly wait: number };

/** One line, from which {@link readSteps} reads the step again. */
export const lineOf = (step: Step): string => JSON.stringify(step);

/** The steps of a text that has them on lines of their own, perhaps after a number. */
export function readSteps(text: string): Step[] {
  return text.split('\n').flatMap((line) => {
    const start = line.indexOf('{"do":');
    return start < 0 ? [] : [JSON.parse(line.slice(start)) as Step];
  });
}

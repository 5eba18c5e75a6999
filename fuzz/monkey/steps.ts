/** A control by its visible name, so that a step means the same in another run. */
export interface ControlName {
  /** Its role, or its element name if it has none. */
  readonly kind: string;
  readonly name: string;
  /** Index among the controls with this kind and name, in page order. */
  readonly nth: number;
}

/** Fractions of an element's visible part. */
export type Spot = readonly [x: number, y: number];

export type ActOnControl =
  | { readonly do: 'click'; readonly on: ControlName; readonly at: Spot; readonly count: number }
  | { readonly do: 'hover'; readonly on: ControlName; readonly at: Spot }
  | { readonly do: 'drag'; readonly on: ControlName; readonly at: Spot; readonly by: Spot }
  /** Chooses a list's option, or enters a value in a colour field. */
  | { readonly do: 'choose'; readonly on: ControlName; readonly value: string };

export type Act =
  | ActOnControl
  | { readonly do: 'key'; readonly key: string }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'paste'; readonly source: string }
  | { readonly do: 'drop'; readonly files: string }
  | { readonly do: 'size'; readonly width: number; readonly height: number }
  | { readonly do: 'wheel'; readonly by: number }
  | { readonly do: 'command'; readonly title: string }
  | { readonly do: 'escape' }
  | { readonly do: 'reload' };

/** An act, and the pause before the next one in milliseconds. */
export type Step = Act & { readonly wait: number };

/** The step as one line, which {@link readSteps} reads back. */
export const lineOf = (step: Step): string => JSON.stringify(step);

/** Reads steps from a text that has one per line, optionally after a number. */
export function readSteps(text: string): Step[] {
  return text.split('\n').flatMap((line) => {
    const start = line.indexOf('{"do":');
    return start < 0 ? [] : [JSON.parse(line.slice(start)) as Step];
  });
}

/** Evaluates the conditions of the preprocessor. */
export interface Conditions {
  /** Whether an `#if`, `#ifdef` or `#ifndef` holds; undefined if unknown. */
  decide(directive: string, rest: string): boolean | undefined;
  /**
   * Handles any other directive in active text. `isConditional`: an unknown condition decides
   * whether the text is active.
   */
  direct(directive: string, rest: string, isConditional: boolean): void;
}

interface Activity {
  direct(directive: string): void;
  isActive(): boolean;
  /** Whether an unknown condition decides. */
  isConditional(): boolean;
}

/** An `#if` whose `#endif` has not been read. Undefined means unknown. */
interface OpenCondition {
  holds: boolean | undefined;
  /** Whether this or an earlier branch is compiled. */
  isTaken: boolean | undefined;
}

/** Both branches of an unknown condition count as active. */
export function createActivity(conditions: Conditions = NUMBERS): Activity {
  const open: OpenCondition[] = [];
  const activity: Activity = {
    direct(directive) {
      const [, name = '', rest = ''] = /^#\s*(\w*)([\s\S]*)$/.exec(directive) ?? [];
      switch (name) {
        case 'if':
        case 'ifdef':
        case 'ifndef': {
          const holds = conditions.decide(name, rest);
          open.push({ holds, isTaken: holds });
          return;
        }
        case 'elif':
        case 'else': {
          const condition = open.at(-1);
          const holds = name === 'else' || conditions.decide('if', rest);
          if (condition) goOn(condition, holds);
          return;
        }
        case 'endif':
          open.pop();
          return;
        default:
          if (activity.isActive()) conditions.direct(name, rest, activity.isConditional());
      }
    },
    isActive: () => open.every(({ holds }) => holds !== false),
    isConditional: () => open.some(({ holds }) => holds === undefined),
  };
  return activity;
}

function goOn(condition: OpenCondition, holds: boolean | undefined): void {
  const { isTaken } = condition;
  condition.holds =
    isTaken === true || holds === false ? false : isTaken === false ? holds : undefined;
  if (isTaken === false || condition.holds !== false) condition.isTaken = condition.holds;
}

/** Decides only the conditions `0` and `1`. */
const NUMBERS: Conditions = {
  decide(directive, rest) {
    const [, number] = /^\s*([01])\s*(?:\/[/*].*)?$/.exec(rest) ?? [];
    return directive === 'if' && number !== undefined ? number === '1' : undefined;
  },
  direct() {},
};

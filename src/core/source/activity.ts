/** Decides what the conditions of the preprocessor let through. */
export interface Conditions {
  /** Whether an `#if`, `#ifdef` or `#ifndef` holds; undefined if that is not known. */
  decide(directive: string, rest: string): boolean | undefined;
  /** Another directive, in text that is compiled, or may be if `isConditional`. */
  direct(directive: string, rest: string, isConditional: boolean): void;
}

/** Which text its directives let through. */
interface Activity {
  direct(directive: string): void;
  isActive(): boolean;
  /** Whether a condition that is not known decides. */
  isConditional(): boolean;
}

/** An `#if` whose `#endif` has not come. Undefined is what is not known. */
interface OpenCondition {
  /** Whether this branch is compiled. */
  holds: boolean | undefined;
  /** Whether it or a branch before is. */
  isTaken: boolean | undefined;
}

/** Both branches of a condition that is not known count. */
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

/** To the next branch. */
function goOn(condition: OpenCondition, holds: boolean | undefined): void {
  const { isTaken } = condition;
  condition.holds =
    isTaken === true || holds === false ? false : isTaken === false ? holds : undefined;
  if (isTaken === false || condition.holds !== false) condition.isTaken = condition.holds;
}

/** Decides those that are 0 or 1. */
const NUMBERS: Conditions = {
  decide(directive, rest) {
    const [, number] = /^\s*([01])\s*(?:\/[/*].*)?$/.exec(rest) ?? [];
    return directive === 'if' && number !== undefined ? number === '1' : undefined;
  },
  direct() {},
};

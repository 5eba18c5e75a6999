import type { ToolContext } from './tool.ts';

/** Creates a value that the tools of a page share, when a tool first needs it. */
export function perContext<Value>(create: (context: ToolContext) => Value) {
  const made = new WeakMap<ToolContext, Value>();
  return (context: ToolContext): Value => {
    const known = made.get(context);
    if (known !== undefined) return known;
    const value = create(context);
    made.set(context, value);
    return value;
  };
}

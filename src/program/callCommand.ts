import { fail, ok, type Result } from '#shared/result.ts';
import { ATTRIBUTE_PREFIX } from './parameterCommand.ts';
import type { EntryPointReflection } from './reflection.ts';
import type { CallCommand, ResourceBinding } from './runDescriptor.ts';

/**
 * Reads an entry point's call attributes (specification, section 5, "Call attributes"); undefined
 * if it has none, since then it is never dispatched.
 */
export function planCall(
  { name: fnName, attributes }: EntryPointReflection,
  layout: Readonly<Record<string, ResourceBinding>>,
): Result<CallCommand | undefined> {
  const named = (...names: string[]) =>
    attributes.filter(({ name }) => names.includes(name.slice(ATTRIBUTE_PREFIX.length)));
  const once = named('CALL_ONCE');
  if (once.length > 1) return fail(`Multiple CALL ONCE commands found for ${fnName}`);
  const calls = named('CALL', 'CALL_SIZE_OF', 'CALL_INDIRECT');
  if (calls.length > 1) return fail(`Multiple CALL commands found for ${fnName}`);
  const [call] = calls;
  if (!call) return ok(undefined);

  const callOnce = once.length === 1;
  switch (call.name.slice(ATTRIBUTE_PREFIX.length)) {
    case 'CALL':
      return ok({ type: 'FIXED_SIZE', fnName, callOnce, size: call.arguments.map(Number) });
    case 'CALL_SIZE_OF': {
      const resourceName = String(call.arguments[0]);
      if (!layout[resourceName]) {
        return fail(`Cannot find resource ${resourceName} for ${fnName} CALL command`);
      }
      return ok({ type: 'RESOURCE_BASED', fnName, callOnce, resourceName });
    }
    default:
      return fail(`CALL_INDIRECT attribute of ${fnName} is not supported by this version.`);
  }
}

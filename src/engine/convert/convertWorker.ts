import { convert } from '#core/source/convert/convert.ts';
import { serveCalls } from '#engine/worker/calls.ts';
import type { ConvertMethods } from './convertClient.ts';

serveCalls<ConvertMethods>({ convert: ({ text, form }) => convert(text, form) });

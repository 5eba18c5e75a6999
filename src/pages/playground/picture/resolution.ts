import type { Resolution } from '#core/plan/runControls.ts';
import type { SelectOption } from '#ui/Select.tsx';

export const RESOLUTION_OPTIONS: readonly SelectOption[] = [
  { value: '0.5', text: '½×' },
  { value: '1', text: '1×' },
  { value: 'device', text: 'Device' },
];

export function resolutionOf(value: string): Resolution | null {
  switch (value) {
    case '0.5':
      return 0.5;
    case '1':
      return 1;
    case 'device':
      return 'device';
    default:
      return null;
  }
}

import { useSyncExternalStore } from 'react';
import {
  type Choice,
  type ChoiceOf,
  chosen,
  subscribeToChoices,
} from '#engine/storage/settings.ts';

export function useChoice<Name extends Choice>(name: Name): ChoiceOf<Name> {
  return useSyncExternalStore(subscribeToChoices, () => chosen(name));
}

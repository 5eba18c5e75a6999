import { messageOf } from '#core/util/errors.ts';
import type { AddressService } from '#workspace/services.ts';

export const browserAddress: AddressService = {
  current: () => new URL(location.href),
  replace(address) {
    if (address.href === location.href) return;
    try {
      history.replaceState(history.state, '', address);
    } catch (thrown) {
      // Safari allows 100 changes per 30 seconds.
      console.warn(`The address bar could not be updated: ${messageOf(thrown)}`);
    }
  },
  onFragmentChange(listener) {
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  },
};

import type { AddressService } from '#workspace/services.ts';

let address = new URL(location.href);

/** The address that the page was opened with. Nobody sees its changes, so they stay in memory. */
export const embedAddress: AddressService = {
  current: () => new URL(address),
  replace(next) {
    address = new URL(next);
  },
  onFragmentChange: () => () => {},
};

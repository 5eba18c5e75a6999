import type { Dispose } from '#core/util/disposer.ts';

/** The part of an element that is used here. */
export type Scroller = Pick<HTMLElement, 'scrollTop' | 'addEventListener' | 'removeEventListener'>;

/**
 * Keeps two elements of equal content height at the same vertical position. An event that only
 * reports what was set here is ignored: an animated scroll has gone on in the meantime, and would
 * jump back.
 */
export function scrollTogether(one: Scroller, other: Scroller): Dispose {
  const known = new Map<Scroller, number>();
  const follow = (leader: Scroller, follower: Scroller): Dispose => {
    const onScroll = () => {
      const position = leader.scrollTop;
      if (known.get(leader) === position) return;
      known.set(leader, position);
      if (follower.scrollTop === position) return;
      follower.scrollTop = position;
      // The follower may not reach it.
      known.set(follower, follower.scrollTop);
    };
    leader.addEventListener('scroll', onScroll);
    return () => leader.removeEventListener('scroll', onScroll);
  };
  const disposals = [follow(one, other), follow(other, one)];
  return () => {
    for (const dispose of disposals) dispose();
  };
}

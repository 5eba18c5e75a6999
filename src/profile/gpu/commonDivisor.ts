/** The largest whole number that divides both, which are whole; 0 divides as nothing does. */
export function commonDivisor(one: number, other: number): number {
  let [larger, smaller] = [one, other];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

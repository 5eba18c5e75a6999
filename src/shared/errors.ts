/** The message of any thrown value. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message !== '') return thrown.message;
  return String(thrown);
}

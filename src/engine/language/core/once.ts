/** Calls the function on first use, and returns the same answer each time. */
export function once<Answer>(make: () => Answer): () => Answer {
  let made: { readonly answer: Answer } | undefined;
  return () => {
    made ??= { answer: make() };
    return made.answer;
  };
}

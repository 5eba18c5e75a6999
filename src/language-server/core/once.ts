/** The same answer each time, made when it is first asked for. */
export function once<Answer>(make: () => Answer): () => Answer {
  let made: { readonly answer: Answer } | undefined;
  return () => {
    made ??= { answer: make() };
    return made.answer;
  };
}

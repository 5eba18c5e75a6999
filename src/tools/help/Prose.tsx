import { Fragment } from 'react';

/** A text with code in backticks. */
export function Prose({ text }: { readonly text: string }) {
  const pieces = text.split('`').map((piece, index) => ({ piece, index, isCode: index % 2 === 1 }));
  return pieces.map(({ piece, index, isCode }) =>
    isCode ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
  );
}

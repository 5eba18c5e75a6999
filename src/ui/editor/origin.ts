import { invertedEffects } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';

const changed = StateEffect.define<number>();

const field = StateField.define<number>({
  create: () => 0,
  update: (origin, { effects }) => effects.find((effect) => effect.is(changed))?.value ?? origin,
});

/**
 * The number of the opened text that the current text derives from. An edit keeps it, and
 * undo restores it together with the text.
 */
export function originOf(state: EditorState): number {
  return state.field(field);
}

export function origins(first: number): Extension {
  const inverted = ({ effects, startState }: Transaction) =>
    effects.some((effect) => effect.is(changed)) ? [changed.of(originOf(startState))] : [];
  return [field.init(() => first), invertedEffects.of(inverted)];
}

/** Must be in the transaction that opens the text. */
export function withOrigin(origin: number): StateEffect<number> {
  return changed.of(origin);
}

/** The same text was opened from elsewhere. This is not an undo step. */
export function onlyOrigin(origin: number): TransactionSpec {
  return { effects: withOrigin(origin), annotations: Transaction.addToHistory.of(false) };
}

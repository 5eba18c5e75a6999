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
 * Which of the texts that were opened the text derives from: by their numbers. An edit keeps it, and
 * undo brings it back together with the text.
 */
export function originOf(state: EditorState): number {
  return state.field(field);
}

export function origins(first: number): Extension {
  const inverted = ({ effects, startState }: Transaction) =>
    effects.some((effect) => effect.is(changed)) ? [changed.of(originOf(startState))] : [];
  return [field.init(() => first), invertedEffects.of(inverted)];
}

/** Belongs into the transaction that opens the text. */
export function withOrigin(origin: number): StateEffect<number> {
  return changed.of(origin);
}

/** The same text was opened from elsewhere, which is no step to undo. */
export function onlyOrigin(origin: number): TransactionSpec {
  return { effects: withOrigin(origin), annotations: Transaction.addToHistory.of(false) };
}

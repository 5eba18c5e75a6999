import type { FilmChoices } from '#tools/capture/film/choices.ts';

export interface FieldsProps {
  readonly choices: FilmChoices;
  readonly onChange: (part: Partial<FilmChoices>) => void;
}

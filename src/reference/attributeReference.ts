/** What Help and the editor say of one attribute of the module `playground`. Code in texts stands in backticks. */
export interface AttributeReference {
  /** As it is written after `playground::`, such as `CALL::SIZE_OF`. */
  readonly name: string;
  /** In their order; type and name are those of the struct's fields in playground.slang. */
  readonly arguments: readonly AttributeArgument[];
  /** What it is written before. */
  readonly appliesTo: string;
  /** What it does, in full sentences. */
  readonly meaning: string;
  /** A whole shader that runs and shows the attribute at work. */
  readonly example: string;
}

export interface AttributeArgument {
  readonly type: 'int' | 'float' | 'string';
  readonly name: string;
  /** With its unit and its range. */
  readonly meaning: string;
  /** A value to begin with, as it is written in Slang. */
  readonly sample: string;
}

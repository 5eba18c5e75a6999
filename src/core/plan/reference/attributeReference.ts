/**
 * The reference entry of one attribute of the module `playground`, for Help and the editor. Texts
 * mark code with backticks.
 */
export interface AttributeReference {
  /** The name after `playground::`, such as `CALL::SIZE_OF`. */
  readonly name: string;
  /** In order; type and name equal those of the struct's fields in playground.slang. */
  readonly arguments: readonly AttributeArgument[];
  /** The declarations that it applies to. */
  readonly appliesTo: string;
  /** The attribute's effect, in full sentences. */
  readonly meaning: string;
  /** A complete shader that runs and shows the attribute's effect. */
  readonly example: string;
}

export interface AttributeArgument {
  readonly type: 'int' | 'float' | 'string';
  readonly name: string;
  /** Includes the unit and the range. */
  readonly meaning: string;
  /** An initial value in Slang syntax, for completion. */
  readonly sample: string;
}

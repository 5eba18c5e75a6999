/** Characters that identifiers cannot contain, which the compiler escapes: `x2B` for `+`. */
const ESCAPED = /x([2-7][0-9A-F])/g;
const OPERATOR = /^(?:x[2-7][0-9A-F])+$/;
/** A compiler-generated member, marked by `.$` in SPIR-V and by an escaped `$` elsewhere. */
const MEMBER = /(?:\.\$|_x24)(?:init|_syn_(\w+)|__syn_(\w+|\(\)))$/;
const CALL_OPERATOR = /(?:\.\(\)|_x28x29)$/;
const LAMBDA = /_\d+$(?<=_slang_Lambda_(\w+)_\d+)/;

/** Whether a name is an escaped operator, such as `x3Dx3D` for `==`. */
export function isOperator(name: string): boolean {
  return OPERATOR.test(name);
}

/** Whether a function is a derivative, which contains another function's name but not its code. */
export function isDerivative(name: string): boolean {
  return /^s_(?:bwd|fwd|primal|apply)_/.test(name);
}

/** The name without the number that the compiler appends: `ring` for `ring_0`. */
export function withoutSuffix(name: string): string {
  return name.replace(/_\d+$/, '');
}

/**
 * A readable name for a function of target code, given its name without suffix: `lambda in draw`,
 * `operator+`, `Ramp.operator()`; for a constructor, the struct's name.
 */
export function sourceName(name: string): string {
  // The compiler writes this operator as an empty name.
  if (name === '') return 'operator/';
  if (isOperator(name)) return `operator${unescapeName(name)}`;
  if (/^[^\w$]+$/.test(name)) return `operator${name}`;
  const isCall = CALL_OPERATOR.test(name) || /(?:_x24_syn_x28x29|\.\$__syn_\(\))$/.test(name);
  const made = MEMBER.exec(name);
  const owner = made ? name.slice(0, made.index) : name.replace(CALL_OPERATOR, '');
  const lambda = LAMBDA.exec(owner);
  if (lambda) return `lambda in ${lambda[1]}`;
  if (isCall) return `${owner}.operator()`;
  const member = made?.[1] ?? made?.[2];
  return member === undefined ? owner : `${owner}.${member}`;
}

/** Decodes an escaped name: `==` for `x3Dx3D`. */
export function unescapeName(name: string): string {
  return name.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

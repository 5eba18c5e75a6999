/** Characters that no identifier has, which the compiler writes as `x2B` for `+`. */
const ESCAPED = /x([2-7][0-9A-F])/g;
const OPERATOR = /^(?:x[2-7][0-9A-F])+$/;
/** A member that the compiler makes; a dot in SPIR-V, nothing but an escaped `$` elsewhere. */
const MEMBER = /(?:\.\$|_x24)(?:init|_syn_(\w+)|__syn_(\w+|\(\)))$/;
const CALL_OPERATOR = /(?:\.\(\)|_x28x29)$/;
const LAMBDA = /_\d+$(?<=_slang_Lambda_(\w+)_\d+)/;

/** Whether a name is that of an operator, such as `x3Dx3D` for `==`. */
export function isOperator(name: string): boolean {
  return OPERATOR.test(name);
}

/**
 * Whether a function is a derivative, which has the name of another function in its own, but not its
 * code.
 */
export function isDerivative(name: string): boolean {
  return /^s_(?:bwd|fwd|primal|apply)_/.test(name);
}

/** The name without the number that the compiler appends to it, such as `ring` for `ring_0`. */
export function withoutSuffix(name: string): string {
  return name.replace(/_\d+$/, '');
}

/**
 * What a person calls a function of target code, given its name without suffix: `lambda in draw`,
 * `operator+`, `Ramp.operator()`; the name of a struct for the function that makes one.
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

/** The characters of an escaped name, such as `==` for `x3Dx3D`. */
export function unescapeName(name: string): string {
  return name.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

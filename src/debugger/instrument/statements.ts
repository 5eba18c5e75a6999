import { afterClosing, type Span, splitList, type Token } from '#program/source/tokens.ts';
import type { Body } from './bodies.ts';
import { declaratorsIn } from './declarators.ts';
import {
  afterSemicolon,
  assignmentIn,
  isRepeatable,
  lambdasIn,
  type LambdaBody,
  rootName,
} from './expressions.ts';
import type { Collector } from './instrument.ts';
import { readParameters } from './parameters.ts';

export interface StatementReader {
  /** Puts sites into the statements of a function. */
  block(body: Body, parameters: ReadonlyMap<string, number>): void;
}

/** What holds for the statements of one function. */
interface FunctionContext {
  readonly name: string;
  /** Its derivatives are computed: nothing may stand between a value and where it goes. */
  readonly isDifferentiable: boolean;
}

/** Names that can be used here, and where they stop. */
interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, number>;
  /** Offset of its end. */
  readonly to: number;
}

/** Reads statements by their tokens. What it does not understand stays as it is. */
export function createStatementReader(collector: Collector): StatementReader {
  const { tokens, text, insert, addSite, addVariable, enterFunction, lineAt } = collector;
  let context: FunctionContext = { name: '', isDifferentiable: false };
  let scope: Scope = { parent: null, names: new Map(), to: text.length };

  const fromOf = (index: number) => tokens[index]?.from ?? text.length;
  const toOf = (index: number) => tokens[index - 1]?.to ?? 0;
  const spanOf = (start: number, end: number): Span => ({ from: fromOf(start), to: toOf(end) });
  const textOf = (start: number, end: number) => text.slice(fromOf(start), toOf(end));
  const is = (index: number, expected: string) => tokens[index]?.text === expected;

  const within = (to: number, work: () => number): number => {
    const before = scope;
    scope = { parent: before, names: new Map(), to };
    const next = work();
    scope = before;
    return next;
  };
  const variableNamed = (name: string): number | null => {
    for (let each: Scope | null = scope; each; each = each.parent) {
      const found = each.names.get(name);
      if (found !== undefined) return found;
    }
    return null;
  };

  /** Tells that a statement is reached, before it. */
  const reach = (start: number, end: number) => {
    const site = addSite(spanOf(start, end), { kind: 'statement' });
    if (site !== null) insert(fromOf(start), `trace_at(${site}); `);
  };
  /** Tells a value, behind the statement that ends before `after`. */
  const tellValue = (start: number, end: number, after: number) => {
    const root = rootName(tokens, start, end);
    const site = addSite(spanOf(start, end), {
      kind: 'value',
      name: textOf(start, end),
      variable: root === undefined ? null : variableNamed(root),
    });
    if (site !== null) insert(toOf(after), ` trace_value(${site}, ${textOf(start, end)});`);
  };
  const wrap = (start: number, end: number, call: string) => {
    insert(fromOf(start), `${call}, `);
    insert(toOf(end), ')');
  };

  /** Between the braces of a block, or of a switch. */
  const statements = (start: number, end: number): number => {
    let at = start;
    while (at < end) at = Math.max(at + 1, statement(at, end));
    return at;
  };
  const block = (open: number, end: number): number => {
    const close = afterClosing(tokens, open, end);
    within(fromOf(close - 1), () => statements(open + 1, close - 1));
    return close;
  };
  /** A statement that becomes a block, if it is none. */
  const branch = (at: number, end: number): number => {
    if (is(at, '{')) return block(at, end);
    insert(fromOf(at), '{ ');
    const next = within(fromOf(endOfStatement(at, end)), () => statement(at, end));
    insert(toOf(next), ' }');
    return next;
  };

  const condition = (start: number, end: number) => {
    const word = tokens[start]?.text ?? '';
    const isPlain = !/^(?:let|var)$/.test(word) && !isConstant(start, end);
    if (!isPlain || context.isDifferentiable || start >= end) return;
    expression(start, end);
    const site = addSite(spanOf(start, end), { kind: 'condition', text: textOf(start, end) });
    if (site !== null) wrap(start, end, `trace_test(${site}`);
  };
  const isConstant = (start: number, end: number) =>
    end - start === 1 && /^(?:true|false|\d+)$/.test(tokens[start]?.text ?? '');

  const ifStatement = (at: number, end: number): number => {
    const close = afterClosing(tokens, at + 1, end);
    condition(at + 2, close - 1);
    let next = branch(close, end);
    if (!is(next, 'else')) return next;
    next += 1;
    return is(next, 'if') ? ifStatement(next, end) : branch(next, end);
  };
  const whileStatement = (at: number, end: number): number => {
    const close = afterClosing(tokens, at + 1, end);
    condition(at + 2, close - 1);
    return branch(close, end);
  };
  const doStatement = (at: number, end: number): number => {
    const next = branch(at + 1, end);
    if (!is(next, 'while')) return next;
    const close = afterClosing(tokens, next + 1, end);
    condition(next + 2, close - 1);
    return afterSemicolon(tokens, close, end);
  };
  const forStatement = (at: number, end: number, isUnrolled: boolean): number => {
    const close = afterClosing(tokens, at + 1, end);
    const first = afterSemicolon(tokens, at + 2, close - 1);
    const second = afterSemicolon(tokens, first, close - 1);
    return within(fromOf(endOfStatement(close, end)), () => {
      const declared = declaratorsIn(tokens, at + 2, first - 1) ?? [];
      for (const { name } of declared) declare(name);
      if (!isUnrolled) condition(first, second - 1);
      const isBlock = is(close, '{');
      insert(isBlock ? toOf(close + 1) : fromOf(close), isBlock ? ' ' : '{ ');
      const inside = isBlock ? toOf(close + 1) : fromOf(close);
      const iteration = addSite(spanOf(at, close), { kind: 'iteration' });
      if (iteration !== null) insert(inside, `trace_at(${iteration}); `);
      for (const { name } of declared) {
        const variable = variableNamed(name.text);
        const site = addSite(name, { kind: 'value', name: name.text, variable });
        if (site !== null) insert(inside, `trace_value(${site}, ${name.text}); `);
      }
      if (isBlock) return block(close, end);
      const next = statement(close, end);
      insert(toOf(next), ' }');
      return next;
    });
  };
  const switchStatement = (at: number, end: number): number => {
    const close = afterClosing(tokens, at + 1, end);
    condition(at + 2, close - 1);
    return is(close, '{') ? block(close, end) : close;
  };
  const returnStatement = (at: number, end: number): number => {
    const next = afterSemicolon(tokens, at, end);
    const hasValue = next - at > 2;
    if (hasValue) expression(at + 1, next - 1);
    const canWrap = hasValue && !context.isDifferentiable && !is(at + 1, '{');
    const site = addSite(spanOf(at, next), { kind: 'return', hasValue: canWrap });
    if (site === null) return next;
    if (canWrap) wrap(at + 1, next - 1, `trace_result(${site}`);
    else insert(fromOf(at), `trace_at(${site}); `);
    return next;
  };

  const declare = (name: Token): number => {
    const variable = addVariable({ name: name.text, scope: { from: name.from, to: scope.to } });
    scope.names.set(name.text, variable);
    return variable;
  };
  const plainStatement = (at: number, end: number): number => {
    const next = afterSemicolon(tokens, at, end);
    const last = is(next - 1, ';') ? next - 1 : next;
    const declared = declaratorsIn(tokens, at, last);
    expression(at, last);
    if (declared) {
      for (const { name, hasValue } of declared) {
        const variable = declare(name);
        if (!hasValue) continue;
        const site = addSite(name, { kind: 'value', name: name.text, variable });
        if (site !== null) insert(toOf(next), ` trace_value(${site}, ${name.text});`);
      }
      return next;
    }
    const target = assignmentIn(tokens, at, last) ?? incrementIn(at, last);
    if (target && isRepeatable(tokens, target.start, target.end)) {
      tellValue(target.start, target.end, next);
      return next;
    }
    reach(at, next);
    return next;
  };
  const incrementIn = (start: number, end: number) => {
    const isStep = (at: number) =>
      /^[+-]$/.test(tokens[at]?.text ?? '') && tokens[at]?.text === tokens[at + 1]?.text;
    if (isStep(start)) return { start: start + 2, end };
    return isStep(end - 2) ? { start, end: end - 2 } : undefined;
  };

  /** Looks for lambdas, which have statements of their own. */
  const expression = (start: number, end: number): void => {
    for (const lambda of lambdasIn(tokens, start, end)) readLambda(lambda);
  };
  const readLambda = ({ parameters, start, end, isBlock }: LambdaBody): void => {
    const span = spanOf(parameters[0] - 1, end);
    const leave = enterFunction({
      name: `lambda in ${context.name}`,
      line: lineAt(span.from),
      entryPoint: null,
      ...span,
    });
    within(span.to, () => {
      const calls: string[] = [];
      const enter = addSite(span, { kind: 'enter' });
      if (enter !== null) calls.push(`trace_at(${enter});`);
      for (const { name } of readParameters(tokens, parameters, false)) {
        const variable = declare(name);
        const site = addSite(name, { kind: 'value', name: name.text, variable });
        if (site !== null) calls.push(`trace_value(${site}, ${name.text});`);
      }
      if (isBlock) {
        insert(toOf(start + 1), ` ${calls.join(' ')}`);
        return block(start, end);
      }
      expression(start, end);
      const site = addSite(spanOf(start, end), { kind: 'return', hasValue: true });
      if (site !== null && !context.isDifferentiable) wrap(start, end, `trace_result(${site}`);
      return end;
    });
    leave();
  };

  const endOfStatement = (at: number, end: number): number =>
    is(at, '{') ? afterClosing(tokens, at, end) - 1 : afterSemicolon(tokens, at, end) - 1;

  const statement = (start: number, end: number): number => {
    let at = start;
    let isUnrolled = false;
    while (is(at, '[')) {
      const close = afterClosing(tokens, at, end);
      isUnrolled ||= /unroll/i.test(textOf(at, close));
      at = close;
    }
    switch (tokens[at]?.text) {
      case '{':
        return block(at, end);
      case ';':
        return at + 1;
      case 'if':
        return is(at + 1, '(') ? ifStatement(at, end) : at + 1;
      case 'for':
        return is(at + 1, '(') ? forStatement(at, end, isUnrolled) : at + 1;
      case 'while':
        return whileStatement(at, end);
      case 'do':
        return doStatement(at, end);
      case 'switch':
        return switchStatement(at, end);
      case 'return':
        return returnStatement(at, end);
      case 'case':
      case 'default':
        return afterLabel(at, end);
      case 'break':
      case 'continue':
      case 'discard': {
        const next = afterSemicolon(tokens, at, end);
        reach(at, next);
        return next;
      }
      default:
        return otherStatement(at, end);
    }
  };
  const afterLabel = (start: number, end: number): number => {
    let at = start;
    while (at < end && !is(at, ':')) {
      at = /^[([{]$/.test(tokens[at]?.text ?? '') ? afterClosing(tokens, at, end) : at + 1;
    }
    return at + 1;
  };
  const otherStatement = (at: number, end: number): number => {
    const word = tokens[at]?.text ?? '';
    if (LEFT_ALONE.test(word)) return afterBraces(at, end);
    const isLabel = tokens[at]?.kind === 'word' && is(at + 1, ':');
    return isLabel ? at + 2 : plainStatement(at, end);
  };
  const afterBraces = (start: number, end: number): number => {
    let at = start;
    while (at < end && !is(at, '{') && !is(at, ';')) {
      at = /^[([]$/.test(tokens[at]?.text ?? '') ? afterClosing(tokens, at, end) : at + 1;
    }
    return is(at, '{') ? afterClosing(tokens, at, end) : at + 1;
  };

  return {
    block(body, parameters) {
      const to = fromOf(body.end - 1);
      context = { name: body.name, isDifferentiable: isDifferentiable(body) };
      scope = { parent: null, names: new Map(parameters), to };
      statements(body.open + 1, body.end - 1);
      if (!returnsNothing(tokens, body)) return;
      const site = addSite(spanOf(body.end - 1, body.end), { kind: 'return', hasValue: false });
      if (site !== null) insert(to, `trace_at(${site}); `);
    },
  };
}

/** What has statements of another kind in its braces, or none. */
const LEFT_ALONE =
  /^(?:struct|class|enum|interface|extension|typealias|typedef|using|spirv_asm|__target_switch|__stage_switch|__intrinsic_asm|defer|try|catch|throw|static_assert|func|expand|GpuForeach|__requirePrelude)$|^\$/;

function isDifferentiable({ attributes }: Body): boolean {
  return [...attributes.keys()].some((name) => /Differentiable$|^Differentiable$/.test(name));
}

function returnsNothing(tokens: readonly Token[], { nameAt, parameters, open, isModern }: Body) {
  const name = tokens[nameAt]?.text ?? '';
  if (/^(?:set|modify|__init)$/.test(name)) return true;
  if (isModern) {
    const behind = tokens.slice(parameters[1], open).map(({ text }) => text);
    return !behind.join('').includes('->') || behind.includes('void');
  }
  return tokens[nameAt - 1]?.text === 'void';
}

export { splitList };

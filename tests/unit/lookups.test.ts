import path from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isBindingElement,
  isComputedPropertyName,
  isElementAccessExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { withFolder } from '../support/typescript.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Look-ups that are safe for any name. */
const ALLOWED: readonly string[] = [
  // The function that does the check.
  'src/core/util/ownValue.ts: table[name]',
  // Writes each frame to an object without a prototype.
  'src/core/plan/animation.ts: values[name]',
  // A worker's methods: only the page calls them, and the type checker checks the names.
  'src/engine/worker/calls.ts: handlers[method]',
];

/** The computed key of a property access in `node`, or null. */
function keyIn(node: Node): Node | null {
  if (isElementAccessExpression(node)) return node.argumentExpression;
  if (isBinaryExpression(node)) {
    return node.operatorToken.kind === SyntaxKind.InKeyword ? node.left : null;
  }
  // `const { [name]: value } = table`
  if (isBindingElement(node) && node.propertyName && isComputedPropertyName(node.propertyName)) {
    return node.propertyName.expression;
  }
  return null;
}

/** Whether a key can be any text, rather than a number or one of a few known texts. */
function isAnyText(checker: Checker, type: Type): boolean {
  const { Any, Unknown, String: Text, TemplateLiteral, StringMapping, Instantiable } = TypeFlags;
  if (type.flags & (Any | Unknown | Text | TemplateLiteral | StringMapping)) return true;
  if (type.isUnionType()) return type.getTypes().some((each) => isAnyText(checker, each));
  if (type.isIntersectionType()) return type.getTypes().every((each) => isAnyText(checker, each));
  if (type.flags & Instantiable) {
    const constraint = checker.getBaseConstraintOfType(type);
    return !constraint || isAnyText(checker, constraint);
  }
  return false;
}

/** Look-ups with arbitrary keys in these projects' files, as `file: expression`. */
function lookupsByText(folder: string, configs: readonly string[]): string[] {
  const api = new API({ cwd: folder });
  try {
    const openProjects = configs.map((config) => path.join(folder, config));
    const projects = api.updateSnapshot({ openProjects }).getProjects();
    const found = projects.flatMap(({ program, checker }) =>
      program.getSourceFileNames().flatMap((name) => {
        if (!name.startsWith(`${folder}/`) || /\/node_modules\/|\.d\.ts$/.test(name)) return [];
        const file = program.getSourceFile(name);
        const nodes: Node[] = [];
        const visit = (node: Node) => {
          if (keyIn(node)) nodes.push(node);
          node.forEachChild(visit);
        };
        if (file) visit(file);
        // One request for all types in a file.
        const types = checker.getTypeAtLocation(nodes.map((node) => keyIn(node) ?? node));
        return nodes
          .filter((_, index) => isAnyText(checker, types[index] ?? checker.getAnyType()))
          .map((node) => `${path.relative(folder, name)}: ${node.getText(file)}`);
      }),
    );
    return [...new Set(found)];
  } finally {
    api.close();
  }
}

test('only ownValue looks up a property by an arbitrary text', () => {
  const found = lookupsByText(root, ['tsconfig.page.json', 'tsconfig.worker.json']);
  expect(found.toSorted()).toEqual(ALLOWED.toSorted());
});

test('the check finds every form of look-up by text, and none by numbers or known texts', async () => {
  const text = `
type Shape = 'sine' | 'saw';
declare const table: Readonly<Record<string, number>>;
declare const shapes: Readonly<Record<Shape, number>>;
declare const list: readonly number[];
export function bad<Name extends string>(name: string, own: Name, maybe: Shape | string) {
  const { [name]: taken } = table;
  return [table[name], table[own], table[name + 'x'], table[maybe], name in table, taken];
}
export function badKey<T extends object>(value: T, key: keyof T) { return value[key]; }
export function good(shape: Shape, at: number) {
  return [shapes[shape], table['known'], list[at], 'known' in table, Object.hasOwn(table, shape)];
}
`;
  const config = { compilerOptions: { strict: true, lib: ['ES2023'], types: [] } };
  const files = { 'tsconfig.json': JSON.stringify(config), 'lookups.ts': text };
  const found = await withFolder(files, async (folder) => lookupsByText(folder, ['tsconfig.json']));
  expect(found).toEqual(
    [
      ...['[name]: taken', 'table[name]', 'table[own]', "table[name + 'x']", 'table[maybe]'],
      ...['name in table', 'value[key]'],
    ].map((expression) => `lookups.ts: ${expression}`),
  );
});

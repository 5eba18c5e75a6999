import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, transformWithOxc } from 'vite';

/** Several modules combined into one text without imports. */
export interface SourceText {
  /** With types, and with the exports in {@link Entries}. */
  readonly typescript: string;
  /** Without types and exports, for a page's script. */
  readonly javascript: string;
  /** What only some users of the text need. It goes before the rest. */
  readonly parts: Readonly<Record<string, Omit<SourceText, 'parts' | 'files'>>>;
  readonly files: readonly string[];
}

/**
 * The names of the functions of each part: users who leave it out call none of them. No two parts
 * have a declaration in common.
 */
export type Parts = Readonly<Record<string, readonly string[]>>;

interface Statement {
  /** Includes the comments before the statement, but not `export`. */
  readonly text: string;
  /** Empty if the statement only executes. */
  readonly declares: readonly string[];
  /** Names of declarations that the statement may mention. */
  readonly mentions: ReadonlySet<string>;
  readonly isType: boolean;
}

interface Module {
  readonly file: string;
  readonly statements: readonly Statement[];
  readonly imports: ReadonlyMap<string, Module>;
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;

/** Names of declarations to export, by file. Statements that only execute are always included. */
export type Entries = Readonly<Record<string, readonly string[]>>;

/**
 * Combines these declarations, and everything they need from other modules, into one text. Comments
 * stay. Throws if two modules declare the same name, or use unsupported syntax.
 *
 * @param root the folder with `src/` and `generated/`
 */
export async function readSourceText(
  root: string,
  entries: Entries,
  parts: Parts = {},
): Promise<SourceText> {
  const { modules, reached, exported } = reachStatements(root, entries, parts);
  // In the modules' execution order.
  const kept = [...modules.values()].flatMap(({ statements }) =>
    statements.filter((each) => reached.has(each)),
  );
  const names = kept.flatMap(({ declares }) => declares);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two modules of an export declare ${twice}: give one another name.`);
  const textOf = async (part: string | null) => {
    const statements = kept.filter((each) => reached.get(each) === part);
    const scripts = statements.filter(({ isType }) => !isType).map(withoutTypes);
    return {
      typescript: statements
        .map((each) => (exported.has(each) ? withExport(each) : each.text))
        .join('\n\n'),
      javascript: (await Promise.all(scripts)).join('\n\n'),
    };
  };
  const others = Object.keys(parts).map(async (part) => [part, await textOf(part)] as const);
  return {
    ...(await textOf(null)),
    parts: Object.fromEntries(await Promise.all(others)),
    files: [...modules.keys()],
  };
}

function reachStatements(root: string, entries: Entries, parts: Parts) {
  const modules = new Map<string, Module>();
  /** The part of each statement; null for what all users need. */
  const reached = new Map<Statement, string | null>();
  const exported = new Set<Statement>();
  const later: { readonly part: string; readonly module: Module; readonly statement: Statement }[] =
    [];
  const partOf = ({ declares }: Statement) =>
    Object.keys(parts).find((part) => declares.some((name) => parts[part]?.includes(name)));
  const reach = (module: Module, statement: Statement, within: string | null) => {
    const part = partOf(statement);
    if (within === null && part !== undefined) {
      later.push({ part, module, statement });
      return;
    }
    const known = reached.get(statement);
    if (known === null || known === within) return;
    if (known !== undefined) {
      const [name] = statement.declares;
      throw new Error(`The parts ${known} and ${within} of an export both need ${name}.`);
    }
    reached.set(statement, within);
    for (const name of statement.mentions) {
      const from = module.imports.get(name) ?? module;
      const declaration = from.statements.find(({ declares }) => declares.includes(name));
      if (declaration) reach(from, declaration, within);
    }
  };
  for (const [file, names] of Object.entries(entries)) {
    const module = readModule(root, path.join(root, file), modules);
    for (const statement of module.statements) {
      const isNamed = statement.declares.some((name) => names.includes(name));
      if (isNamed) exported.add(statement);
      if (isNamed || statement.declares.length === 0) reach(module, statement, null);
    }
  }
  for (const { part, module, statement } of later) reach(module, statement, part);
  return { modules, reached, exported };
}

function withExport({ text }: Statement): string {
  return text.replace(DECLARATION, 'export $&');
}

const DECLARATION = /^(?:async )?(?:function|const|interface|type)\b/m;

function readModule(root: string, file: string, modules: Map<string, Module>): Module {
  const known = modules.get(file);
  if (known) return known;
  const source = readFileSync(file, 'utf8');
  const module = file.endsWith('.json')
    ? jsonModule(file, source)
    : scriptModule(root, file, source, modules);
  modules.set(file, module);
  return module;
}

/** A JSON file, named after its file, as its importing module calls it. */
function jsonModule(file: string, source: string): Module {
  const name = path.basename(file, '.json');
  const text = `const ${name} = ${source.trim()} as const;`;
  const statement = { declares: [name], mentions: new Set<string>() };
  const statements = [{ text, isType: false, ...statement }];
  return { file, statements, imports: new Map() };
}

function scriptModule(
  root: string,
  file: string,
  source: string,
  modules: Map<string, Module>,
): Module {
  const imports = new Map<string, Module>();
  const statements: Statement[] = [];
  let end = 0;
  const { program, errors } = parseSync(file, source, { lang: 'ts' });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  for (const node of program.body as unknown as readonly Node[]) {
    const comments = source.slice(end, node.start).trim();
    end = node.end;
    if (node.type !== 'ImportDeclaration') {
      statements.push(readStatement(file, source, comments, node));
      continue;
    }
    const from = String((node['source'] as Node)['value']);
    const imported = readModule(root, resolve(root, file, from), modules);
    for (const specifier of node['specifiers'] as readonly Node[]) {
      imports.set(importedName(file, specifier), imported);
    }
  }
  return { file, statements, imports };
}

function importedName(file: string, specifier: Node): string {
  const local = nameOf(specifier['local']);
  const imported = specifier['imported'] ? nameOf(specifier['imported']) : local;
  if (local !== imported) throw new Error(`${file} imports ${imported} under another name.`);
  return local;
}

function resolve(root: string, file: string, from: string): string {
  if (from.startsWith('#generated/')) return path.join(root, from.slice(1));
  if (from.startsWith('#')) return path.join(root, 'src', from.slice(1));
  if (from.startsWith('./')) return path.join(path.dirname(file), from);
  throw new Error(`${file} imports ${from}, which an export cannot contain.`);
}

function readStatement(file: string, source: string, comments: string, node: Node): Statement {
  const exported = node.type === 'ExportNamedDeclaration';
  const declaration = exported ? (node['declaration'] as Node | null) : node;
  if (!declaration || /^Export/.test(declaration.type)) {
    throw new Error(`${file} exports something else than a declaration.`);
  }
  const mentions = new Set<string>();
  collectNames(declaration, mentions);
  const text = source.slice(declaration.start, node.end);
  return {
    text: comments === '' ? text : `${comments}\n${text}`,
    declares: declaredNames(declaration),
    mentions,
    isType: TYPE_DECLARATIONS.has(declaration.type),
  };
}

const TYPE_DECLARATIONS: ReadonlySet<string> = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSModuleDeclaration',
  'TSGlobalDeclaration',
]);

function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return (declaration['declarations'] as readonly Node[]).map(({ id }) => nameOf(id));
  }
  return declaration['id'] ? [nameOf(declaration['id'])] : [];
}

function nameOf(node: unknown): string {
  const { type, name } = node as Node;
  if (type !== 'Identifier' || typeof name !== 'string') {
    throw new Error(`A declaration of an export has no plain name, but a ${type}.`);
  }
  return name;
}

/** Collects identifiers, except for property names. */
function collectNames(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const each of node) collectNames(each, names);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, name, computed } = node as Partial<Node>;
  if (type === 'Identifier' && typeof name === 'string') names.add(name);
  for (const [key, value] of Object.entries(node)) {
    if ((key === 'key' || key === 'property') && computed === false) continue;
    collectNames(value, names);
  }
}

/** Removes types. Formats the code as in this repository, except for long lines. */
async function withoutTypes({ text }: Statement): Promise<string> {
  const { code } = await transformWithOxc(text, 'part.ts', { lang: 'ts', target: 'es2023' });
  return code
    .trim()
    .replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length))
    .replace(/^( *)\*(?= |\/|$)/gm, '$1 *');
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

interface Row {
  readonly task: string;
  /** Files, folders that end in `/`, and paths in which `<name>` is a placeholder. */
  readonly paths: readonly string[];
}

/** The rows of the task table in CONTRIBUTING.md. */
async function taskRows(): Promise<readonly Row[]> {
  const text = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split('\n## You want to…\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
  return rows.map(([, task = '', files = '']) => ({ task, paths: pathsIn(files) }));
}

/** Code spans that look like paths: with a folder or a file extension. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => name.includes('/') || /^[\w-]+\.(?:md|json)$/.test(name));
}

/** For a path with `<name>`, only the folder before the placeholder can exist. */
function existing(name: string): string {
  return name.includes('<') ? path.dirname(name.slice(0, name.indexOf('<') + 1)) : name;
}

test('CONTRIBUTING.md lists at least 12 tasks with a few files each', async () => {
  const rows = await taskRows();
  expect(rows.length).toBeGreaterThanOrEqual(12);
  expect(rows.filter(({ paths }) => paths.length === 0)).toEqual([]);
  const long = rows.filter(({ paths }) => paths.length > 4);
  expect(long.filter(({ paths }) => paths.length > 6)).toEqual([]);
  expect(long.length, long.map(({ task }) => task).join('; ')).toBeLessThanOrEqual(3);
});

test('CONTRIBUTING.md names only files that exist', async () => {
  const rows = await taskRows();
  const missing = rows.flatMap(({ task, paths }) =>
    paths
      .filter((name) => !existsSync(path.join(root, existing(name))))
      .map((name) => `${task}: ${name}`),
  );
  expect(missing).toEqual([]);
});

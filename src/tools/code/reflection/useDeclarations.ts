import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createFindDeclaration, LIBRARY_PARAMETERS } from '#core/plan/reflection/declaredPlaces.ts';
import type { DeclaredName } from '#core/plan/reflection/parameterRows.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { Declarations } from './DeclaredButton.tsx';

/** Longer sources are not read before somebody wants to go to a declaration: it takes too long. */
const MAX_READ = 200_000;

/** Finds the declarations of what was compiled. `missing` names what was looked for in vain. */
export function useDeclarations(workspace: Workspace): Declarations & { readonly missing: string } {
  const request = useStore(workspace.store, (state) => state.targetCode?.request ?? null);
  const [missed, setMissed] = useState<{ readonly name: string; readonly of: unknown }>();
  const has = useMemo(() => {
    if (!request) return () => false;
    const { sourceCode, files = [] } = request;
    const length = files.reduce((sum, { text }) => sum + text.length, sourceCode.length);
    if (length > MAX_READ) return ({ name }: DeclaredName) => !LIBRARY_PARAMETERS.has(name);
    const find = createFindDeclaration(sourceCode, files);
    return (name: DeclaredName) => find(name) !== null;
  }, [request]);
  const reveal = (name: DeclaredName) => {
    // The text may have changed since the compile.
    const { text, files } = workspace.project();
    const place = createFindDeclaration(text, files)(name);
    setMissed(place ? undefined : { name: name.name, of: request });
    if (!place) return;
    const { path, ...shown } = place;
    workspace.reveal(shown, ...(path === null ? [] : [`/${path}`]));
  };
  // A newer compile has other rows.
  return { has, reveal, missing: missed?.of === request ? missed.name : '' };
}

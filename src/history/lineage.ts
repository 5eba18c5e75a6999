import { uniqueName } from '#shared/uniqueName.ts';
import type { NewVersion } from '#workspace/services.ts';

/** A version as stored before versions had lineages has none. */
type Stored = Pick<NewVersion, 'uri' | 'foreign' | 'reason'> & { readonly lineage: string | null };

/**
 * Gives a lineage to each version that has none: neighbors with the same origin share one, until a
 * version was kept because another text replaced it or its tab was closed.
 *
 * @param versions oldest first
 */
export function withLineages<Version extends Stored>(
  versions: readonly Version[],
): (Version & { readonly lineage: string })[] {
  let before: Version | undefined;
  let current = '';
  return versions.map((version) => {
    if (version.lineage !== null) return { ...version, lineage: version.lineage };
    const continues =
      before?.uri === version.uri && before.foreign === version.foreign && !endsLineage(before);
    if (!continues) current = uniqueName();
    before = version;
    return { ...version, lineage: current };
  });
}

function endsLineage({ reason }: Stored): boolean {
  return reason === 'replaced' || reason === 'left';
}

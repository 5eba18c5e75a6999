import type { NewVersion } from '#core/project/newVersion.ts';
import { uniqueName } from '#core/util/uniqueName.ts';

/** The lineage is null in versions stored before lineages existed. */
type Stored = Pick<NewVersion, 'uri' | 'foreign' | 'reason'> & { readonly lineage: string | null };

/**
 * Gives a lineage to each version without one. Adjacent versions with the same origin share a
 * lineage, which ends with a version saved because its source was replaced or its tab closed.
 *
 * @param versions oldest first
 */
export function withLineages<Entry extends Stored>(
  versions: readonly Entry[],
): (Entry & { readonly lineage: string })[] {
  let before: Entry | undefined;
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

import type { ContentKind } from '../kinds/define-kind-rules.ts'
import { differences } from '../kinds/kind-rules.ts'

// Two people edited the same version. The one who saves later sees both texts before any of them is dropped.

type Data = Record<string, unknown>

export interface FieldConflict {
  field: string
  label: string
  theirs: unknown
  mine: unknown
  /** Keeping one's own text takes over the other person's text in fields that one did not change. */
  both: boolean
}

/** What the other person changed since `base`, with what the form holds now. */
export function conflictsOf(kind: ContentKind, versions: { base: Data; theirs: Data; mine: Data }): FieldConflict[] {
  const own = new Set(differences(kind, versions.base, versions.mine).map(({ field }) => field))
  return differences(kind, versions.base, versions.theirs)
    .map(({ field, label, after }) => ({
      field,
      label,
      theirs: after,
      mine: versions.mine[field] ?? null,
      both: own.has(field),
    }))
    .filter(({ theirs, mine }) => JSON.stringify(theirs) !== JSON.stringify(mine))
}

export type Side = 'theirs' | 'mine'

/** What is chosen before anybody chooses: one's own text where one wrote any, the other person's elsewhere. */
export function firstChoice(conflicts: readonly FieldConflict[]): Record<string, Side> {
  return Object.fromEntries(conflicts.map(({ field, both }) => [field, both ? 'mine' : 'theirs']))
}

/** The other person's text of the fields for which it is chosen; the form takes these over and keeps everything else. */
export function takenOver(conflicts: readonly FieldConflict[], choice: Readonly<Record<string, Side>>): Data {
  return Object.fromEntries(
    conflicts.filter(({ field }) => choice[field] === 'theirs').map(({ field, theirs }) => [field, theirs]),
  )
}

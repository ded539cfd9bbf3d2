import type { ContentKind } from './define-kind-rules.ts'
import { differences } from './kind-rules.ts'

// Two people wrote on from the same version. Nothing of either is dropped before the later one has seen both.

type Data = Record<string, unknown>

export interface FieldConflict {
  field: string
  label: string
  theirs: unknown
  mine: unknown
  /** Whoever keeps what they wrote takes the other's text where they wrote nothing themselves. */
  both: boolean
}

/** What the other one changed since `base`, beside what stands in the form now. */
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

/** What the form takes over when its own text is kept: the other's fields that were not touched here. */
export function untouchedFields(conflicts: readonly FieldConflict[]): Data {
  return Object.fromEntries(conflicts.filter(({ both }) => !both).map(({ field, theirs }) => [field, theirs]))
}

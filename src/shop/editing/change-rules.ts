// What the form holds against what visitors see.
import type { ContentKind } from './kinds/define-kind-rules.ts'
import { differences } from './kinds/kind-rules.ts'
import { linesOf } from './value-text-rules.ts'

type Data = Record<string, unknown>

export interface FieldChange {
  field: string
  label: string
  /** Only the lines that differ; both empty when the change lies in settings that have no line of their own. */
  before: string[]
  after: string[]
  /** Lines that both have and that are left out. */
  same: number
}

/** The fields that differ from the published version, in the order of the form. */
export function changesOf(kind: ContentKind, published: Data, typed: Data): FieldChange[] {
  return differences(kind, published, typed).map(({ field, label, before, after }) => {
    const declared = kind.fields[field]
    return { field, label, ...differingLines(linesOf(declared, before), linesOf(declared, after)) }
  })
}

/** Both sides without their longest common sequence of lines. */
export function differingLines(before: readonly string[], after: readonly string[]) {
  const common = commonLengths(before, after)
  const kept = { before: [] as string[], after: [] as string[], same: 0 }
  let [left, right] = [0, 0]
  while (left < before.length || right < after.length) {
    const [old, now] = [before[left], after[right]]
    if (old !== undefined && old === now) {
      kept.same++
      left++
      right++
    } else if (
      now === undefined ||
      (old !== undefined && lengthAt(common, left + 1, right) >= lengthAt(common, left, right + 1))
    ) {
      kept.before.push(old ?? '')
      left++
    } else {
      kept.after.push(now)
      right++
    }
  }
  return kept
}

const lengthAt = (lengths: readonly number[][], left: number, right: number) => lengths[left]?.[right] ?? 0

/** The length of the longest common sequence of what follows, for each pair of places. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let left = before.length - 1; left >= 0; left--)
    for (let right = after.length - 1; right >= 0; right--) {
      const row = lengths[left]
      if (!row) continue
      row[right] =
        before[left] === after[right]
          ? lengthAt(lengths, left + 1, right + 1) + 1
          : Math.max(lengthAt(lengths, left + 1, right), lengthAt(lengths, left, right + 1))
    }
  return lengths
}

/** The section of a form that holds a field. */
export function sectionWith(kind: ContentKind, field: string): string | undefined {
  return kind.sections?.find(({ fields }) => fields.includes(field))?.name
}

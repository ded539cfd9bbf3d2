import { type Cell, type PhaseLine, reflections } from './reflection-rules.ts'
import { STRUCTURES } from './structures-rules.ts'

/** A phase as the search knows it. A laboratory may keep such a table of its own, from structures or from measured cards. */
export interface KnownPhase {
  key: string
  name: string
  formula: string
  source: string
  /** For the cell from the lines found; without it only lines are compared. */
  cell?: Cell
  /** Intensities for Cu Kα. */
  lines: readonly PhaseLine[]
}

/** Down to 2θ = 120° with Cu Kα. */
const LEAST_SPACING = 0.89
const CU_K_ALPHA = 1.5418

let computed: readonly KnownPhase[] | undefined

/** The built-in table: lines computed from published structures when they are first asked for. */
export function commonPhases(): readonly KnownPhase[] {
  computed ??= STRUCTURES.map((structure) => ({
    key: structure.key,
    name: structure.name,
    formula: structure.formula,
    source: structure.source,
    cell: structure.cell,
    lines: reflections(structure, LEAST_SPACING, CU_K_ALPHA),
  }))
  return computed
}

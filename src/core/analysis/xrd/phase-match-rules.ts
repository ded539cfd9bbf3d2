import type { DiffractionPeak } from './pattern-rules.ts'
import type { KnownPhase } from './phase-lines-rules.ts'
import { angleOf } from './radiation-rules.ts'
import type { PhaseLine } from './reflection-rules.ts'

export interface MatchedLine {
  line: PhaseLine
  expected: number
  peak?: DiffractionPeak
}

export interface PhaseMatch {
  phase: KnownPhase
  lines: MatchedLine[]
  /** Found intensity over all intensity that the phase has in the measured range. */
  found: number
  /** Cosine between the intensities of the table and of the pattern. */
  likeness: number
  /** 100 · found · likeness */
  score: number
}

export interface MatchLimits {
  from: number
  to: number
  wavelength: number
  tolerance: number
  /** Lines of the table below this share of the strongest do not count. */
  leastLine: number
}

/** Compares a phase with the peaks; undefined when its strongest line of the range is missing or fewer than two lines are found. */
export function matchPhase(
  phase: KnownPhase,
  peaks: readonly DiffractionPeak[],
  limits: MatchLimits,
): PhaseMatch | undefined {
  const lines: MatchedLine[] = phase.lines
    .filter((line) => line.intensity >= limits.leastLine)
    .map((line) => ({ line, expected: angleOf(line.d, limits.wavelength) }))
    .filter(({ expected }) => expected >= limits.from && expected <= limits.to)
    .map(({ line, expected }) => ({ line, expected, peak: nearest(peaks, expected, limits.tolerance) }))
  const withPeak = lines.filter((line) => line.peak)
  if (new Set(withPeak.map((line) => line.peak)).size < 2) return undefined
  const strongest = lines.reduce((most, one) => (one.line.intensity > most.line.intensity ? one : most))
  if (!strongest.peak) return undefined
  const intensity = (some: readonly MatchedLine[]) => some.reduce((sum, { line }) => sum + line.intensity, 0)
  const found = intensity(withPeak) / intensity(lines)
  const likeness = cosine(lines)
  return { phase, lines, found, likeness, score: 100 * found * likeness }
}

function nearest(peaks: readonly DiffractionPeak[], expected: number, tolerance: number): DiffractionPeak | undefined {
  const near = peaks.filter((peak) => Math.abs(peak.twoTheta - expected) <= tolerance)
  return near.toSorted((a, b) => Math.abs(a.twoTheta - expected) - Math.abs(b.twoTheta - expected))[0]
}

/** Lines that fall on one peak count together. A missing line has the measured intensity 0. */
function cosine(lines: readonly MatchedLine[]): number {
  const pairs: { expected: number; measured: number }[] = []
  const shared = new Map<DiffractionPeak, { expected: number; measured: number }>()
  for (const { line, peak } of lines) {
    const together = peak && shared.get(peak)
    if (together) together.expected += line.intensity
    else {
      const pair = { expected: line.intensity, measured: peak?.area ?? 0 }
      pairs.push(pair)
      if (peak) shared.set(peak, pair)
    }
  }
  const product = pairs.reduce((sum, pair) => sum + pair.expected * pair.measured, 0)
  const size = (of: 'expected' | 'measured') => Math.sqrt(pairs.reduce((sum, pair) => sum + pair[of] ** 2, 0))
  return product / (size('expected') * size('measured'))
}

/** A peak with its position in words, above it; below a band that points down. */
export type Mark = { x: number; y: number; text: string; down?: boolean }

/** An integrated range, with the line under its area when that is straight in the drawing. */
export type Band = { from: number; to: number; baseline?: readonly [number, number] }

/** Keeps the higher of two marks that stand closer than a line of text. */
export function spaced<M extends { left: number; top: number }>(marks: readonly M[]): M[] {
  const kept: M[] = []
  for (const mark of [...marks].sort((a, b) => a.top - b.top))
    if (kept.every((other) => Math.abs(other.left - mark.left) > 13 || Math.abs(other.top - mark.top) > 60))
      kept.push(mark)
  return kept.sort((a, b) => a.left - b.left)
}

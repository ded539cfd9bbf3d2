import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Mutant } from './mutants.ts'

/** What one test file runs: the named functions by source, and how long it takes. */
export interface Recorded {
  test: string
  ms: number
  ran: Record<string, string[]>
}

export function readRecorded(folder: string): Recorded[] {
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Recorded)
}

/** The test files that run the code of a mutant: those beside it first, and of these the fastest first. */
export function coveringTests(
  recorded: readonly Recorded[],
  path: string,
  { inside }: Pick<Mutant, 'inside'>,
): string[] {
  return recorded
    .filter(({ ran }) => (inside === undefined ? ran[path] !== undefined : ran[path]?.includes(inside)))
    .toSorted((a, b) => sharedFolders(b.test, path) - sharedFolders(a.test, path) || a.ms - b.ms)
    .map(({ test }) => test)
}

function sharedFolders(a: string, b: string): number {
  const [one, other] = [a, b].map((path) => dirname(path).split('/'))
  const differs = one?.findIndex((folder, n) => folder !== other?.[n]) ?? 0
  return differs === -1 ? (one?.length ?? 0) : differs
}

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Every statement uses only tables of its own slice; tables of the platform are used only in src/platform.
// The bridge for data from before 0.2.0 rebuilds the tables of every slice (decision 0090), so it alone is left out.
// A table belongs to the slice that its migration is named after (`NNNN_<slice>.sql`, with `_` for `-`).

const ROOT = `${import.meta.dirname}/../../..`

describe('tables', () => {
  const owners = ownersOfTables()

  it('are read and written only by statements of their own slice', () => {
    const foreign = sourceFiles().flatMap((file) =>
      tablesTouched(readFileSync(`${ROOT}/${file}`, 'utf8'), owners)
        .filter((table) => owners.get(table) !== sliceOfFile(file))
        .map((table) => `${file}: ${table} belongs to ${owners.get(table)}`),
    )
    expect(foreign.sort(), 'ask an action of the slice that owns the table').toEqual([])
  })

  it('are found wherever a statement names them', () => {
    const names = (source: string) => tablesTouched(source, new Map([...'abcdef'].map((name) => [name, ''])))
    expect(names('sql`select 1 from a x, b join c on true where ${sql`exists (select 1 from d)`}`')).toEqual([
      ...'abcd',
    ])
    expect(names('sql`insert into a select 1`; sql`update b set e = 1`; sql`delete from c using d`')).toEqual([
      ...'abcd',
    ])
    expect(names("'select 1 from a'")).toEqual([])
    expect(owners.size).toBeGreaterThan(60)
  })
})

function ownersOfTables(): Map<string, string> {
  const owners = new Map<string, string>()
  for (const file of readdirSync(`${ROOT}/migrations`)) {
    const name = /^\d+_(.+)\.sql$/.exec(file)?.[1] ?? ''
    for (const [, table = ''] of readFileSync(`${ROOT}/migrations/${file}`, 'utf8').matchAll(/create table (\w+)/gi))
      owners.set(table, name.replace('_', '-'))
  }
  return owners
}

function sourceFiles(): string[] {
  return readdirSync(`${ROOT}/src`, { recursive: true })
    .map((file) => `src/${String(file)}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^src\/app\/bridge\//.test(file))
}

/** `src/lab/orders/store.ts` → `orders`; files of the platform belong to `platform`. */
function sliceOfFile(file: string): string {
  const [, layer = '', slice = ''] = file.split('/')
  return ['platform', 'app', 'web', 'ui'].includes(layer) ? layer : slice
}

function tablesTouched(source: string, owners: ReadonlyMap<string, string>): string[] {
  const named = statementsIn(source).flatMap((statement) =>
    [
      ...statement.matchAll(/\b(?:from|join|into|update|using|table)\s+((?:\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*\w+)/gi),
    ].flatMap(([, list = '']) => list.split(',').map((each) => each.trim().split(/\s+/)[0] ?? '')),
  )
  return [...new Set(named.filter((name) => owners.has(name)))]
}

/** The texts of all sql`…` templates of a file without `${…}` expressions; templates inside expressions are found separately. */
function statementsIn(source: string): string[] {
  return [...source.matchAll(/\bsql`/g)].map(({ index }) => textOfTemplate(source, index + 4))
}

function textOfTemplate(source: string, start: number): string {
  let text = ''
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '`') return text
    if (source.startsWith('${', at)) {
      at = endOfExpression(source, at + 2)
      text += ' '
    } else text += source[at]
  }
  throw new Error('unterminated template')
}

/** The index of the brace that closes an expression; skips templates inside it. */
function endOfExpression(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '`') at = endOfTemplate(source, at + 1)
    else if (source[at] === '{') depth += 1
    else if (source[at] === '}' && --depth === 0) return at
  }
  throw new Error('unterminated expression')
}

function endOfTemplate(source: string, start: number): number {
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '`') return at
    if (source.startsWith('${', at)) at = endOfExpression(source, at + 2)
  }
  throw new Error('unterminated template')
}

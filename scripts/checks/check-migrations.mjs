// Reads every migration after the first release with PostgreSQL's own parser and refuses what would stop the former release, which runs
// on the same database during an upgrade (docs/operations/upgrading.md). The rules are in migration-rules.mjs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadModule, parseSync } from 'libpg-query'
import { indexStatements, isConcurrent } from '../../src/platform/db/migrations/concurrent-index.ts'
import { dividedTables, found, problemsOf } from './migration-rules.mjs'
import { PROJECT } from '../provision.mjs'

const CONTRACT = /^-- contract: expanded in (\d+\.\d+\.\d+); \S/

/** Resolves once; parsing is synchronous after it. */
export const ready = loadModule

/**
 * @param {{ name: string, text: string }[]} files in their order
 * @param {Record<string, Record<string, string>>} released migrations/released.json
 * @returns {{ read: number, problems: string[] }} the first release is the baseline and not read
 */
export function checkMigrations(files, released) {
  const releases = Object.keys(released).sort(byVersion)
  const releaseOf = (name) => releases.find((release) => released[release][name] !== undefined)
  const tables = new Map()
  const notNull = new Map()
  const problems = []
  let read = 0
  for (const { name, text } of files) {
    const release = releaseOf(name)
    const former = release === undefined ? releases : releases.filter((each) => byVersion(each, release) < 0)
    const { stmts, fault } = parsed(text)
    if (fault) problems.push(`${name}: ${fault}`)
    const isOld = (table) => former.includes(tables.get(table))
    if (release !== releases[0]) {
      read += 1
      problems.push(...fileProblems({ name, text, stmts, former, isOld, notNull }))
    }
    // A table that is divided keeps its age under both names.
    const divided = dividedTables(stmts)
    for (const [before, after] of divided) tables.set(after, tables.get(before))
    for (const { CreateStmt } of stmts.map(({ stmt }) => stmt))
      if (CreateStmt && !divided.has(CreateStmt.relation.relname)) tables.set(CreateStmt.relation.relname, release)
    noteNotNullChecks(stmts, notNull)
  }
  return { read, problems }
}

function fileProblems({ name, text, stmts, former, isOld, notNull }) {
  const contract = /^-- contract\b/.test(text)
  const divided = dividedTables(stmts)
  const context = {
    isOld: (table) => isOld(table) || [...divided].some(([before, after]) => after === table && isOld(before)),
    divided,
    moved: new Set(),
    contract,
    concurrent: isConcurrent(text),
    addedHere: new Set(),
    notNullChecked: (table, column) =>
      [...notNull.values()].some((check) => check.valid && check.table === table && check.column === column),
  }
  const bytes = Buffer.from(text)
  const problems = stmts.flatMap(({ stmt, stmt_location: at = 0 }) => {
    const start = at + bytes.subarray(at).toString().search(/\S/)
    const line = bytes.subarray(0, start).toString().split('\n').length
    // A validation counts for the statements after it.
    const said = problemsOf(stmt, context).map((problem) => `${name}:${line}: ${problem}`)
    noteNotNullChecks([{ stmt }], notNull, context.addedHere)
    return said
  })
  if (contract) problems.push(...contractProblems(text, stmts, former).map((problem) => `${name}:1: ${problem}`))
  if (context.concurrent && problems.length === 0 && indexStatements(text).length !== stmts.length)
    problems.push(`${name}: the runner splits this file at each semicolon: keep semicolons out of names and texts`)
  return problems
}

/** What is taken away must have been replaced by a release that people may be running, and older releases must be told. */
function contractProblems(text, stmts, former) {
  const [, expanded] = CONTRACT.exec(text) ?? []
  if (!expanded) return ['a contract says "-- contract: expanded in X.Y.Z; nothing since X.Y.Z reads …"']
  if (!former.includes(expanded))
    return [`no earlier release ${expanded} has the expansion: wait until it is released, then take the old one away`]
  const raised = stmts
    .map(({ stmt }) => stmt.UpdateStmt)
    .filter((update) => update?.relation.relname === 'schema_release')
    .flatMap((update) => found(update.targetList, 'sval').map((text) => text.sval ?? text))
  return raised.includes(expanded)
    ? []
    : [
        `a contract also does "update schema_release set oldest = '${expanded}'", so that older releases refuse the database (decision 0089)`,
      ]
}

/** Checks of the form (column is not null), and whether they are validated: `set not null` then needs no scan. */
function noteNotNullChecks(stmts, notNull, addedHere = new Set()) {
  for (const { stmt } of stmts)
    for (const { AlterTableCmd: cmd } of stmt.AlterTableStmt?.cmds ?? []) {
      const { relname: table } = stmt.AlterTableStmt.relation
      if (cmd.subtype === 'AT_ValidateConstraint' && notNull.has(cmd.name) && !addedHere.has(cmd.name))
        notNull.get(cmd.name).valid = true
      const { contype, conname, raw_expr: test } = cmd.def?.Constraint ?? {}
      const column =
        test?.NullTest?.nulltesttype === 'IS_NOT_NULL' && test.NullTest.arg.ColumnRef?.fields[0].String.sval
      if (contype === 'CONSTR_CHECK' && column && !notNull.has(conname))
        notNull.set(conname, { table, column, valid: false })
    }
}

function parsed(text) {
  try {
    return { stmts: parseSync(text).stmts ?? [] }
  } catch (error) {
    return { stmts: [], fault: error.message }
  }
}

function byVersion(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  return left.map((part, i) => part - right[i]).find((difference) => difference !== 0) ?? 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ready()
  const folder = join(PROJECT, 'migrations')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const files = names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const { read, problems } = checkMigrations(files, JSON.parse(readFileSync(join(folder, 'released.json'), 'utf8')))
  for (const problem of problems) console.error(problem)
  console.log(`migrations: ${read} after the first release read, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Declared } from '../../platform/jobs/declared.ts'
import { knownEvents } from '../../platform/jobs/worker.ts'
import type { Lifecycle } from '../../platform/lifecycle/lifecycle.ts'
import { jobs } from '../jobs.ts'
import { lifecycles as listed } from '../lifecycles.ts'

type AnyDeclared = Declared<'event' | 'job', string, unknown, unknown>

const root = resolve(import.meta.dirname, '../..')

/** The exports of all files of a role, by name. */
async function exportsOf(role: string): Promise<[string, unknown][]> {
  const files = globSync(`*/*/**/{*-${role},${role}}.ts`, { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  return modules.flatMap((each) => Object.entries(each))
}

const isDeclared = (value: unknown): value is AnyDeclared =>
  typeof value === 'object' && value !== null && 'parse' in value && 'kind' in value
const isLifecycle = (value: unknown): value is Lifecycle =>
  typeof value === 'object' && value !== null && 'transitions' in value && 'events' in value

const declared = (await exportsOf('events')).filter((each): each is [string, AnyDeclared] => isDeclared(each[1]))
const lifecycles = (await exportsOf('rules')).map(([, value]) => value).filter(isLifecycle)
const moves = lifecycles.flatMap(({ events }) => Object.values(events))
const sources = globSync('**/{*-actions,actions,jobs}.ts', { cwd: root })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

const named = (kind: 'event' | 'job') =>
  declared.map(([, each]) => each).flatMap((each) => (each.kind === kind ? each.name : []))
const twice = (names: string[]) => names.filter((name, i) => names.indexOf(name) !== i)

/**
 * An event or job is used when one of these functions is called with it, of which `remindToPay` and `tellPayer` pass their event on to `emit`, or
 * when it is what a new order `emits`.
 */
const written = (name: string) =>
  new RegExp(
    `\\b((emit|enqueue|enqueueMany|remindToPay|tellPayer)\\(\\s*(\\w+,\\s*)+|emits: \\{ event: )${name}\\b`,
  ).test(sources)

test('[I-16] the checks of the books know every lifecycle', () => {
  expect(listed.map(({ entity }) => entity).toSorted(), 'add the lifecycle to src/app/lifecycles.ts').toEqual(
    lifecycles.map(({ entity }) => entity).toSorted(),
  )
})

test('declared events and jobs are found', () => {
  expect(declared.filter(([, { kind }]) => kind === 'event').length).toBeGreaterThan(15)
  expect(declared.filter(([, { kind }]) => kind === 'job').length).toBeGreaterThan(15)
  expect(lifecycles.length).toBeGreaterThan(10)
})

test('names of events and of jobs are unique', () => {
  const events = [...named('event'), ...moves.map(({ name }) => name)]
  expect(twice(events)).toEqual([])
  expect(twice([...named('job'), ...(jobs.periodic ?? []).map(({ name }) => name)])).toEqual([])
})

test('every declared event and job is used by an action', () => {
  const unused = declared.map(([name]) => name).filter((name) => !written(name))
  expect(unused, 'emit or enqueue each in an action, or remove its declaration').toEqual([])
})

test('every subscriber has a declared event, and its name is unique for that event', () => {
  const known = new Set<unknown>([...declared.map(([, each]) => each), ...moves])
  expect(jobs.subscribers.filter(({ event }) => !known.has(event)).map(({ event }) => event.name)).toEqual([])
  const names = jobs.subscribers.map(({ event, name }) => `${event.name}>${name}`)
  expect(twice(names)).toEqual([])
})

test('the worker knows every event, so that it leaves only those of another version alone', () => {
  const known = new Set(knownEvents(jobs))
  expect([...named('event'), ...moves.map(({ name }) => name)].filter((name) => !known.has(name))).toEqual([])
})

test('every job has one handler', () => {
  const handled = jobs.handlers.map(({ job }) => job as unknown)
  const declaredJobs = declared.map(([, each]) => each).filter(({ kind }) => kind === 'job')
  const without = declaredJobs.filter((job) => handled.filter((each) => each === job).length !== 1)
  expect(without, 'handle each once with onJob in jobs.ts, and add these handlers to src/app/jobs.ts').toEqual([])
  expect(handled).toHaveLength(declaredJobs.length)
})

// Mutation tests for security: `npm run check -- defences` removes one defence after the other (scripts/defences/defences.mjs) in a copy of the
// sources, runs the test that covers it, and requires that the test fails. Without the change the same tests must pass. The run stops
// when the text of a defence is not found, because then the table must be updated with the code.
//   node scripts/defences/switch-off-defences.mjs          all defences, about eight minutes on two cores
//   node scripts/defences/switch-off-defences.mjs T-4 T-12 only those of these attacks
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFENCES } from './defences.mjs'
import { findPostgres, startCluster } from '../postgres/postgres-cluster.mjs'
import { PROJECT, pinnedEnvironment, pinnedNode } from '../provision.mjs'

/** Long timeouts, so that a slow machine does not look like a failing test. */
const TIMEOUTS = ['--testTimeout=120000', '--hookTimeout=180000']
const ENDINGS = ['SIGTERM', 'SIGINT']
const COPIED = [
  'src',
  'demo',
  'migrations',
  'generated',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]

/** Faults of the table itself: a text that does not occur exactly once, or a test that does not exist. */
export function tableFaults(defences, read = (file) => readFileSync(join(PROJECT, file), 'utf8')) {
  return defences.flatMap(({ attack, off, cuts, test, title }) => [
    ...cuts.flatMap(({ file, text }) => {
      const times = read(file).split(text).length - 1
      return times === 1 ? [] : [`${attack}, ${off}: found ${times} times in ${file}: ${text.trim()}`]
    }),
    ...(read(test).includes(title) ? [] : [`${attack}, ${off}: ${test} has no test “${title}”`]),
  ])
}

/** @returns {Promise<number>} an exit code */
export async function switchOffDefences(attacks = []) {
  const defences = DEFENCES.filter(({ attack }) => attacks.length === 0 || attacks.includes(attack))
  const faults = defences.length === 0 ? [`no such attack: ${attacks.join(', ')}`] : tableFaults(defences)
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault)
    return 1
  }
  const [runnable, left] = partition(
    defences,
    ({ database }) => database !== 'postgres' || findPostgres() !== undefined,
  )
  for (const { attack, off } of left) console.error(`${attack}  not run, PostgreSQL is not installed here: ${off}`)
  const folder = copyOfSources()
  const cluster = runnable.some(({ database }) => database) ? await startCluster({ durable: false }) : undefined
  const run = runner(folder, await pinnedNode(), cluster?.url)
  try {
    const broken = await passesAsItIs(run, runnable)
    const unnoticed = broken.length > 0 ? [] : await notNoticed(run, runnable, folder)
    for (const line of [...broken, ...unnoticed]) console.error(line)
    const failed = broken.length + unnoticed.length
    if (broken.length === 0) console.log(`defences: ${runnable.length} switched off, ${failed} not noticed`)
    return failed > 0 || (left.length > 0 && process.env.CI) ? 1 : 0
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function passesAsItIs(run, defences) {
  const faults = []
  for (const group of Object.values(Object.groupBy(defences, ({ database }) => database ?? 'pglite'))) {
    const titles = [...new Set(group.map(({ title }) => title))]
    const tests = await run([...new Set(group.map(({ test }) => test))], titles, group[0].database)
    for (const { attack, test, title } of group) {
      const found = tests.filter((each) => each.file.endsWith(test) && each.title.startsWith(title))
      if (found.length === 0 || found.some(({ status }) => status !== 'passed'))
        faults.push(`${attack}  ${found[0]?.status ?? 'not found'} as it is: ${title}\n${found[0]?.message ?? ''}`)
    }
  }
  return faults
}

async function notNoticed(run, defences, folder) {
  const unnoticed = []
  for (const { attack, off, cuts, test, title, database } of defences) {
    const originals = cuts.map(({ file }) => [join(folder, file), readFileSync(join(folder, file), 'utf8')])
    for (const { file, text, by } of cuts) {
      const path = join(folder, file)
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(text, () => by),
      )
    }
    const started = performance.now()
    const tests = await run([test], [title], database)
    for (const [path, content] of originals.reverse()) writeFileSync(path, content)
    // A file that cannot be loaded has no tests: that would prove that the cut was clumsy, not that the test looks.
    const noticed = tests.some((each) => each.title.startsWith(title) && each.status === 'failed')
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`${attack.padEnd(5)}${noticed ? 'noticed' : 'NOT NOTICED'}  ${off} (${seconds} s)`)
    if (!noticed) unnoticed.push(`${attack}  nothing failed in ${test} “${title}” with: ${off}`)
  }
  return unnoticed
}

function copyOfSources() {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-defences-'))
  for (const name of COPIED) {
    if (existsSync(join(PROJECT, name))) cpSync(join(PROJECT, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Runs tests of the copy by their titles; gives what became of each. */
function runner(folder, node, databaseUrl) {
  return async (files, titles, database) => {
    const report = join(folder, 'report.json')
    rmSync(report, { force: true })
    const pattern = titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
    const args = ['run', ...files, '-t', pattern, '--reporter=json', `--outputFile=${report}`, ...TIMEOUTS]
    const settings = database
      ? { TEST_DATABASE: database, TEST_DATABASE_URL: databaseUrl }
      : { TEST_DATABASE: 'pglite' }
    const output = await collect(node, [join(folder, 'node_modules/vitest/vitest.mjs'), ...args], folder, settings)
    if (!existsSync(report)) throw new Error(`the tests gave no report:\n${output}`)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status, failureMessages }) => ({
        file: name,
        title,
        status,
        message: failureMessages?.[0],
      })),
    )
  }
}

function collect(node, args, cwd, settings) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: pinnedEnvironment(settings) })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    // On a signal the run first ends its test and then removes its folder and its database.
    const stop = (signal) => {
      child.kill(signal)
      reject(new Error(`ended by ${signal}`))
    }
    for (const signal of ENDINGS) process.once(signal, stop)
    child.on('error', reject)
    child.on('exit', () => {
      for (const signal of ENDINGS) process.off(signal, stop)
      resolve(output)
    })
  })
}

function partition(list, test) {
  return [list.filter(test), list.filter((each) => !test(each))]
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await switchOffDefences(process.argv.slice(2))

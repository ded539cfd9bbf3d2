// Holds the import table of docs/ARCHITECTURE.md (rules: .dependency-cruiser.cjs) and proves that it looked.
// A cruise that reads nothing finds nothing wrong, so the modules read must be exactly the files on disk.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * @param {string} root folder that holds `src/`
 * @param {string} config the rules
 * @returns {{ read: number, problems: string[] }}
 */
export function checkBoundaries(root = PROJECT, config = join(PROJECT, '.dependency-cruiser.cjs')) {
  const onDisk = sourceFiles(join(root, 'src')).map((file) => relative(root, file).split(sep).join('/'))
  const cruised = cruise(root, config)
  const read = new Set(
    cruised.modules.map((module) => module.source).filter((source) => source.startsWith('src/') && isSource(source)),
  )
  const unread = onDisk.filter((file) => !read.has(file))
  const unknown = [...read].filter((file) => !onDisk.includes(file))
  return {
    read: read.size,
    problems: [
      ...(onDisk.length === 0 ? ['src/ holds no source file, so nothing was checked'] : []),
      ...unread.map((file) => `not read by the check: ${file}`),
      ...unknown.map((file) => `read by the check but not on disk: ${file}`),
      ...cruised.summary.violations.map(describe),
    ],
  }
}

function cruise(root, config) {
  const depcruise = join(PROJECT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const run = spawnSync(process.execPath, [depcruise, '--config', config, '--output-type', 'json', 'src'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  })
  try {
    return JSON.parse(run.stdout)
  } catch {
    throw new Error(`dependency-cruiser gave no answer (exit ${run.status}):\n${run.stderr || run.stdout}`)
  }
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function isSource(name) {
  return /\.tsx?$/.test(name) && !name.endsWith('.d.ts')
}

function describe({ rule, from, to, via, cycle }) {
  const path = (via ?? cycle ?? []).map((step) => step.name ?? step).join(' → ')
  return `${rule.name}: ${from} → ${path || to}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { read, problems } = checkBoundaries(process.argv[2])
  for (const problem of problems) console.error(problem)
  console.log(`boundaries: ${read} modules read, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

// Checks the layers (scripts/checks/layers.mjs), the import table of docs/architecture/slices.md (.dependency-cruiser.cjs) and the sizes of folders.
// The modules read must be exactly the files on disk, because a check that reads nothing finds nothing wrong.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crowdedFolders } from './folder-sizes.mjs'
import { deepFolders, placeOf, unlistedFolders } from './layers.mjs'

const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const FOLDERS = ['src', 'demo']
/** What to do about an import that goes up. */
const DOWN = 'use an event, a contribution that app/ collects, or a prop (docs/ARCHITECTURE.md, The layers)'

/**
 * @param {string} root folder that holds `src/`
 * @param {string} config the rules
 * @returns {{ read: number, problems: string[] }}
 */
export function checkBoundaries(root = PROJECT, config = join(PROJECT, '.dependency-cruiser.cjs')) {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const onDisk = folders
    .flatMap((folder) => sourceFiles(join(root, folder)))
    .map((file) => relative(root, file).split(sep).join('/'))
  const cruised = cruise(root, config, folders)
  const read = new Set(
    cruised.modules
      .map((module) => module.source)
      .filter((source) => FOLDERS.some((folder) => source.startsWith(`${folder}/`)) && isSource(source)),
  )
  const reasons = new Map((cruised.summary.ruleSetUsed?.forbidden ?? []).map(({ name, comment }) => [name, comment]))
  const unread = onDisk.filter((file) => !read.has(file))
  const unknown = [...read].filter((file) => !onDisk.includes(file))
  return {
    read: read.size,
    problems: [
      ...(onDisk.length === 0 ? ['src/ holds no source file, so nothing was checked'] : []),
      ...unread.map((file) => `not read by the check: ${file}`),
      ...unknown.map((file) => `read by the check but not on disk: ${file}`),
      ...unlistedFolders(onDisk.filter((file) => file.startsWith('src/'))).map(
        (folder) =>
          `a folder that is not listed in scripts/checks/layers.mjs: ${folder}; add it there below everything that imports it`,
      ),
      ...deepFolders(onDisk).map((folder) => `a folder inside a folder of a slice: ${folder}`),
      ...crowdedFolders(root),
      ...cruised.summary.violations.map((violation) => describe(violation, reasons)),
      ...cruised.modules.flatMap(upwardImports),
    ],
  }
}

/** Imports of one module that go up. Tests and the helpers of tests (`testing/`) may import everything. */
function upwardImports({ source, dependencies }) {
  const from = placeOf(source)
  if (!from || /\.test\.tsx?$|\/testing\//.test(source)) return []
  return dependencies
    .map(({ resolved }) => ({ resolved, to: placeOf(resolved) }))
    .filter(({ to }) => to && to.level > from.level)
    .map(({ resolved }) => `imports-go-down: ${source} → ${resolved}; ${DOWN}`)
}

function cruise(root, config, folders) {
  const depcruise = join(PROJECT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const run = spawnSync(process.execPath, [depcruise, '--config', config, '--output-type', 'json', ...folders], {
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

/** One line about a forbidden import: the rule, the path, and what the rule allows instead. */
function describe({ rule, from, to, via, cycle }, reasons) {
  const path = (via ?? cycle ?? []).map((step) => step.name ?? step).join(' → ')
  return `${rule.name}: ${from} → ${path || to}; ${reasons.get(rule.name) ?? 'see .dependency-cruiser.cjs'}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { read, problems } = checkBoundaries(process.argv[2])
  for (const problem of problems) console.error(problem)
  console.log(`boundaries: ${read} modules read, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

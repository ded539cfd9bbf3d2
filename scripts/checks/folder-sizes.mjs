// No folder of the project has more than 30 files: a reader takes a folder in at a glance. A large slice is divided by its nouns, one level deep.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const MOST_FILES = 30

const ROOTS = [
  'bench',
  'demo',
  'deploy',
  'docs',
  'e2e',
  'fixtures',
  'generated',
  'migrations',
  'packages',
  'public',
  'scripts',
  'src',
]
const NOT_OURS = new Set(['node_modules', 'dist', 'build'])

/** Folders that are flat by nature, with the reason. */
const FLAT = {
  migrations: 'numbered and applied in order; names of applied files must not change',
  'docs/decisions': 'numbered, and found by subject in its README.md',
}

/**
 * @param {string} root folder of the project
 * @returns {string[]} one line for each folder with too many files
 */
export function crowdedFolders(root) {
  const counts = ROOTS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => filesIn(root, folder))
  const crowded = counts.filter(([, files]) => files > MOST_FILES)
  return crowded
    .filter(([folder]) => !Object.hasOwn(FLAT, folder))
    .map(([folder, files]) => `more than ${MOST_FILES} files in one folder: ${folder} has ${files}; divide it by nouns`)
}

function filesIn(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const inside = entries
    .filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name) && !entry.name.startsWith('.'))
    .flatMap(({ name }) => filesIn(root, `${folder}/${name}`))
  return [[folder, entries.filter((entry) => entry.isFile()).length], ...inside]
}

// Removes parts of packages that are never used, a fifth of the installation: the C headers in the package of Node, and seven of the nine
// weights of the font (documents use two).
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const FONT = '@expo-google-fonts/noto-sans-sc'
const WEIGHTS = ['400Regular', '700Bold']

/** @param {string} modules the folder `node_modules` */
export function removeUnusedParts(modules) {
  for (const path of unusedParts(modules)) rmSync(join(modules, path), { recursive: true, force: true })
}

/** @returns {string[]} folders below `modules` */
function unusedParts(modules) {
  const platforms = foldersIn(join(modules, 'node/node_modules')).filter((name) => name.startsWith('node-'))
  const weights = foldersIn(join(modules, FONT)).filter((name) => /^\d/.test(name) && !WEIGHTS.includes(name))
  return [...platforms.map((name) => `node/node_modules/${name}/include`), ...weights.map((name) => `${FONT}/${name}`)]
}

function foldersIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

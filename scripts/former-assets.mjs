// A page that somebody has open, or that a server of the former release has just sent, asks for the scripts and styles of its own release.
// So each build brings along the files of the one before it, and of no other: their names hold a hash of what is in them, so they never collide.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** In the folder of a build: names of the files in `client/assets` that are of this release. */
export const OWN_ASSETS = '.own-assets.json'

/**
 * Notes which files are of the new release itself, and copies those that are the former release's own beside them.
 * @param {string} former folder of the build that was served until now
 * @param {string} next folder of the new build
 */
export function keepFormerAssets(former, next) {
  const own = assetsOf(next)
  writeFileSync(join(next, OWN_ASSETS), JSON.stringify(own))
  const there = new Set(own)
  for (const name of ownAssetsOf(former)) {
    const from = join(former, 'client', 'assets', name)
    if (there.has(name) || !existsSync(from)) continue
    mkdirSync(join(next, 'client', 'assets'), { recursive: true })
    copyFileSync(from, join(next, 'client', 'assets', name))
  }
}

/**
 * The new build stands where the former one stood; between the two renames there is no file for less than a millisecond.
 * @param {string} folder
 * @param {string} next
 */
export function takePlaceOf(folder, next) {
  const former = `${next}-former`
  rmSync(former, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, former)
  renameSync(next, folder)
  rmSync(former, { recursive: true, force: true })
}

/** @param {string} build */
function ownAssetsOf(build) {
  const list = join(build, OWN_ASSETS)
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : assetsOf(build)
}

/** @param {string} build */
function assetsOf(build) {
  const folder = join(build, 'client', 'assets')
  return existsSync(folder) ? readdirSync(folder) : []
}

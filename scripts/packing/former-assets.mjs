// A page that is still open, or that a server of the previous release has just sent, requests the scripts and styles of its own release.
// So each build also contains the files of the previous release, and of no older one. File names contain a hash, so they never collide.
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

/** A file in the build folder that lists the files of this release in `client/assets`. */
export const OWN_ASSETS = '.own-assets.json'

/**
 * Lists the files of the new release and adds copies of the files of the previous release.
 * @param {string} former folder of the build that is currently served
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
 * Replaces the former build by the new one; between the two renames no file exists for less than a millisecond.
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

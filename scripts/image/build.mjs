// `npm run image [folder]`: makes a container image without a daemon: an OCI image layout in FOLDER/layout and the archive FOLDER/mingxi.tar for
// `docker load`, `podman load` or `skopeo`. docs/operations/running.md says how it is used, decision 0092 why it is made this way.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from '../pack.mjs'
import { PROJECT } from '../provision.mjs'
import { DATA, makeBase, USER } from './base.mjs'
import { makeLayer } from './layers.mjs'
import { archiveLayout, writeLayout } from './layout.mjs'

/** The time of everything that does not change with a release, so that these layers keep their digest. */
const OLD = Date.UTC(2026, 0, 1) / 1000

/**
 * @param {string} target the folder for `layout` and `mingxi.tar`
 * @param {{ level?: number, archive?: boolean }} options `level` of gzip
 */
export async function buildImage(target, { level = 6, archive = true } = {}) {
  const work = mkdtempSync(join(tmpdir(), 'mingxi-image-'))
  try {
    const root = join(work, 'root')
    mkdirSync(root, { mode: 0o755 })
    const base = makeBase(root, join(work, 'packages'))
    await pack(join(work, 'app'))
    const release = releaseOf()
    const layout = join(target, 'layout')
    rmSync(layout, { recursive: true, force: true })
    mkdirSync(join(layout, 'blobs/sha256'), { recursive: true })
    const blobs = join(layout, 'blobs/sha256')
    const layers = await Promise.all(layersOf(work, release.seconds).map((layer) => makeLayer(layer, blobs, level)))
    const name = `mingxi:${release.version}`
    const digest = writeLayout(layout, { ...base, ...release, layers, user: USER, labels: labelsOf(release), name })
    const file = join(target, 'mingxi.tar')
    if (archive) archiveLayout(layout, file, release.seconds)
    return { layout, file, name, digest, layers, packages: base.packages }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** From what changes least to what changes with every release: an upgrade transfers only the last ones. */
function layersOf(work, seconds) {
  const app = join(work, 'app')
  const inImage = join(work, 'layers')
  const place = (title, names) => {
    const folder = join(inImage, title, 'app')
    mkdirSync(folder, { recursive: true })
    for (const name of names) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      renameSync(join(app, name), join(folder, name))
    }
    return join(inImage, title)
  }
  const root = join(work, 'root')
  const ofRoot = readdirSync(root).filter((name) => name !== DATA)
  return [
    { title: 'debian', from: root, paths: ofRoot, seconds: OLD, owned: { paths: [DATA], user: USER } },
    { title: 'node', from: place('node', ['node_modules/.bin']), paths: ['app'], seconds: OLD },
    { title: 'packages', from: place('packages', ['node_modules']), paths: ['app'], seconds: OLD },
    // Browsers compare the time of a file that has no hash in its name.
    { title: 'application', from: place('application', readdirSync(app)), paths: ['app'], seconds },
  ]
}

function releaseOf() {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
  const git = (...args) => execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).trim()
  const inGit = existsSync(join(PROJECT, '.git'))
  const changed = inGit && git('status', '--porcelain', '--untracked-files=no') !== ''
  const revision = inGit ? `${git('rev-parse', 'HEAD')}${changed ? '-changed' : ''}` : 'unknown'
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? (inGit ? git('log', '-1', '--format=%ct') : OLD))
  return { version, revision, seconds, created: new Date(seconds * 1000).toISOString().replace('.000', '') }
}

function labelsOf({ version, revision, created }) {
  const title = 'org.opencontainers.image'
  return {
    [`${title}.title`]: 'mingxi',
    [`${title}.description`]: '明析科测：检测实验室的商城、会员中心与员工工作台',
    [`${title}.version`]: version,
    [`${title}.revision`]: revision,
    [`${title}.created`]: created,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = await buildImage(resolve(process.argv[2] ?? join(PROJECT, 'image')))
  const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`.padStart(9)
  for (const { title, bytes, size } of made.layers)
    console.log(`${title.padEnd(12)}${megabytes(bytes)} unpacked ${megabytes(size)} compressed`)
  const sum = (key) => made.layers.reduce((total, layer) => total + layer[key], 0)
  console.log(`${'together'.padEnd(12)}${megabytes(sum('bytes'))} unpacked ${megabytes(sum('size'))} compressed`)
  console.log(`${made.packages.join(', ')}\n${made.name} ${made.digest}\n${made.file}`)
}

// Cuts a release of the product: `node scripts/release.mjs VERSION` (docs/operations/releases.md). It changes files and commits nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailed, ensureInstalled, PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'

const EMPTY_SECTION = '## [Unreleased]\n\n### Added\n\n### Changed\n\n### Fixed\n'

/**
 * Refuses before anything is written.
 * @param {{ root: string, version: string, today: string, changes: string }} release `changes`: what git says is not committed
 */
export function refuseRelease({ root, version, today, changes }) {
  const { version: former } = readJson(join(root, 'package.json'))
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new CommandFailed(`版本号应为 1.2.3 的形式，而不是 ${version}`, 1)
  if (version.localeCompare(former, 'en', { numeric: true }) <= 0)
    throw new CommandFailed(`版本 ${version} 不比现在的 ${former} 新`, 1)
  if (changes.trim() !== '') throw new CommandFailed(`有未提交的改动，请先提交：\n${changes.trimEnd()}`, 1)
  if (
    sectionOf(readText(root, 'CHANGELOG.md'))
      .replace(/^###.*$/gm, '')
      .trim() === ''
  )
    throw new CommandFailed('CHANGELOG.md 的 [Unreleased] 里没有内容，没有可以发布的改动', 1)
  const noted = notesDay(readText(root, 'src/core/releases/notes.ts'), version)
  if (noted === undefined) throw new CommandFailed(`src/core/releases/notes.ts 里没有版本 ${version} 的更新说明`, 1)
  if (noted !== today) throw new CommandFailed(`src/core/releases/notes.ts 里版本 ${version} 的 day 应为 '${today}'`, 1)
}

/** Writes the version, the changelog and the checksums of the new migrations. Answers the files that it changed. */
export function writeRelease({ root, version, today }) {
  const { version: former } = readJson(join(root, 'package.json'))
  const written = []
  const change = (path, to) => {
    const text = readText(root, path)
    const changed = to(text)
    if (changed === text) throw new CommandFailed(`${path} 里没有找到要改的内容`, 1)
    writeFileSync(join(root, path), changed)
    written.push(path)
  }
  const versioned = (text) => text.replace(`"version": "${former}"`, `"version": "${version}"`)
  change('package.json', versioned)
  // The project stands twice at the head of the lock file: by itself and as its own first package.
  change('package-lock.json', (text) => versioned(versioned(text)))
  change('packages/client/package.json', versioned)
  change('packages/client/README.md', (text) =>
    text.replaceAll(`mingxi-client-${former}.tgz`, `mingxi-client-${version}.tgz`),
  )
  for (const path of ['kustomization', 'migrate', 'web', 'worker'].map((name) => `deploy/kubernetes/${name}.yaml`))
    change(path, (text) => text.replaceAll(former, version))
  // The manual is typed literally.
  change('docs/operations/running.md', (text) => text.replaceAll(former, version))
  change('CHANGELOG.md', (text) => releasedChangelog(text, version, today))
  change('migrations/released.json', (text) => withNewMigrations(root, JSON.parse(text), version))
  return written
}

/** The text between the heading of what is not released and the next version. */
function sectionOf(changelog) {
  const [, section = ''] = /^## \[Unreleased\]\n(.*?)(?=^## \[|(?![\s\S]))/ms.exec(changelog) ?? []
  return section
}

function releasedChangelog(changelog, version, today) {
  const section = sectionOf(changelog)
  // Headings without a line below them say nothing.
  const told = section.replace(/^### \w+\n+(?=### |$(?![\s\S]))/gm, '').trim()
  return changelog.replace(
    `## [Unreleased]\n${section}`,
    () => `${EMPTY_SECTION}\n## [${version}] - ${today}\n\n${told}\n\n`,
  )
}

function withNewMigrations(root, released, version) {
  const known = new Set(Object.values(released).flatMap((each) => Object.keys(each)))
  const folder = join(root, 'migrations')
  const fresh = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !known.has(name))
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])
  return `${JSON.stringify({ ...released, [version]: Object.fromEntries(fresh) }, null, 2)}\n`
}

/** The day in the notes of a version: null while they are being prepared, undefined when there are none. */
function notesDay(notes, version) {
  const [, day] = new RegExp(`version: '${version.replaceAll('.', '\\.')}',\\s*day: (null|'[\\d-]+')`).exec(notes) ?? []
  return day === undefined ? undefined : day === 'null' ? null : day.slice(1, -1)
}

const readText = (root, path) => readFileSync(join(root, path), 'utf8')
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: PROJECT, encoding: 'utf8' })
  if (status !== 0) throw new CommandFailed(`git ${args.join(' ')}：${stderr.trim()}`, 1)
  return stdout
}

function run(node, args) {
  const { status } = spawnSync(node, args, { cwd: PROJECT, stdio: 'inherit', env: pinnedEnvironment() })
  if (status !== 0) throw new CommandFailed(`node ${args.join(' ')} 失败`, status ?? 1)
}

async function main(version = '') {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
  const release = { root: PROJECT, version, today }
  refuseRelease({ ...release, changes: git('status', '--porcelain') })
  await ensureInstalled()
  const node = await pinnedNode()
  const written = writeRelease(release)
  run(node, ['scripts/generate.mjs'])
  console.log(`正在生成 ${version} 的升级样本，约需几分钟…`)
  run(node, ['demo/release/make.ts'])
  console.log(
    `已准备 ${version}：${written.join('、')}，以及 generated/、packages/client、fixtures/releases/${version}/`,
  )
  console.log(`接下来：
  1. npm run check（含 defences）全部通过
  2. git diff 看一遍，尤其是 CHANGELOG.md 和 migrations/released.json
  3. git add -A && git commit -m 'chore(release): ${version}'
  4. git tag -a v${version} -m ${version}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv[2]).catch((error) => {
    console.error(error instanceof CommandFailed ? error.message : error)
    process.exitCode = 1
  })
}

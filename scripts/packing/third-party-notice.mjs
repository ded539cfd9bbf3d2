// Prints the licences of the production packages, to be included in a distributed copy of the product:
//   node scripts/packing/third-party-notice.mjs > THIRD-PARTY-NOTICE.txt
// Licence texts are read from node_modules, so packages of other platforms are not listed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT } from '../provision.mjs'

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** @returns {{ name: string, version: string, license: string, texts: string[] }[]} installed production packages, by name */
export function noticesOf(lock, root) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link && existsSync(join(root, path)))
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license: license ?? 'see text',
      texts: textsIn(join(root, path)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function textsIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (file) => file.isFile() && LICENCE_FILE.test(file.name),
  )
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
}

export function noticeText(notices) {
  const line = '-'.repeat(80)
  const sections = notices.map(({ name, version, license, texts }) =>
    [line, `${name} ${version}: ${license}`, ...texts.map((text) => `\n${text}`)].join('\n'),
  )
  return ['This product contains the following third-party packages.', ...sections, ''].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'))
  process.stdout.write(noticeText(noticesOf(lock, PROJECT)))
}

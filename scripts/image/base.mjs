// The root file system below the application: the few Debian packages that Node needs, without a package manager. Debian's own tools fetch and
// check the packages, so the build works on Debian 12 or later (decision 0092).
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** `dash` is the shell of `start`; the others are what the binaries of Node and of the packages link to, and the certificates for TLS. */
const PACKAGES = ['base-files', 'ca-certificates', 'dash', 'libc6', 'libgcc-s1', 'libstdc++6']
/** Character sets of iconv, texts and tables of other programs. Copyright files stay. */
const UNUSED = [
  'usr/share/man',
  'usr/share/locale',
  'usr/share/lintian',
  'usr/share/info',
  'usr/share/gcc',
  'usr/share/gdb',
  'usr/share/menu',
  'usr/share/dpkg',
  'usr/share/bug',
  'usr/share/debianutils',
  'usr/sbin/update-ca-certificates',
  'usr/lib/*/gconv',
]
/** Nobody has this number on a usual host, and it is below the largest number that user namespaces of 16 bits have. */
export const USER = 65_532
export const DATA = 'data'

const PASSWD = `root:x:0:0:root:/root:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
mingxi:x:${USER}:${USER}:mingxi:/data:/usr/sbin/nologin
`
const GROUP = `root:x:0:\nnogroup:x:65534:\nmingxi:x:${USER}:\n`

/**
 * @param {string} root the folder, which must be empty
 * @param {string} downloads a folder for the packages; what is there is not fetched again
 * @returns {{ architecture: string, packages: string[] }} the packages with their versions
 */
export function makeBase(root, downloads) {
  mkdirSync(downloads, { recursive: true })
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim()
  // stderr: as root, apt-get says that its own user cannot write into the folder, which does not matter.
  execFileSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd: downloads, stdio: ['ignore', 'inherit', 'pipe'] })
  const files = PACKAGES.map((name) => newestOf(name, downloads))
  for (const file of files) execFileSync('dpkg-deb', ['--extract', file, root])
  removeUnused(root)
  bundleCertificates(root)
  writeAccounts(root)
  makeShell(root)
  for (const folder of [DATA, 'app', 'proc', 'sys', 'dev']) mkdirSync(join(root, folder), { recursive: true })
  return { architecture, packages: files.map((file) => recordPackage(file, root)) }
}

/** Another version may lie in the folder from an earlier build. */
function newestOf(name, downloads) {
  const wanted = execFileSync('apt-cache', ['policy', name], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  const version = /Candidate: (\S+)/.exec(wanted)?.[1]?.replaceAll(':', '%3a')
  const file = readdirSync(downloads).find((each) => each.startsWith(`${name}_${version}_`) && each.endsWith('.deb'))
  if (file === undefined) throw new Error(`apt-get download brought no ${name} ${version}`)
  return join(downloads, file)
}

function removeUnused(root) {
  for (const path of UNUSED.flatMap((pattern) => matching(root, pattern)))
    rmSync(path, { recursive: true, force: true })
  for (const name of list(join(root, 'usr/share/doc')))
    for (const file of list(join(root, 'usr/share/doc', name)))
      if (file !== 'copyright') rmSync(join(root, 'usr/share/doc', name, file), { recursive: true, force: true })
}

/** What the package's own script does after an installation: one file with all certificates. */
function bundleCertificates(root) {
  const from = join(root, 'usr/share/ca-certificates/mozilla')
  const texts = list(from)
    .sort()
    .map((name) => readFileSync(join(from, name), 'utf8').trim())
  if (texts.length < 50) throw new Error(`only ${texts.length} certificates in ca-certificates`)
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
  writeFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), `${texts.join('\n')}\n`)
  rmSync(from, { recursive: true })
}

function writeAccounts(root) {
  writeFileSync(join(root, 'etc/passwd'), PASSWD)
  writeFileSync(join(root, 'etc/group'), GROUP)
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
  mkdirSync(join(root, 'tmp'), { recursive: true })
  chmodSync(join(root, 'tmp'), 0o1777)
}

/** Debian's package makes `sh` with a diversion, which needs dpkg. */
function makeShell(root) {
  const shell = ['usr/bin', 'bin'].map((folder) => join(root, folder, 'dash')).find((path) => existsSync(path))
  if (shell === undefined) throw new Error('the package dash has no dash')
  const link = shell.replace(/dash$/, 'sh')
  if (!existsSync(link)) symlinkSync('dash', link)
}

/** The form in which distroless images name their packages; scanners for vulnerabilities read it. */
function recordPackage(file, root) {
  const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' })
  const field = (name) => new RegExp(`^${name}: (.+)$`, 'm').exec(control)?.[1]
  const folder = join(root, 'var/lib/dpkg/status.d')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, field('Package')), control)
  return `${field('Package')} ${field('Version')}`
}

/** `*` stands for one folder. */
function matching(root, pattern) {
  const [first, rest] = pattern.split('/*')
  if (rest === undefined) return [join(root, first)]
  return list(join(root, first))
    .map((name) => join(root, first, name, rest.slice(1)))
    .filter((path) => existsSync(path))
}

function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : []
}

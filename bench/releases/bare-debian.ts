import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack } from '../../scripts/pack.mjs'
import { PROJECT } from '../../scripts/provision.mjs'
import { CHILDREN, CHILDREN_WORK } from './children.ts'

/**
 * Types the numbered blocks of docs/operations/running.md ("Debian 12") on a bare Debian 12 with a real systemd, in name spaces and without a network of its
 * own, and measures the minutes until the server answers over TLS. Two things differ from a server: packages are downloaded before the Debian is
 * started, which is measured, and Caddy makes its certificate itself. Needs root, and the packages debootstrap and systemd-container.
 * Run: node bench/releases/bare-debian.ts [folder of a bare Debian that is there already]
 */
const VERSION = (JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string }).version
const folder = mkdtempSync(join(tmpdir(), 'mingxi-bare-'))
const root = process.argv[2] ?? join(folder, 'debian')
const release = join(folder, `mingxi-${VERSION}`)
const seconds = new Map<string, number>()

/** The page as a visitor gets it. The name leads to this machine, and the certificate is Caddy's own. */
const ASK = `
grep -q lab.example /etc/hosts || echo '127.0.0.1 lab.example' >> /etc/hosts
sed -i '0,/^{$/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /etc/caddy/Caddyfile
systemctl reload caddy
cat > /tmp/ask.mjs <<'END'
for (let tries = 0; tries < 100; tries++) {
  const answer = await fetch('https://lab.example/').catch((error) => ({ status: error.cause?.code ?? error.message }))
  if (answer.status === 200 && (await answer.text()).includes('明析科测')) {
    console.log('200', answer.headers.get('strict-transport-security'))
    process.exit(0)
  }
  if (tries === 99) console.log(answer.status)
  await new Promise((resolve) => setTimeout(resolve, 100))
}
process.exit(1)
END
NODE_NO_WARNINGS=1 NODE_TLS_REJECT_UNAUTHORIZED=0 /opt/mingxi/current/node_modules/.bin/node /tmp/ask.mjs
`

/** PDF, picture and curve in the unit of the server, with everything that it forbids. */
const CHILDREN_IN_UNIT = `
cat > /opt/mingxi/current/children.mjs <<'END'
${CHILDREN}
END
sed -e 's#^ExecStart=.*#ExecStart=/opt/mingxi/current/node_modules/.bin/node children.mjs#' -e 's#^Restart=.*#Type=oneshot#' /etc/systemd/system/mingxi.service > /etc/systemd/system/children.service
systemctl daemon-reload
systemctl start children
journalctl --unit children --output cat --no-pager | grep pdf
rm /opt/mingxi/current/children.mjs
`

try {
  if (!existsSync(root)) makeDebian()
  await pack(release)
  mkdirSync(join(root, 'root'), { recursive: true })
  const archive = join(root, 'root', `${basename(release)}.tar.gz`)
  execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', folder, basename(release)])
  timed('download of packages', () => {
    execFileSync('chroot', [root, 'apt-get', 'update', '-qq'], { stdio: 'inherit' })
    const wanted = ['install', '--yes', '-qq', '--download-only', '--no-install-recommends', 'postgresql', 'caddy']
    execFileSync('chroot', [root, 'apt-get', ...wanted], { stdio: ['ignore', 'ignore', 'inherit'] })
  })
  const { type, stop } = await boot()
  try {
    for (const block of blocks()) {
      const title = block.split('\n', 1)[0]?.replace('# ', '') ?? ''
      timed(title, () => type(block))
    }
    timed('answer over TLS', () => type(ASK))
    console.log(
      type('systemctl --no-pager --property=ActiveState,NRestarts,MainPID show mingxi; systemctl --failed --no-legend'),
    )
    console.log(type('mingxi | head -3; systemd-analyze security --no-pager mingxi | tail -1'))
    const children = type(CHILDREN_IN_UNIT).trim()
    if (children !== CHILDREN_WORK) throw new Error(`child processes in the unit: ${children}`)
    console.log(`child processes in the unit: ${children}`)
    console.log(type('systemctl stop mingxi && systemctl show --property=Result,ExecMainStatus mingxi'))
  } finally {
    await stop()
  }
  for (const [what, took] of seconds) console.log(`${took.toFixed(1).padStart(7)} s  ${what}`)
  const sum = [...seconds.values()].reduce((total, took) => total + took, 0)
  console.log(`${(sum / 60).toFixed(1).padStart(7)} min from a bare Debian to an answer over TLS`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function makeDebian(): void {
  const more = '--include=systemd,systemd-sysv,ca-certificates'
  execFileSync('debootstrap', ['--variant=minbase', more, 'bookworm', root], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The blocks that begin with `# 1.`, `# 2.` and so on. */
function blocks(): string[] {
  const manual = readFileSync(join(PROJECT, 'docs/operations/running.md'), 'utf8')
  const found = [...manual.matchAll(/^```sh\n(# \d\. [^]*?)^```$/gm)].map(([, text]) => text ?? '')
  if (found.length < 5) throw new Error(`only ${found.length} numbered blocks in the manual`)
  return found
}

async function boot(): Promise<{ type: (block: string) => string; stop: () => Promise<void> }> {
  const options = [
    '--boot',
    '--register=no',
    '--keep-unit',
    '--machine=mingxi-bare',
    '--console=pipe',
    '--private-network',
  ]
  const child = spawn('systemd-nspawn', ['--quiet', `--directory=${root}`, ...options], { stdio: 'ignore' })
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const inside = (command: string[], input = '') => {
    const leader = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
    const spaces = ['--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wd']
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      DEBIAN_FRONTEND: 'noninteractive',
    }
    return spawnSync('nsenter', ['--target', leader, ...spaces, '--', ...command], { input, encoding: 'utf8', env })
  }
  for (let tries = 0; tries < 300; tries++) {
    await sleep(200)
    const state = inside(['systemctl', 'is-system-running']).stdout?.trim()
    if (state === 'running' || state === 'degraded') break
    if (tries === 299) throw new Error(`systemd did not start: ${state}`)
  }
  const type = (block: string) => {
    const run = inside(['sh', '-eu'], block)
    if (run.status !== 0) throw new Error(`${block}\n${run.stdout}\n${run.stderr}`)
    return run.stdout
  }
  const stop = async () => {
    inside(['systemctl', 'poweroff'])
    await Promise.race([exited, sleep(30_000).then(() => child.kill('SIGTERM'))])
  }
  return { type, stop }
}

function timed(what: string, work: () => void): void {
  const since = performance.now()
  work()
  seconds.set(what, (performance.now() - since) / 1000)
  console.log(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
}

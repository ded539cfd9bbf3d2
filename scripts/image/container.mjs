// Runs the image on this machine as a container engine would, for tests and benchmarks, because no engine is needed to build it: own mount, process
// and host name spaces, the root file system read-only, a temporary /tmp, the user of the image, no capabilities. Needs root on Linux.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Why the image cannot be run here, or undefined. */
export function whyNotHere() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const missing = ['unshare', 'setpriv', 'dpkg-deb', 'apt-get', 'tar'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  )
  if (missing.length > 0) return `not installed here: ${missing.join(', ')}`
  return spawnSync('unshare', ['--mount', '--pid', '--uts', '--fork', 'true']).status === 0
    ? undefined
    : 'name spaces are not allowed here'
}

/** Unpacks the layers over each other, with their owners. Returns the configuration of the image. */
export function unpackImage(layout, root) {
  const read = (path) => JSON.parse(readFileSync(join(layout, path), 'utf8'))
  const blob = ({ digest }) => `blobs/sha256/${digest.replace('sha256:', '')}`
  const manifest = read(blob(read('index.json').manifests[0]))
  mkdirSync(root, { recursive: true, mode: 0o755 })
  for (const layer of manifest.layers) {
    const run = spawnSync('tar', ['-xpzf', join(layout, blob(layer)), '-C', root, '--numeric-owner', '--same-owner'])
    if (run.status !== 0) throw new Error(`tar: ${run.stderr}`)
  }
  return read(blob(manifest.config)).config
}

/** Mounts what a container has, then becomes the user of the image. The arguments: root, data folder or "-", uid, working folder, command. */
const ENTER = `
set -e
root=$1 data=$2 user=$3 folder=$4; shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t tmpfs -o nosuid,noexec,size=64k,mode=755 tmpfs "$root/dev"
for name in null zero full random urandom; do : > "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
mkdir "$root/dev/shm"; mount -t tmpfs -o nosuid,nodev,noexec,size=64m,mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o nosuid,nodev,size=256m,mode=1777 tmpfs "$root/tmp"
[ "$data" = - ] || mount --bind "$data" "$root/data"
mount -o remount,bind,ro,nosuid,nodev "$root"
exec setpriv --no-new-privs unshare --root="$root" --wd="$folder" --setgid="$user" --setuid="$user" "$@"
`

/**
 * @param {{ root: string, config: object, data?: string, env?: Record<string, string>, command?: string[] }} what
 *   `data` is a folder that the user of the image owns; `command` replaces the entry point
 */
export function runContainer({ root, config, data, env = {}, command = config.Entrypoint }) {
  const user = config.User.split(':')[0]
  const variables = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s, 2)))
  // When this process or the one in between ends, the next one is killed, so no server outlives a test.
  const spaces = ['--mount', '--pid', '--uts', '--ipc', '--fork', '--kill-child=SIGKILL']
  const child = spawn(
    'setpriv',
    [
      '--pdeathsig',
      'KILL',
      'unshare',
      ...spaces,
      'sh',
      '-c',
      ENTER,
      'sh',
      root,
      data ?? '-',
      user,
      config.WorkingDir,
    ].concat(command),
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...variables, ...env } },
  )
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text))
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal)
  return {
    log: () => log,
    exited,
    /** The number of the first process of the container, as this machine sees it. */
    pid: () => childOf(child.pid),
    /** Sends a signal to the first process, as an engine does. */
    signal: (name) => process.kill(childOf(child.pid), name),
    end: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Runs another program in the name spaces of a running container, as `docker exec` does. */
export function execInside({ root, config, container, env = {} }, command) {
  const user = config.User.split(':')[0]
  const variables = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s, 2)))
  const pid = String(container.pid())
  const enter = ['--target', pid, '--mount', '--pid', '--uts', '--ipc', '--root', `--wd=/proc/${pid}/cwd`]
  return spawnSync(
    'setpriv',
    ['--no-new-privs', 'nsenter', ...enter, '--setgid', user, '--setuid', user, '--', ...command],
    { encoding: 'utf8', cwd: root, env: { ...variables, ...env } },
  )
}

function childOf(pid) {
  const path = `/proc/${pid}/task/${pid}/children`
  const child = existsSync(path) ? Number(readFileSync(path, 'utf8').trim().split(' ')[0]) : 0
  if (!child) throw new Error('the container has ended')
  return child
}

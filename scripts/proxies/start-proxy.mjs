// Runs the samples deploy/nginx.conf and deploy/Caddyfile with other ports, certificates and folders, for tests and benchmarks. Everything else
// of the sample stays as it is; a value that the sample no longer has is a fault.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { PROJECT } from '../provision.mjs'

const START_LIMIT_MS = 15_000

export function hasProgram(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { env: withSystemFolders() }).status === 0
}

/**
 * @param {'nginx' | 'caddy'} program
 * @param {{ folder: string, port: number, securePort: number, upstreams: [number, number] }} where `folder` is for files of the proxy; all
 *   ports are of this machine
 * @returns {Promise<{ url: string, plainUrl: string, certificate: string, log: () => string, stop: () => Promise<void> }>}
 */
export async function startProxy(program, { folder, port, securePort, upstreams }) {
  mkdirSync(folder, { recursive: true })
  const certificate = makeCertificate(folder)
  const config = { folder, port, securePort, upstreams }
  const args = program === 'nginx' ? nginxArguments(config) : caddyArguments(config)
  const [MINGXI_FIRST, MINGXI_SECOND] = upstreams.map((upstream) => `127.0.0.1:${upstream}`)
  const ofCaddy = { MINGXI_SITE: 'localhost', MINGXI_FIRST, MINGXI_SECOND, MINGXI_PAGES: join(PROJECT, 'deploy') }
  const env = { ...withSystemFolders(folder), ...ofCaddy }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text))
  const exited = new Promise((resolve) => child.on('close', resolve).on('error', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await answers(securePort, certificate))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${program} did not start: ${log}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const url = `https://localhost:${securePort}`
  return { url, plainUrl: `http://localhost:${port}`, certificate, log: () => log, stop }
}

function nginxArguments({ folder, port, securePort, upstreams }) {
  const site = replaced('deploy/nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['listen 443 ssl', `listen 127.0.0.1:${securePort} ssl`],
    ['127.0.0.1:3001', `127.0.0.1:${upstreams[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${upstreams[1]}`],
    ['server_name lab.example;', 'server_name localhost;'],
    ['/etc/letsencrypt/live/lab.example/fullchain.pem', join(folder, 'certificate.pem')],
    ['/etc/letsencrypt/live/lab.example/privkey.pem', join(folder, 'key.pem')],
    ['/opt/mingxi/current/deploy', join(PROJECT, 'deploy')],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  // As root, nginx runs its workers as another user, which could not read below /root.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr warn;
    events { worker_connections 1024; } http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')} ${site} }`,
  )
  return ['-c', join(folder, 'nginx.conf')]
}

function caddyArguments({ folder, port, securePort }) {
  const site = replaced('deploy/Caddyfile', [
    ['{\n\tservers {', `{\n\tadmin off\n\thttp_port ${port}\n\thttps_port ${securePort}\n\tservers {`],
    ['http://{$MINGXI_SITE:lab.example} {', 'http://{$MINGXI_SITE:lab.example} {\n\tbind 127.0.0.1'],
    [
      '\n{$MINGXI_SITE:lab.example} {',
      `\n{$MINGXI_SITE:lab.example} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`,
    ],
  ])
  writeFileSync(join(folder, 'Caddyfile'), site)
  return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
}

function replaced(path, pairs) {
  let text = readFileSync(join(PROJECT, path), 'utf8')
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

function makeCertificate(folder) {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'].concat(
      files,
      names,
    ),
    { stdio: 'pipe' },
  )
  return readFileSync(join(folder, 'certificate.pem'), 'utf8')
}

function answers(port, ca) {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', servername: 'localhost', port, ca, path: '/metrics', agent: false }, (response) => {
      response.resume()
      resolve(true)
    })
      .on('error', () => resolve(false))
      .end()
  })
}

/** nginx lies in a folder of the administrator; Caddy keeps its files below the home of its user. */
function withSystemFolders(home = process.env.HOME) {
  return {
    ...process.env,
    PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
  }
}

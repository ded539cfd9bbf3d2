// The OCI image layout: blobs named by their digest, the configuration, the manifest and the index; and one archive of it that `docker load`,
// `podman load` and `skopeo` take.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CONFIG_TYPE = 'application/vnd.oci.image.config.v1+json'
const LAYER_TYPE = 'application/vnd.oci.image.layer.v1.tar+gzip'
const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json'
const INDEX_TYPE = 'application/vnd.oci.image.index.v1+json'
const SECOND = 1_000_000_000

/** How the image is run. `Healthcheck` is Docker's addition; other programs ignore it. */
const runConfig = ({ user, labels }) => ({
  User: `${user}:${user}`,
  ExposedPorts: { '3000/tcp': {}, '9100/tcp': {} },
  Env: [
    'PATH=/app/node_modules/.bin:/usr/bin:/bin',
    'NODE_ENV=production',
    'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
    'HOST=0.0.0.0',
    'PORT=3000',
    'HEALTH_PORT=9100',
    'DATA_DIR=/data',
    'DRAIN_DELAY_SECONDS=5',
  ],
  Entrypoint: ['./start'],
  Volumes: { '/data': {} },
  WorkingDir: '/app',
  Labels: labels,
  StopSignal: 'SIGTERM',
  Healthcheck: {
    Test: ['CMD', './healthcheck'],
    Interval: 10 * SECOND,
    Timeout: 5 * SECOND,
    StartPeriod: 120 * SECOND,
    Retries: 3,
  },
})

/**
 * @param {string} folder of the layout, whose blobs of the layers are written
 * @param {{ layers: object[], architecture: string, created: string, user: number, labels: Record<string, string>, name: string }} image
 * @returns {string} the digest of the manifest
 */
export function writeLayout(folder, { layers, architecture, created, user, labels, name }) {
  const put = (value) => putBlob(folder, value)
  const config = put({
    created,
    architecture,
    os: 'linux',
    config: runConfig({ user, labels }),
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ title }) => ({ created, created_by: `npm run image: ${title}` })),
  })
  const manifest = put({
    schemaVersion: 2,
    mediaType: MANIFEST_TYPE,
    config: { mediaType: CONFIG_TYPE, ...config },
    layers: layers.map(({ digest, size }) => ({ mediaType: LAYER_TYPE, digest, size })),
    annotations: labels,
  })
  const tag = name.slice(name.lastIndexOf(':') + 1)
  write(folder, 'oci-layout', { imageLayoutVersion: '1.0.0' })
  write(folder, 'index.json', {
    schemaVersion: 2,
    mediaType: INDEX_TYPE,
    manifests: [
      {
        mediaType: MANIFEST_TYPE,
        ...manifest,
        platform: { architecture, os: 'linux' },
        annotations: {
          'io.containerd.image.name': `docker.io/library/${name}`,
          'org.opencontainers.image.ref.name': tag,
        },
      },
    ],
  })
  // `docker load` before version 25 reads this file instead of the index.
  write(folder, 'manifest.json', [
    { Config: blobOf(config), RepoTags: [name], Layers: layers.map((layer) => blobOf(layer)) },
  ])
  return manifest.digest
}

/** @param {number} seconds the time of the entries, so that the archive is the same bytes for the same image */
export function archiveLayout(folder, file, seconds) {
  const options = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu', '--mode=u+rw,go-w,a+rX']
  execFileSync('tar', ['-cf', file, '-C', folder, `--mtime=@${seconds}`, ...options, '.'])
}

function putBlob(folder, value) {
  const bytes = Buffer.from(JSON.stringify(value))
  const digest = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(join(folder, 'blobs/sha256', digest), bytes)
  return { digest: `sha256:${digest}`, size: bytes.length }
}

function write(folder, name, value) {
  writeFileSync(join(folder, name), JSON.stringify(value))
}

function blobOf({ digest }) {
  return `blobs/sha256/${digest.replace('sha256:', '')}`
}

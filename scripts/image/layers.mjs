// Layers of the image: tar archives that are the same bytes for the same content (sorted, numbers for owners, fixed times), and their compressed form.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
import { createGzip } from 'node:zlib'

const SAME_EVERYWHERE = ['--sort=name', '--numeric-owner', '--format=gnu', '--no-acls', '--no-xattrs', '--no-selinux']
const ROOT = ['--owner=0', '--group=0']

/**
 * @param {{ title: string, from: string, paths: string[], seconds: number, owned?: { paths: string[], user: number } }} layer
 *   `paths` of the folder `from` belong to root; `owned` ones to a user
 * @param {string} blobs the folder for the compressed archive, whose name is its digest
 * @param {number} level of gzip
 */
export async function makeLayer({ title, from, paths, seconds, owned }, blobs, level) {
  const archive = join(blobs, `${title}.tar`)
  const common = ['-C', from, `--mtime=@${seconds}`, ...SAME_EVERYWHERE]
  // Only the user may write into a file of ours; a umask of the builder's must not be in the digest.
  const mode = '--mode=u+rw,go-w,a+rX'
  execFileSync('tar', ['-cf', archive, ...common, ...ROOT, mode, ...paths])
  if (owned)
    execFileSync('tar', ['-rf', archive, ...common, `--owner=${owned.user}`, `--group=${owned.user}`, ...owned.paths])
  const plain = createHash('sha256')
  const packed = createHash('sha256')
  const file = join(blobs, `${title}.gz`)
  await pipeline(
    createReadStream(archive),
    hashing(plain),
    createGzip({ level }),
    hashing(packed),
    createWriteStream(file),
  )
  const bytes = statSync(archive).size
  rmSync(archive)
  const digest = packed.digest('hex')
  renameSync(file, join(blobs, digest))
  return {
    title,
    digest: `sha256:${digest}`,
    diffId: `sha256:${plain.digest('hex')}`,
    size: statSync(join(blobs, digest)).size,
    bytes,
  }
}

function hashing(hash) {
  return new Transform({
    transform(piece, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
}

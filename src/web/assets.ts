import { randomBytes } from 'node:crypto'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { addDays } from '../platform/time.ts'

const YEAR_SECONDS = 31_536_000
/** Nobody keeps a page open that long, and a release that is started again renews its files. */
const KEPT_DAYS = 30

/** As the build names them. It excludes folders and files that another process is still writing (`place`). */
const NAME = /^[\w-][\w.-]*$/

/**
 * Serves scripts and styles: of this release from `own`, of others from `shared`. The wildcard route of the library would read the whole
 * folder for each request, and a route for each file would slow the start.
 */
export async function addAssets(server: FastifyInstance, own: string, shared: string | undefined): Promise<void> {
  await server.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: shared === undefined ? own : [own, shared],
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
    })
    scope.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
      NAME.test(request.params.name) ? reply.sendFile(request.params.name) : reply.callNotFound(),
    )
  })
}

/**
 * Adds the files of this release to the folder that releases share, before the first page that names them is sent. During an upgrade a process
 * of one release is asked for files of the other, and open pages ask for the files of their release after it is gone. Names hold a hash, so the
 * files of all releases lie side by side. Undefined when the folder cannot be written: the server then only serves its own files.
 */
export async function shareAssets(own: string, shared: string, now: Date, log: Logger): Promise<string | undefined> {
  try {
    await mkdir(shared, { recursive: true })
    const there = new Set(await readdir(shared))
    const names = await readdir(own)
    for (const name of names) {
      if (there.has(name)) await utimes(join(shared, name), now, now)
      else await place(join(own, name), shared, name, now)
    }
    const ours = new Set(names)
    await forget(
      shared,
      [...there].filter((name) => !ours.has(name)),
      addDays(now, -KEPT_DAYS),
    )
    return shared
  } catch (error) {
    log.warn({ err: error, folder: shared }, 'the assets of this release could not be shared with other releases')
    return undefined
  }
}

/** Complete under its name or absent, because another process may serve it at any moment. */
async function place(from: string, folder: string, name: string, now: Date): Promise<void> {
  const partial = join(folder, `.${name}.${randomBytes(4).toString('hex')}`)
  // A link takes no space, but is not possible to another file system.
  await link(from, partial).catch(() => copyFile(from, partial))
  await utimes(partial, now, now)
  await rename(partial, join(folder, name))
}

async function forget(folder: string, names: string[], before: Date): Promise<void> {
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile() && found.mtime < before) await rm(join(folder, name), { force: true })
  }
}

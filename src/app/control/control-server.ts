import { chmodSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { CallerFiles, Command, OpenInstallation } from '../commands/command.ts'
import { prepareSocket, removeSocket } from './control-socket.ts'
import { type FileFault, type FromCaller, onMessage, send } from './messages.ts'

export interface ControlServer {
  path: string
  /** Takes no more commands, cancels the running ones and waits for them. */
  close: () => Promise<void>
}

/**
 * Lets the command line run verbs inside this process, because nobody else can open the embedded database while it serves. The socket is a file
 * that only the server's user can reach; there is no way to it over the network. `loadVerbs` keeps the verbs out of the start.
 */
export async function startControl(
  installation: OpenInstallation,
  loadVerbs: () => Promise<readonly Command[]>,
  env: Record<string, string | undefined> = process.env,
): Promise<ControlServer> {
  const { config, ctx } = installation
  const path = prepareSocket(config.DATA_DIR)
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const server = createServer((socket) => {
    const work = serve(socket, installation, { loadVerbs, env, stopping: stopping.signal })
      .catch((error: unknown) => {
        ctx.log.error({ err: error }, 'a command over the control socket failed')
        socket.destroy()
      })
      .finally(() => running.delete(work))
    running.add(work)
  })
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(path, listening))
  chmodSync(path, 0o600)
  // It must not keep a process alive that has nothing else to do.
  server.unref()
  return {
    path,
    close: async () => {
      server.close()
      stopping.abort()
      await Promise.all(running)
      removeSocket(config.DATA_DIR, path)
    },
  }
}

interface Serving {
  loadVerbs: () => Promise<readonly Command[]>
  env: Record<string, string | undefined>
  stopping: AbortSignal
}

async function serve(
  socket: Socket,
  installation: OpenInstallation,
  { loadVerbs, env, stopping }: Serving,
): Promise<void> {
  const cancel = new AbortController()
  const files = filesOf(socket)
  socket.on('error', () => {})
  const given = await new Promise<string[] | undefined>((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { once: true })
    onMessage<FromCaller>(socket, (message) => {
      if (message.kind === 'run') resolve(message.given)
      if (message.kind === 'cancel') cancel.abort()
      if (message.kind === 'file') files.answer(message)
    })
    socket.on('close', () => {
      resolve(undefined)
      cancel.abort()
      files.lose()
    })
    socket.on('end', () => cancel.abort())
  })
  if (!given) return void socket.destroy()
  const { runCommand } = await import('../commands/run-command.ts')
  const { ctx, config } = installation
  const verbs = (await loadVerbs()).filter(({ runsInServer }) => runsInServer)
  ctx.log.info({ verb: given[0] }, 'command over the control socket')
  const code = await runCommand(
    verbs,
    given,
    {
      env,
      signal: AbortSignal.any([cancel.signal, stopping]),
      files,
      server: { config, ctx: { ...ctx, request: { ...ctx.request, id: 'command' } } },
      write: (text) => send(socket, { kind: 'out', text }),
    },
    (text) => send(socket, { kind: 'err', text }),
  )
  send(socket, { kind: 'end', code })
  socket.end()
}

type Answer = Extract<FromCaller, { kind: 'file' }>

/** Reads and writes files by the hands of the caller, who may be in another folder and see other folders than the server. */
function filesOf(socket: Socket): CallerFiles & { answer: (answer: Answer) => void; lose: () => void } {
  const waiting = new Map<number, { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }>()
  let last = 0
  const ask = (message: { kind: 'read'; path: string } | { kind: 'save'; path: string; bytes: string }) =>
    new Promise<Buffer>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      send(socket, { ...message, n: last })
    })
  return {
    read: (path) => ask({ kind: 'read', path }),
    save: async (path, bytes) => {
      await ask({ kind: 'save', path, bytes: Buffer.from(bytes).toString('base64') })
    },
    answer: ({ n, bytes = '', fault }) => {
      const { resolve, reject } = waiting.get(n) ?? {}
      waiting.delete(n)
      if (fault) reject?.(errorOf(fault))
      else resolve?.(Buffer.from(bytes, 'base64'))
    },
    lose: () => {
      for (const { reject } of waiting.values()) reject(new Error('the caller of the command has gone'))
    },
  }
}

function errorOf({ message, ...more }: FileFault): Error {
  return Object.assign(new Error(message), more)
}

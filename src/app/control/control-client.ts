import { connect, type Socket } from 'node:net'
import type { CallerFiles } from '../commands/command.ts'
import { CommandFault } from '../commands/command.ts'
import { socketOf } from './control-socket.ts'
import { type FromServer, onMessage, send } from './messages.ts'

export interface RemoteCaller {
  write: (text: string) => void
  complain: (text: string) => void
  files: CallerFiles
  signal?: AbortSignal | undefined
}

/** Connects with the server that holds this data folder; undefined when none listens. */
export function connectControl(dataFolder: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketOf(dataFolder))
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES' || error.code === 'EPERM')
        reject(new CommandFault(`服务正由另一个用户运行，请以该用户执行命令（数据目录 ${dataFolder}）`))
      else resolve(undefined)
    })
  })
}

/** Runs a verb inside the server. Returns its exit code. */
export function runRemotely(
  socket: Socket,
  given: readonly string[],
  { write, complain, files, signal }: RemoteCaller,
): Promise<number> {
  return new Promise((resolve) => {
    let code: number | undefined
    const cancel = () => send(socket, { kind: 'cancel' })
    signal?.addEventListener('abort', cancel, { once: true })
    onMessage<FromServer>(socket, (message) => {
      if (message.kind === 'out') write(message.text)
      else if (message.kind === 'err') complain(message.text)
      else if (message.kind === 'end') code = message.code
      else void useFile(socket, files, message)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      signal?.removeEventListener('abort', cancel)
      if (code === undefined) complain('与服务的连接已中断，命令没有完成\n')
      resolve(code ?? 1)
    })
    send(socket, { kind: 'run', given: [...given] })
  })
}

async function useFile(
  socket: Socket,
  files: CallerFiles,
  message: Extract<FromServer, { kind: 'read' | 'save' }>,
): Promise<void> {
  const { n, path } = message
  try {
    if (message.kind === 'save') await files.save(path, Buffer.from(message.bytes, 'base64'))
    const bytes = message.kind === 'read' ? (await files.read(path)).toString('base64') : ''
    send(socket, { kind: 'file', n, bytes })
  } catch (error) {
    const { message: text, code, path: named } = error as NodeJS.ErrnoException
    send(socket, {
      kind: 'file',
      n,
      fault: { message: text, ...(code ? { code } : {}), path: named ?? path },
    })
  }
}

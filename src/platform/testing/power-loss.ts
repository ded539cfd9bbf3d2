import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'

/** A file. `first` is its path in the copy that was made before the recording; new files have none. */
interface Inode {
  first?: string
}

type Change =
  | { kind: 'create' | 'remove' | 'folder' | 'removeFolder'; path: string; inode: Inode }
  | { kind: 'rename'; path: string; to: string; inode: Inode }
  | { kind: 'write'; inode: Inode; at: number; bytes: Buffer }
  | { kind: 'truncate'; inode: Inode; size: number }
  | { kind: 'sync'; inode: Inode }

const PAGE = 4096
const real = { ...fs }

/**
 * What a disk holds after the power failed. Records every change of files below `folder` that this process makes through synchronous functions
 * of `node:fs`, and makes copies of the folder as it could stand on the disk at any moment of the record. The rules are those of a journaling
 * file system (ext4, XFS): creations, renames and removals reach the disk in their order, at the latest with the next `fsync` of any file;
 * written bytes reach it with the `fsync` of their file, and before that each page of 4 KiB may or may not.
 */
export class PowerLoss {
  readonly #folder: string
  readonly #base: string
  readonly #changes: Change[] = []
  readonly #names = new Map<string, Inode>()
  readonly #opened = new Map<number, Inode>()
  readonly #firstNames: ReadonlyMap<string, Inode>
  readonly #firstFolders: readonly string[]

  /** Starts recording, before anything in `folder` is opened. Everything in it counts as written to the disk; `base` becomes a copy of it. */
  constructor(folder: string, base: string) {
    this.#folder = folder
    this.#base = base
    real.cpSync(folder, base, { recursive: true })
    const entries = real.readdirSync(folder, { recursive: true, withFileTypes: true })
    const pathOf = (entry: fs.Dirent) => relative(folder, join(entry.parentPath, entry.name))
    this.#firstFolders = entries.filter((entry) => entry.isDirectory()).map(pathOf)
    for (const path of entries.filter((entry) => entry.isFile()).map(pathOf)) this.#names.set(path, { first: path })
    this.#firstNames = new Map(this.#names)
    Object.assign(fs, this.#recording())
    syncBuiltinESMExports()
  }

  /** The number of changes so far: a moment of the record. */
  get moment(): number {
    return this.#changes.length
  }

  stop(): void {
    for (const name of Object.keys(this.#recording()) as 'openSync'[]) fs[name] = real[name]
    syncBuiltinESMExports()
  }

  /** Writes one possible state of the disk at `moment` to `target`; `random` (0 to 1) decides about everything that was not synced. */
  diskAt(moment: number, target: string, random: () => number): void {
    const changes = this.#changes.slice(0, moment)
    const synced = changes.findLastIndex(({ kind }) => kind === 'sync') + 1
    const { names, folders } = this.#namesAfter(changes.slice(0, synced + Math.floor(random() * (moment - synced + 1))))
    for (const path of ['', ...folders]) real.mkdirSync(join(target, path), { recursive: true })
    const ofInode = Map.groupBy(changes, ({ inode }) => inode)
    for (const [path, inode] of names)
      real.writeFileSync(join(target, path), this.#contentOf(inode, ofInode.get(inode) ?? [], random))
  }

  #namesAfter(changes: readonly Change[]): { names: Map<string, Inode>; folders: Set<string> } {
    const names = new Map(this.#firstNames)
    const folders = new Set(this.#firstFolders)
    for (const change of changes) {
      if (change.kind === 'create') names.set(change.path, change.inode)
      else if (change.kind === 'remove') names.delete(change.path)
      else if (change.kind === 'folder') folders.add(change.path)
      else if (change.kind === 'removeFolder') folders.delete(change.path)
      else if (change.kind === 'rename') {
        names.delete(change.path)
        names.set(change.to, change.inode)
      }
    }
    return { names, folders }
  }

  #contentOf(inode: Inode, changes: readonly Change[], random: () => number): Buffer {
    let content: Buffer = inode.first === undefined ? Buffer.alloc(0) : real.readFileSync(join(this.#base, inode.first))
    const synced = changes.findLastIndex(({ kind }) => kind === 'sync')
    for (const [index, change] of changes.entries()) {
      const reached = () => index < synced || random() < 0.5
      if (change.kind === 'write') for (const page of pagesOf(change)) if (reached()) content = withPage(content, page)
      if (change.kind === 'truncate' && reached()) content = resized(content, change.size)
    }
    return content
  }

  /** The functions that PGlite's file system uses. */
  #recording() {
    return { ...this.#recordingOfContents(), ...this.#recordingOfNames() }
  }

  #nameOf(path: unknown): string | undefined {
    return typeof path === 'string' && path.startsWith(`${this.#folder}/`) ? relative(this.#folder, path) : undefined
  }

  #create(path: string): void {
    const inode: Inode = {}
    this.#names.set(path, inode)
    this.#changes.push({ kind: 'create', path, inode })
  }

  #truncate(inode: Inode | undefined, size: number): void {
    if (inode) this.#changes.push({ kind: 'truncate', inode, size })
  }

  #recordingOfContents() {
    return {
      openSync: (path: string, flags: number, mode?: number) => {
        const name = this.#nameOf(path)
        const isNew = name !== undefined && !real.existsSync(path)
        const file = real.openSync(path, flags, mode)
        if (name === undefined) return file
        if (isNew) this.#create(name)
        else if (Number(flags) & real.constants.O_TRUNC) this.#truncate(this.#names.get(name), 0)
        this.#opened.set(file, this.#names.get(name) ?? {})
        return file
      },
      closeSync: (file: number) => {
        this.#opened.delete(file)
        real.closeSync(file)
      },
      writeSync: (file: number, buffer: Uint8Array, offset: number, length: number, position: number) => {
        const written = real.writeSync(file, buffer, offset, length, position)
        const inode = this.#opened.get(file)
        // A copy, because the buffer is the memory of the database.
        const bytes = Buffer.from(buffer.slice(offset, offset + written))
        if (inode) this.#changes.push({ kind: 'write', inode, at: position, bytes })
        return written
      },
      fsyncSync: (file: number) => {
        real.fsyncSync(file)
        const inode = this.#opened.get(file)
        if (inode) this.#changes.push({ kind: 'sync', inode })
      },
      writeFileSync: (path: string, data: string, options?: fs.WriteFileOptions) => {
        const name = this.#nameOf(path)
        if (name !== undefined && data.length > 0) throw new Error('only empty files are expected to be written whole')
        real.writeFileSync(path, data, options)
        if (name !== undefined) this.#create(name)
      },
      ftruncateSync: (file: number, size: number) => {
        real.ftruncateSync(file, size)
        this.#truncate(this.#opened.get(file), size)
      },
      truncateSync: (path: string, size: number) => {
        real.truncateSync(path, size)
        this.#truncate(this.#names.get(this.#nameOf(path) ?? ''), size)
      },
    }
  }

  #recordingOfNames() {
    return {
      renameSync: (path: string, to: string) => {
        const [from, target] = [this.#nameOf(path), this.#nameOf(to)]
        real.renameSync(path, to)
        const inode = this.#names.get(from ?? '')
        if (from === undefined || target === undefined || !inode) return
        this.#names.delete(from)
        this.#names.set(target, inode)
        this.#changes.push({ kind: 'rename', path: from, to: target, inode })
      },
      unlinkSync: (path: string) => {
        real.unlinkSync(path)
        const name = this.#nameOf(path) ?? ''
        const inode = this.#names.get(name)
        if (inode) this.#changes.push({ kind: 'remove', path: name, inode })
        this.#names.delete(name)
      },
      mkdirSync: (path: string, options?: fs.MakeDirectoryOptions) => {
        const made = real.mkdirSync(path, options)
        const name = this.#nameOf(path)
        if (name !== undefined) this.#changes.push({ kind: 'folder', path: name, inode: {} })
        return made
      },
      rmdirSync: (path: string) => {
        real.rmdirSync(path)
        const name = this.#nameOf(path)
        if (name !== undefined) this.#changes.push({ kind: 'removeFolder', path: name, inode: {} })
      },
    }
  }
}

function pagesOf({ at, bytes }: { at: number; bytes: Buffer }): { at: number; bytes: Buffer }[] {
  const pages = []
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(bytes.length, from + PAGE - ((at + from) % PAGE))
    pages.push({ at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return pages
}

function withPage(content: Buffer, { at, bytes }: { at: number; bytes: Buffer }): Buffer {
  const whole = content.length < at + bytes.length ? resized(content, at + bytes.length) : content
  bytes.copy(whole, at)
  return whole
}

function resized(content: Buffer, size: number): Buffer {
  return content.length >= size
    ? content.subarray(0, size)
    : Buffer.concat([content, Buffer.alloc(size - content.length)])
}

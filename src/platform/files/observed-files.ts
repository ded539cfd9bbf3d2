import { spanned } from '../observe/tracing.ts'
import type { FileStore } from './file-store.ts'

/** A store whose work is seen in traces, and whose errors say who asked: those of streams and sockets have no frames. */
export function observedFiles(files: FileStore): FileStore {
  return {
    ...files,
    put: (source, maxBytes) => observed('file put', () => files.put(source, maxBytes)),
    open: (key, range) => observed('file open', () => files.open(key, range)),
    head: (key, bytes) => observed('file head', () => files.head(key, bytes)),
    remove: (key) => observed('file remove', () => files.remove(key)),
    list: () => files.list(),
  }
}

async function observed<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await spanned(name, {}, work, 'CLIENT')
  } catch (error) {
    if (error instanceof Error && !/\n\s+at .*\/src\//.test(error.stack ?? '')) {
      const callers = new Error('called').stack?.split('\n').slice(1).join('\n')
      error.stack = `${error.name}: ${error.message}\n${callers}`
    }
    throw error
  }
}

import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { error, type Finding, type HostCheck, ok, warning } from '../finding.ts'

const MB = 1024 * 1024
/** Of scripts/server-flags.mjs: the heap that the server may use beside its cache. */
const HEAP_MB = 1024
/** Live data of a server without its cache, measured (decision 0022). */
const LIVE_MB = 200

/** Node and the memory that the server may use. */
export const runtimeCheck: HostCheck = {
  key: 'runtime',
  cheap: true,
  find: async ({ config, env }) => {
    const { dependencies } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../package.json'), 'utf8'))
    const memory = process.constrainedMemory()
    return runtimeFindings({
      node: process.versions.node,
      pinned: dependencies.node,
      cacheMb: config.CACHE_MEGABYTES,
      // Without a limit the system answers a number beyond any memory.
      memoryMb: Math.floor(Math.min(memory > 0 ? memory : Infinity, totalmem()) / MB),
      heapMb: heapOption(env.NODE_OPTIONS),
    })
  },
}

/** The heap limit that the operator sets; undefined when it follows the cache. */
function heapOption(options = ''): number | undefined {
  const [, megabytes] = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(options) ?? []
  return megabytes === undefined ? undefined : Number(megabytes)
}

interface Runtime {
  node: string
  pinned: string
  cacheMb: number
  memoryMb: number
  heapMb: number | undefined
}

export function runtimeFindings({ node, pinned, cacheMb, memoryMb, heapMb }: Runtime): Finding[] {
  const found = [
    node === pinned
      ? ok('Node.js', node)
      : warning(
          'Node.js',
          `运行的是 ${node}，本版本在 ${pinned} 上测试`,
          '用 npm start 或 ./start 启动，它们使用固定的版本',
        ),
  ]
  const needed = LIVE_MB + 2 * cacheMb
  if (heapMb !== undefined && heapMb < needed)
    found.push(
      error(
        '内存',
        `NODE_OPTIONS 把堆限制在 ${heapMb} MB，缓存 ${cacheMb} MB 至少需要 ${needed} MB`,
        '去掉该限制，或减小 CACHE_MEGABYTES',
      ),
    )
  const heap = heapMb ?? HEAP_MB + 2 * cacheMb
  if (memoryMb < needed)
    found.push(
      error(
        '内存',
        `只有 ${memoryMb} MB 可用，缓存 ${cacheMb} MB 至少需要 ${needed} MB`,
        '增加内存，或减小 CACHE_MEGABYTES',
      ),
    )
  else if (memoryMb < heap)
    found.push(
      warning(
        '内存',
        `可用 ${memoryMb} MB，少于堆的上限 ${heap} MB，负载高时进程可能被系统结束`,
        `增加内存，或用 NODE_OPTIONS=--max-old-space-size=${Math.max(needed, Math.floor(memoryMb * 0.7))} 降低上限`,
      ),
    )
  return found.length > 1 ? found : [...found, ok('内存', `可用 ${memoryMb} MB，堆的上限 ${heap} MB`)]
}

import type { Connections } from './connections.ts'

/** Of every three connections one is kept for requests, at least one and never all. */
export function jobPlaces(poolSize: number): number {
  return Math.max(1, poolSize - Math.max(1, Math.ceil(poolSize / 3)))
}

/** The same connections, of which at most `places` are used at a time; the others wait here and not in the queue of the pool. */
export function inLane(connections: Connections, places: number): Pick<Connections, 'acquire' | 'release' | 'limited'> {
  let free = places
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return {
    acquire: async () => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await connections.acquire()
      } catch (error) {
        leave()
        throw error
      }
    },
    release: (client, broken) => {
      connections.release(client, broken)
      leave()
    },
    limited: (client, statement, ms) => connections.limited(client, statement, ms),
  }
}

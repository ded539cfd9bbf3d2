import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowRelay {
  port: number
  /** Each piece of data takes so long in either direction; Infinity: nothing arrives any more, and nobody is told. */
  slow: (ms: number) => void
  /** What was held arrives. */
  heal: () => void
  close: () => void
}

/** A port before a service at which the way to it can be made slow. */
export async function slowRelayTo(port: number): Promise<SlowRelay> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  let flow = Promise.withResolvers<void>()
  /** In order, whatever the delay becomes meanwhile. */
  const pass = (from: Socket, to: Socket) => {
    let last = Promise.resolve()
    const later = (act: () => void) => {
      const due = performance.now() + (Number.isFinite(delayMs) ? delayMs : 0)
      const held = delayMs === Infinity ? flow.promise : undefined
      last = last.then(async () => {
        await held
        if (performance.now() < due) await sleep(due - performance.now())
        if (!to.destroyed) act()
      })
    }
    from.on('data', (chunk: Buffer) => later(() => to.write(chunk)))
    from.on('end', () => later(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
    from.setNoDelay(true)
    sockets.add(from)
  }
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    pass(incoming, outgoing)
    pass(outgoing, incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    slow: (ms) => {
      delayMs = ms
      if (ms === Infinity) flow = Promise.withResolvers()
    },
    heal: () => {
      delayMs = 0
      flow.resolve()
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

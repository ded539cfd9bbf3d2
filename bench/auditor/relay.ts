import { connect, createServer, type Socket } from 'node:net'

export interface Relay {
  port: number
  /** Nothing passes any more in either direction, and nobody is told: a half-open connection. */
  freeze: () => void
  /** Ends the frozen connections; new ones pass. */
  heal: () => void
  close: () => void
}

/** A port before the database whose connections can be frozen. */
export async function relayTo(port: number): Promise<Relay> {
  const pairs = new Set<[Socket, Socket]>()
  const frozen = new Set<[Socket, Socket]>()
  let isFrozen = false
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    const pair: [Socket, Socket] = [incoming, outgoing]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => !frozen.has(pair) && end())
    }
    incoming.pipe(outgoing).pipe(incoming)
    if (isFrozen) stop(pair)
  })
  const stop = (pair: [Socket, Socket]) => {
    frozen.add(pair)
    const [incoming, outgoing] = pair
    incoming.unpipe(outgoing)
    outgoing.unpipe(incoming)
    for (const socket of pair) socket.pause()
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as { port: number }).port,
    freeze: () => {
      isFrozen = true
      for (const pair of pairs) stop(pair)
    },
    heal: () => {
      isFrozen = false
      for (const pair of frozen) for (const socket of pair) socket.destroy()
      frozen.clear()
    },
    close: () => {
      server.close()
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
  }
}

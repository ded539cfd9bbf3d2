import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clamdScan } from './clamd.ts'
import { clamdDouble, eicarText } from './clamd-double.ts'

const scanner = clamdDouble({ mostBytes: 1_000_000 })
const mute = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.destroy())
})
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const at = (server: Server) => ({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
beforeAll(() => Promise.all([listen(scanner.server), listen(mute)]))
afterAll(() => {
  scanner.server.close()
  mute.close()
})

const scan = (...chunks: Buffer[]) => clamdScan(at(scanner.server), Readable.from(chunks))

test('a clean stream is clean, with all its bytes sent', async () => {
  expect(await scan(randomBytes(300_000), Buffer.alloc(0), randomBytes(500))).toEqual({ kind: 'clean' })
  expect(scanner.scanned.at(-1)).toBe(300_500)
})

test('the test virus is found, across two chunks too', async () => {
  const bytes = Buffer.from(`before ${eicarText} after`)
  const infected = { kind: 'infected', signature: 'Eicar-Test-Signature' }
  expect(await scan(bytes)).toEqual(infected)
  expect(await scan(bytes.subarray(0, 30), bytes.subarray(30))).toEqual(infected)
})

test('a stream above the limit of the scanner is told apart, also when much more is to come', async () => {
  expect(await scan(...Array.from({ length: 40 }, () => randomBytes(60_000)))).toEqual({ kind: 'tooLarge' })
})

test('a scanner that is down or ends without an answer is an error, never a clean file', async () => {
  await expect(clamdScan(at(mute), Readable.from([randomBytes(1000)]))).rejects.toThrow()
  const closed = createServer()
  await listen(closed)
  const address = at(closed)
  await new Promise((resolve) => closed.close(resolve))
  await expect(clamdScan(address, Readable.from([randomBytes(10)]))).rejects.toThrow('ECONNREFUSED')
})

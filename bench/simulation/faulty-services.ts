import type { Database, Db } from '../../src/platform/db/db.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { type ChannelKey, ChannelUnavailable, type PayChannel } from '../../src/platform/pay/channel.ts'
import type { Faults } from './faults.ts'

/** What the product gets from a database whose connection breaks, or that asks to repeat a transaction. */
function databaseFailure(kind: string): Error {
  return kind === 'conflict'
    ? Object.assign(new Error('simulated serialization failure'), { code: '40001' })
    : Object.assign(new Error('simulated lost connection'), { code: '08006' })
}
const noSpace = () => Object.assign(new Error('simulated file store failure'), { code: 'EIO' })
const noAnswer = () => new ChannelUnavailable('simulated: no answer')

/** A lost commit answer is the fault „after“ at `tx`: all is written, and the caller learns that it failed. */
export function faultyDatabase(inner: Database, faults: Faults): Database {
  const wrapped = (db: Db): Db => ({
    rows: (statement) => faults.at('rows', () => db.rows(statement), databaseFailure),
    row: (statement) => faults.at('row', () => db.row(statement), databaseFailure),
    one: (statement) => faults.at('one', () => db.one(statement), databaseFailure),
    run: (statement) => faults.at('run', () => db.run(statement), databaseFailure),
    tx: (work, how) => faults.at('tx', () => db.tx((tx) => work(wrapped(tx)), how), databaseFailure),
    afterCommit: (work) => db.afterCommit(work),
  })
  const database: Database = {
    ...wrapped(inner),
    engine: inner.engine,
    get jobs() {
      return database
    },
    get health() {
      return database
    },
    script: (...steps) => inner.script(...steps),
    ping: () => faults.at('ping', () => inner.ping(), databaseFailure),
    // A server that ends leaves the database to the next one; the world closes it.
    close: async () => {},
  }
  return database
}

export function faultyFiles(inner: FileStore, faults: Faults): FileStore {
  return {
    put: (source, maxBytes, key) => faults.at('file.put', () => inner.put(source, maxBytes, key), noSpace),
    open: (key, range) => faults.at('file.open', () => inner.open(key, range), noSpace),
    head: (key, bytes) => faults.at('file.head', () => inner.head(key, bytes), noSpace),
    remove: (key) => faults.at('file.remove', () => inner.remove(key), noSpace),
    list: () => inner.list(),
  }
}

/** Puts the faults between the product and the doubles of the payment channels. */
export function breakChannels(channels: Map<ChannelKey, PayChannel>, faults: Faults): void {
  for (const [key, channel] of channels)
    channels.set(key, {
      key,
      label: channel.label,
      scenes: channel.scenes,
      replies: channel.replies,
      open: (charge) => faults.at('pay.open', () => channel.open(charge), noAnswer),
      query: (tradeNo) => faults.at('pay.query', () => channel.query(tradeNo), noAnswer),
      close: (tradeNo) => faults.at('pay.close', () => channel.close(tradeNo), noAnswer),
      refund: (refund) => faults.at('pay.refund', () => channel.refund(refund), noAnswer),
      queryRefund: (refund) => faults.at('pay.queryRefund', () => channel.queryRefund(refund), noAnswer),
      readNotify: (raw) => channel.readNotify(raw),
      bill: (day) => faults.at('pay.bill', () => channel.bill(day), noAnswer),
    })
}

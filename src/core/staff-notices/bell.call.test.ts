import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { absenceAdd } from '../staff/absences/absence-contract.ts'
import { sweepNotices, tellStaff } from './actions.ts'
import { bellList, bellRead } from './contract.ts'
import { eventsIn } from './follow-stream.ts'
import { STREAM_PATH } from './rules.ts'
import { addBellStream } from './stream-routes.ts'
import { createServer } from '../../platform/http/server.ts'
import { access } from '../../web/access.ts'

let app: TestApp
let lab: TestPerson
let other: TestPerson
beforeAll(async () => {
  app = await testApp()
  lab = await app.staff('lab')
  other = await app.staff('lab')
})
afterAll(() => app.close())

const notice = (key: string) => ({ kind: 'assigned', title: '新的检测', path: '/console/tasks/MX1', key }) as const
const tell = (key: string, staffIds = [lab.id]) => tellStaff(app.system, { ...notice(key), staffIds })
const bell = (person: TestPerson) => app.call(bellList, { page: 1, size: 20 }, { as: person })

describe('the bell', () => {
  it('tells a matter once, counts what is unread and is marked read by its owner alone', async () => {
    await tell('a')
    await tell('a')
    await tell('b')
    const { total, unread, list } = await bell(lab)
    expect({ total, unread }).toEqual({ total: 2, unread: 2 })
    const ids = list.map(({ id }) => id)
    await app.call(bellRead, { ids }, { as: other })
    expect((await bell(lab)).unread).toBe(2)
    await app.call(bellRead, { ids: ids.slice(0, 1) }, { as: lab })
    expect((await bell(lab)).unread).toBe(1)
    await app.call(bellRead, {}, { as: lab })
    expect((await bell(lab)).unread).toBe(0)
    expect(await bell(other)).toMatchObject({ total: 0 })
  })

  it('tells who stands in for the absent too', async () => {
    const dates = { firstDay: '2026-03-02', lastDay: '2026-03-03' }
    await app.call(absenceAdd, { staffId: lab.id, deputyId: other.id, ...dates }, { as: lab })
    await tell('c')
    expect((await bell(other)).list).toMatchObject([{ title: '新的检测', read: false }])
    expect((await bell(lab)).unread).toBe(1)
  })

  it('is refused to customers, and to a stream without a token of staff', async () => {
    const customer = await app.customer(0)
    expect(await app.refusal(bellList, {}, { as: customer })).toMatchObject({ status: 403 })
  })

  it('deletes old notices', async () => {
    app.clock.advance({ days: 91 })
    expect(await sweepNotices(app.system)).toBeGreaterThan(0)
    expect(await app.db.one(sql`select count(*) as n from staff_notices`)).toEqual({ n: 0 })
  })

  it('streams the number of unread notices when it changes, and ends when the server stops', async () => {
    const viewer = await app.staff('lab')
    const server = await createServer(app.services, access, [])
    const streams = addBellStream(server, app.services)
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    expect((await fetch(address + STREAM_PATH)).status).toBe(401)
    expect((await fetch(address + STREAM_PATH, { headers: { token: 'nothing' } })).status).toBe(401)

    const answer = await fetch(address + STREAM_PATH, { headers: { token: viewer.token } })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const next = async (): Promise<string | undefined> => {
      for (;;) {
        const { data, rest } = eventsIn(text)
        if (data[0] !== undefined) {
          text = rest
          return data[0]
        }
        const read = await reader?.read()
        if (!read || read.done) return undefined
        text += read.value
      }
    }
    expect(await next()).toBe('{"unread":0,"newest":0}')
    await tell('d', [viewer.id])
    await streams.look()
    expect(JSON.parse((await next()) ?? '{}')).toMatchObject({ unread: 1 })
    expect(streams.size).toBe(1)
    await server.close()
    expect(await next()).toBeUndefined()
    expect(streams.size).toBe(0)
  })
})

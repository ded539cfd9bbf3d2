import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { readable, smtpReceiver } from '../../platform/testing/smtp-receiver.ts'
import { staffDisable, staffEmail, staffList } from '../staff/manage-contract.ts'
import { raiseAlarm } from './actions.ts'
import { safetyRead } from './contract.ts'

let app: TestApp
let mailbox: Awaited<ReturnType<typeof smtpReceiver>>
let admin: TestPerson

beforeAll(async () => {
  mailbox = await smtpReceiver()
  app = await testApp({ SMTP_URL: mailbox.url, ALARM_MAIL: 'duty@house.example, duty@house.example' })
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})
beforeEach(async () => {
  mailbox.accept()
  mailbox.mails.length = 0
  admin = await app.staff('admin')
  await app.call(staffEmail, { id: admin.id, email: 'lin@house.example' }, { as: admin })
})

let occasions = 0
function nextAlarm() {
  occasions += 1
  return { kind: 'smsBudget', occasion: `spent:${occasions}`, text: `已请求 ${occasions} 条，已停止发送。` } as const
}

const recipients = () => mailbox.mails.flatMap(({ to }) => to).sort()
const states = () =>
  app.db.rows<{ name: string; state: string }>(sql`select name, state from jobs where name like 'safety.%' order by id`)

describe('alarms reach people', () => {
  it('[T-6] an alarm is sent once to each administrator and to the configured address, however often it is raised', async () => {
    const alarm = nextAlarm()
    await Promise.all([raiseAlarm(app.system, alarm), raiseAlarm(app.system, alarm)])
    await app.drain()
    await raiseAlarm(app.system, alarm)
    await app.drain()
    expect(recipients()).toEqual(['duty@house.example', 'lin@house.example'])
    const { subject, text } = readable(mailbox.mails[0]?.raw ?? '')
    expect(subject).toBe('【明析科测】安全告警：短信用量')
    expect(text).toContain(alarm.text)
    expect(text).toContain('2026-03-02 10:00:00（北京时间）')
    expect(text).toContain('http://shop.test/console/safety')
    const shown = await app.call(safetyRead, {}, { as: admin })
    expect(shown.recipients).toBe(2)
    expect(shown.alarms[0]).toMatchObject({ times: 3, mailsSent: 2, mailsFailed: 0 })
  })

  it('staff who left, changed role or have no address get no alarm; a change of address is audited', async () => {
    const gone = await app.staff('admin')
    await app.call(staffEmail, { id: gone.id, email: 'gone@house.example' }, { as: admin })
    const { list } = await app.call(staffList, {}, { as: admin })
    const account = list.find(({ id }) => id === gone.id)?.account ?? ''
    await app.call(staffDisable, { id: gone.id, disabled: true, confirm: account }, { as: admin })
    const manager = await app.staff('manager')
    await app.call(staffEmail, { id: manager.id, email: 'manager@house.example' }, { as: admin })
    expect(await app.refusal(staffEmail, { id: manager.id, email: 'x' }, { as: manager })).toMatchObject({
      status: 403,
    })
    expect(await app.refusal(staffEmail, { id: manager.id, email: 'a@b.cn, c@d.cn' }, { as: admin })).toMatchObject({
      fields: { email: '邮箱格式不正确' },
    })
    await raiseAlarm(app.system, nextAlarm())
    await app.drain()
    expect(recipients()).toEqual(['duty@house.example', 'lin@house.example'])
    const audit = await app.db.rows(
      sql`select before, after from audit_log where action = 'staff.email' and subject = ${`staff:${gone.id}`}`,
    )
    expect(audit).toEqual([{ before: { email: '' }, after: { email: 'gone@house.example' } }])
  })

  it('[Q-264] name and work phone of a member of staff can be changed, and the change is audited', async () => {
    const manager = await app.staff('manager')
    const mailOnly = { id: manager.id, email: 'wang@house.example' }
    await app.call(staffEmail, { ...mailOnly, name: '王新名', phone: '13700000009' }, { as: admin })
    // What is not sent, as by pages of the former release, stays as it is.
    await app.call(staffEmail, mailOnly, { as: admin })
    const { list } = await app.call(staffList, {}, { as: admin })
    expect(list.find(({ id }) => id === manager.id)).toMatchObject({
      ...mailOnly,
      name: '王新名',
      phone: '13700000009',
    })
    expect(await app.refusal(staffEmail, { ...mailOnly, name: ' ', phone: '1' }, { as: admin })).toMatchObject({
      fields: { name: expect.any(String), phone: '手机号格式不正确' },
    })
    const audit = await app.db.rows(
      sql`select after from audit_log where action = 'staff.email' and subject = ${`staff:${manager.id}`} order by id`,
    )
    expect(audit).toEqual([
      { after: { email: mailOnly.email, name: '王新名', phone: '13700000009' } },
      { after: { email: mailOnly.email } },
    ])
  })

  it('a mail that cannot be sent is shown and tried again, and nobody gets it twice', async () => {
    mailbox.refuse(451, '4.7.1 try again later')
    await raiseAlarm(app.system, nextAlarm())
    await app.drain()
    expect(recipients()).toEqual([])
    expect((await app.call(safetyRead, {}, { as: admin })).alarms[0]).toMatchObject({ mailsSent: 0, mailsFailed: 2 })
    mailbox.accept()
    app.clock.advance({ seconds: 4 })
    await app.drain()
    expect(recipients()).toEqual([])
    app.clock.advance({ seconds: 2 })
    await app.drain()
    expect(recipients()).toEqual(['duty@house.example', 'lin@house.example'])
    expect((await app.call(safetyRead, {}, { as: admin })).alarms[0]).toMatchObject({ mailsSent: 2, mailsFailed: 0 })
    // Like a crash between sending and marking the job as done.
    await app.db.run(sql`update jobs set state = 'waiting' where name like 'safety.%'`)
    await app.drain()
    expect(recipients()).toHaveLength(2)
    expect((await states()).every(({ state }) => state === 'done')).toBe(true)
  })

  it('an alarm whose transaction is rolled back is not sent', async () => {
    const undone = app.db.tx(async (tx) => {
      await raiseAlarm({ ...app.system, db: tx }, nextAlarm())
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await app.drain()
    expect(recipients()).toEqual([])
  })
})

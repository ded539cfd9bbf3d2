import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainHead, sealAuditLog } from '../../platform/audit/seal.ts'
import { sql } from '../../platform/db/sql.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { ranIn } from '../testing/ran-command.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  for (const n of [1, 2, 3]) await recordAudit(app.system, { action: 'order.approve', subject: `order:${n}` })
  await sealAuditLog(app.system)
})
afterAll(() => app.close())

const ran = async (...given: string[]) => {
  const { code, text } = await ranIn(app, 'audit', ...given)
  return [code, text]
}

it.each([
  [['--head']],
  [['--head', '12']],
  [['--head', `0:${'a'.repeat(64)}`]],
  [['--kopf', '12']],
  [['--head', `1:${'a'.repeat(64)}`, 'x']],
])('%j is answered with the usage', async (args) => {
  const { code, complaint } = await ranIn(app, 'audit', ...args)
  expect([code, complaint]).toEqual([2, expect.stringContaining('用法')])
})

it('[I-22] says that the log holds, and compares heads that were written down', async () => {
  const head = await chainHead(app.db)
  const kept = `${head?.n}:${head?.hash}`
  expect(await ran('--head', kept)).toEqual([
    0,
    expect.stringMatching(/第 3 环与记下的校验值一致[^]*操作日志完好，共 3 环/),
  ])
  expect(await ran('--head', `2:${head?.hash}`)).toEqual([1, expect.stringContaining('第 2 环与记下的校验值不同')])
  expect(await ran('--head', `4:${head?.hash}`)).toEqual([1, expect.stringContaining('没有第 4 环')])
})

it('[I-22] names the row that was changed', async () => {
  await app.db.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`update audit_log set subject = 'order:9' where subject = 'order:2'`)
  })
  expect(await ran()).toEqual([1, expect.stringMatching(/被改动过：order.approve order:9[^]*发现 1 处不符/)])
})

it('tells a program the same as JSON', async () => {
  const { code, text } = await ranIn(app, 'audit', '--json')
  expect([code, JSON.parse(text)]).toEqual([
    1,
    expect.objectContaining({ found: 1, links: 3, head: expect.any(String) }),
  ])
})

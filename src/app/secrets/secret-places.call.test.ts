import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStaff } from '../../core/staff/actions.ts'
import { staffLogin, staffLoginCode, staffLoginConfirm, staffLoginEnrol } from '../../core/staff/contract.ts'
import {
  userBeginSecondFactor,
  userConfirmSecondFactor,
  userProveSecondFactor,
} from '../../people/customers/second-factor/second-factor-contract.ts'
import { login, refresh4token } from '../../people/sign-in/contract.ts'
import { newChallenge, spendProof } from '../../platform/auth/proof-of-work.ts'
import { totpCodeAt } from '../../platform/auth/totp.ts'
import { identifier, sql } from '../../platform/db/sql.ts'
import { vapidKey } from '../../platform/push/vapid.ts'
import { secretKeys, writingKey } from '../../platform/auth/kept-secrets.ts'
import { countSecrets, rewriteSecrets } from '../../platform/auth/secret-rows.ts'
import { webhookAdd, webhookList, webhookPing, webhookRotate } from '../../workspace/webhooks/contract.ts'
import { messageList } from '../../workspace/notices/contract.ts'
import { secretsCheck } from '../doctor/checks/secrets-check.ts'
import { secretPlaces } from './secret-places.ts'
import { requireSecretKeys } from './require-secret-keys.ts'
import { ranIn } from '../testing/ran-command.ts'
import { solved } from '../testing/solved.ts'
import { TEST_PASSWORD, type TestApp, type TestPerson, testApp } from '../testing/test-app.ts'

const newKey = () => randomBytes(32).toString('base64')
const [key, nextKey] = [newKey(), newKey()]
const PASSWORD = 'rain over the old bridge'
let app: TestApp
const logged: string[] = []
let got: { headers: IncomingHttpHeaders; body: string }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    got.push({ headers: request.headers, body })
    response.end()
  })
})

beforeAll(async () => {
  app = await testApp({ WEBHOOK_LOOPBACK: '1', LOG_LEVEL: 'error' }, { logTo: (line) => void logged.push(line) })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  got = []
  useKeys(key)
})
afterEach(async () => {
  useKeys(key, nextKey)
  await ranIn(app, 'secrets', 'encrypt')
})
afterAll(async () => {
  await app.close()
  receiver.close()
})

function useKeys(...keys: string[]): void {
  app.services.config.SECRETS_KEY = keys
}

/** A code of the app that was not used yet: half a minute later than the last one. */
function nextCode(secret: string): string {
  app.clock.advance({ seconds: 31 })
  return totpCodeAt(secret, app.clock.now())
}

let people = 0
async function staffWithApp() {
  people += 1
  const account = `sealed${people}`
  const id = await createStaff(app.system, { account, name: '新人', role: 'lab', password: PASSWORD })
  const step = await app.call(staffLogin, { account, password: PASSWORD })
  const ticket = step.next === 'done' ? '' : step.ticket
  const { secret } = await app.call(staffLoginEnrol, { ticket })
  await app.call(staffLoginConfirm, { ticket, code: nextCode(secret) })
  return { id, account, secret }
}

async function staffSignsIn({ account, secret }: { account: string; secret: string }) {
  const step = await app.call(staffLogin, { account, password: PASSWORD })
  if (step.next !== 'code') return step.next
  return (await app.call(staffLoginCode, { ticket: step.ticket, code: nextCode(secret) })).next
}

async function customerWithApp() {
  const person = await app.customer()
  const first = await app.call(login, { account: person.phone, password: TEST_PASSWORD })
  const { secret } = await app.call(userBeginSecondFactor, { password: TEST_PASSWORD }, { as: first })
  const renewed = await app.call(refresh4token, { token: first.refreshToken })
  await app.call(userConfirmSecondFactor, { code: nextCode(secret) }, { as: renewed })
  return { person, secret }
}

async function customerSignsIn({ person, secret }: Awaited<ReturnType<typeof customerWithApp>>) {
  const first = await app.call(login, { account: person.phone, password: TEST_PASSWORD })
  await app.call(userProveSecondFactor, { code: nextCode(secret) }, { as: first })
}

const addHook = (as: TestPerson) =>
  app.call(
    webhookAdd,
    { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`, types: ['order.submitted'] },
    { as },
  )

/** Which of these secrets sign what a ping of the address brings. */
async function signing(as: TestPerson, id: number, secrets: readonly string[]): Promise<string[]> {
  got = []
  await app.call(webhookPing, { id }, { as })
  await app.drain()
  const [{ headers, body } = { headers: {}, body: '' }] = got
  const sent = String(headers['webhook-signature'] ?? '').split(' ')
  return secrets.filter((secret) =>
    sent.includes(
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
        .digest('base64')}`,
    ),
  )
}

/** Tables of the whole database in which any of these texts stands. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await app.db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`)
  const found = []
  for (const { name } of tables) {
    const { has } = await app.db.one<{ has: boolean }>(sql`
      select exists (select 1 from ${identifier(name)} as t, unnest(${[...texts]}::text[]) as sought (it)
        where strpos(t::text, sought.it) > 0) as has`)
    if (has) found.push(name)
  }
  return found
}

const keyIds = async () => [...new Set((await countSecrets(app.system, secretPlaces)).map(({ keyId }) => keyId))]
const findings = async () =>
  (await secretsCheck.find({ ctx: app.system, config: app.services.config, env: {}, clock: app.clock })).map(
    ({ level, seen }) => `${level} ${seen}`,
  )

describe('secrets in the database', () => {
  it('[T-70] with SECRETS_KEY stand nowhere in clear text, and everything that needs them works', async () => {
    const [member, customer, owner] = [await staffWithApp(), await customerWithApp(), await app.customer()]
    const hook = await addHook(owner)
    const { secret: renewed } = await app.call(webhookRotate, { id: hook.id }, { as: owner })
    const pending = await app.call(userBeginSecondFactor, { password: TEST_PASSWORD }, { as: owner })
    expect(await tablesWith([member.secret, customer.secret, hook.secret, renewed, pending.secret])).toEqual([])
    expect(await keyIds()).toEqual([writingKey(app.services)?.id])

    expect(await staffSignsIn(member)).toBe('done')
    await customerSignsIn(customer)
    expect(await signing(owner, hook.id, [hook.secret, renewed])).toEqual([hook.secret, renewed])
    const target = { purpose: 'code', subject: '13900000000' } as const
    const proof = await solved(await newChallenge(app.system, target))
    expect(await spendProof({ ...app.system, request: { ...app.system.request, proof } }, target)).toBe(true)
    expect((await vapidKey(app.system)).publicKey).toBe((await vapidKey(app.system)).publicKey)
    expect(await keyIds()).toEqual([writingKey(app.services)?.id])
  })

  it('are encrypted when the key is set later, follow the first key, and become clear text again with none', async () => {
    useKeys('none', key)
    await rewriteSecrets(app.system, secretPlaces)
    useKeys()
    const [member, customer] = [await staffWithApp(), await customerWithApp()]
    const push = (await vapidKey(app.system)).publicKey
    expect(await tablesWith([member.secret, customer.secret])).toEqual(['customer_second_factors', 'staff'])
    for (const keys of [[key], [nextKey, key], ['none', nextKey]]) {
      useKeys(...keys)
      expect(await rewriteSecrets(app.system, secretPlaces)).toBeGreaterThanOrEqual(3)
      expect(await rewriteSecrets(app.system, secretPlaces)).toBe(0)
      expect(await keyIds()).toEqual([writingKey(app.services)?.id ?? null])
      expect(await staffSignsIn(member)).toBe('done')
      await customerSignsIn(customer)
      expect((await vapidKey(app.system)).publicKey).toBe(push)
    }
    useKeys()
    expect(await staffSignsIn(member)).toBe('done')
  })

  it('that another key encrypted stop the start, which names the key; the doctor names it too', async () => {
    await staffWithApp()
    const id = secretKeys(app.services)[0]?.id
    await requireSecretKeys(app.services)
    useKeys(nextKey)
    await expect(requireSecretKeys(app.services)).rejects.toThrow(
      new RegExp(`SECRETS_KEY: .*员工的验证器 \\d+ 个（密钥编号 ${id}）`),
    )
    expect(await findings()).toEqual([expect.stringMatching(new RegExp(`^error \\d+ 个无法读取，缺少密钥 ${id}$`))])
    const listed = await ranIn(app, 'secrets', 'list')
    expect([listed.code, listed.text]).toEqual([1, expect.stringMatching(new RegExp(`密钥 ${id} {2}无法读取`))])
    useKeys(nextKey, key)
    await requireSecretKeys(app.services)
  })

  it('whose key is lost are forgotten by a command: apps are bound anew, webhooks wait for a new secret', async () => {
    const [member, customer, owner] = [await staffWithApp(), await customerWithApp(), await app.customer()]
    const hook = await addHook(owner)
    const lostKeyId = writingKey(app.services)?.id ?? ''
    const refused = await ranIn(app, 'secrets', 'forget', lostKeyId)
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('没有丢失')])
    expect((await ranIn(app, 'secrets', 'forget')).code).toBe(2)
    useKeys(nextKey)
    const kept = await staffWithApp()
    const { code, text } = await ranIn(app, 'secrets', 'forget', lostKeyId)
    expect([code, text]).toEqual([0, expect.stringContaining(`员工的验证器 ${member.id} 已清除`)])
    await requireSecretKeys(app.services)
    expect(await keyIds()).toEqual([writingKey(app.services)?.id])

    expect(await staffSignsIn(member)).toBe('enrol')
    expect(await staffSignsIn(kept)).toBe('done')
    const session = await app.call(login, { account: customer.person.phone, password: TEST_PASSWORD })
    await app.drain()
    const { list } = await app.call(messageList, {}, { as: session })
    expect(list.map(({ title }) => title)).toContain('两步验证已更改')
    expect(await app.call(webhookList, {}, { as: owner })).toMatchObject({ list: [{ id: hook.id, state: 'disabled' }] })
    const audited = await app.db.rows<{ action: string; reason: string }>(sql`
      select action, reason from audit_log
      where subject = any(${[`staff:${member.id}`, `customer:${customer.person.id}`, `webhook:${hook.id}`]}::text[])
        and reason <> '' order by action`)
    expect(audited.map(({ action }) => action)).toEqual([
      'account.secondFactor.reset',
      'staff.resetFactor',
      'webhook.secretLost',
    ])
  })

  it('[Q-279] that the key of a restored installation does not read are named by restore-check', async () => {
    useKeys(key)
    await staffWithApp()
    expect((await ranIn(app, 'restore-check')).text).not.toContain('SECRETS_KEY')
    const lost = writingKey(app.services)?.id
    useKeys(nextKey)
    const { code, text } = await ranIn(app, 'restore-check')
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/✗ SECRETS_KEY 不是备份时的密钥，服务将不能启动：员工的验证器 /),
    ])
    expect(text).toContain(`密钥编号 ${lost}`)
    useKeys(key)
  })

  it('[Q-273] of a key that encrypts nothing are not forgotten, and the command ends with 1', async () => {
    useKeys(key)
    const { code, complaint } = await ranIn(app, 'secrets', 'forget', '00000000')
    expect([code, complaint]).toEqual([1, expect.stringMatching(/^没有以密钥 00000000 加密的内容.*secrets list\n$/)])
  })

  it('that were changed by hand are named in the log and leave the others alone', async () => {
    useKeys()
    const [broken, sound] = [await staffWithApp(), await staffWithApp()]
    useKeys(key)
    await rewriteSecrets(app.system, secretPlaces)
    await app.db.run(sql`
      update staff set totp_secret = (select totp_secret from staff where id = ${sound.id}) where id = ${broken.id}`)
    useKeys(nextKey, key)
    logged.length = 0
    await rewriteSecrets(app.system, secretPlaces)
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'a kept secret cannot be read', table: 'staff', column: 'totp_secret', key: String(broken.id) },
    ])
    expect(await staffSignsIn(sound)).toBe('done')
    expect((await keyIds()).toSorted()).toEqual(
      secretKeys(app.services)
        .map(({ id }) => id)
        .toSorted(),
    )
    await app.db.run(sql`update staff set totp_secret = null, totp_enrolled_at = null where id = ${broken.id}`)
  })

  it('are encrypted by the work of every hour, and the doctor says what is still clear text', async () => {
    useKeys()
    await staffWithApp()
    useKeys(key)
    expect(await findings()).toEqual([expect.stringMatching(/^warning \d+ 个仍是明文$/)])
    app.clock.advance({ hours: 3 })
    await app.queueDue()
    await app.drain()
    app.clock.advance({ hours: 3 })
    await app.queueDue()
    await app.drain()
    expect(await findings()).toEqual([expect.stringMatching(/^ok \d+ 个，全部加密$/)])
  })

  it('are all known: no other column is named like one', async () => {
    const rows = await app.db.rows<{ place: string }>(sql`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name ~ 'secret|totp_|private' order by 1`)
    const known = secretPlaces.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
    expect(rows.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([])
  })
})

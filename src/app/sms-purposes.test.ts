import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { startNotes } from './start/start-notes.ts'
import { readConfig } from '../config.ts'
import { requireSmsTemplates, type SmsPurpose, smsPurposes, smsTemplateFaults } from './sms-purposes.ts'

const complete = { code: 'SMS_1', phone: 'SMS_2', notice: 'SMS_3' }
const keys = { ALIYUN_ACCESS_KEY_ID: 'id', ALIYUN_ACCESS_KEY_SECRET: 'secret', ALIYUN_SMS_SIGN: '明析科测' }
const start = (codes: Record<string, string>) =>
  requireSmsTemplates(readConfig({ ...keys, DEMO: 'off', ALIYUN_SMS_TEMPLATES: JSON.stringify(codes) }))

it('[L-06] every SMS purpose is documented with its configuration name and its variables', () => {
  const docs = readFileSync(resolve(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8')
  expect(smsPurposes.length).toBeGreaterThan(25)
  const line = ({ name, what, variables }: SmsPurpose) =>
    `| \`${name}\` | ${what} | ${variables.map((variable) => `\`\${${variable}}\``).join(' ') || '–'} |`
  const missing = smsPurposes.map(line).filter((wanted) => !docs.includes(wanted))
  expect(missing, 'add these rows to docs/OPERATIONS.md').toEqual([])
})

it('[L-06] a purpose without a template stops the start with a message that names it and the setting', () => {
  expect(smsTemplateFaults(complete)).toEqual([])
  expect(() => start(complete)).not.toThrow()
  const each = Object.fromEntries(smsPurposes.map(({ name }, i) => [name, `SMS_${i}`]))
  expect(smsTemplateFaults(each)).toEqual([])
  const { 'code.7': _left, ...without } = each
  expect(() => start(without)).toThrow(
    'ALIYUN_SMS_TEMPLATES: 没有为「验证码：验证身份」配置短信模板，请填写 code.7 或 code',
  )
  expect(() => start({ code: 'SMS_1', phone: 'SMS_2' })).toThrow(
    '没有为「通知：报价已发出」配置短信模板，请填写 order.quote 或 notice',
  )
  // The template of notices has no variable for a code.
  expect(() => start({ phone: 'SMS_2', notice: 'SMS_3' })).toThrow('没有为「验证码：登录」配置短信模板')
  expect(() => start({ ...complete, 'cdoe.7': 'SMS_4' })).toThrow('没有名为 cdoe.7 的短信用途')
})

it('a start without DEMO warns about missing services; a demo and a complete configuration print no warning', () => {
  expect(startNotes(readConfig({ DEMO: 'on' }))).toEqual([])
  const bare = startNotes(readConfig({ DEMO: 'off' })).join('\n')
  for (const text of ['未配置短信服务', '未配置邮件服务', '未配置 PUBLIC_URL', '未配置微信服务号', '未配置支付渠道'])
    expect(bare).toContain(text)
  const settings = {
    ...keys,
    DEMO: 'off',
    ALIYUN_SMS_TEMPLATES: JSON.stringify(complete),
    SMTP_URL: 'smtps://mail.example:465',
    PUBLIC_URL: 'https://lab.example',
    WECHAT_APPID: 'wx1',
    WECHAT_SECRET: 's',
    WECHAT_PUSH_TOKEN: 't',
    ALIPAY_APP_ID: '2021000000000001',
    ALIPAY_SELLER_ID: '2088000000000001',
    ALIPAY_PRIVATE_KEY: '/etc/mingxi/key.pem',
    ALIPAY_PUBLIC_KEY: '/etc/mingxi/alipay.pem',
  }
  expect(startNotes(readConfig(settings))).toEqual([])
})

it('[Q-277] one of several processes without a common store of files warns of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-notes-'))
  const notes = (more: Record<string, string>) =>
    startNotes(readConfig({ DEMO: 'off', DATA_DIR: folder, DATABASE_URL: 'postgres://db/mingxi', ...more })).join('\n')
  const own = '每个进程只看得到自己 DATA_DIR/files 里的文件'
  expect(notes({ SERVICES: 'web' })).toContain(own)
  expect(notes({ SERVICES: 'worker' })).toContain(own)
  expect(notes({})).not.toContain(own)
  expect(notes({ SERVICES: 'web', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' })).not.toContain(
    own,
  )
  symlinkSync(tmpdir(), join(folder, 'files'))
  expect(notes({ SERVICES: 'web' })).not.toContain(own)
  rmSync(folder, { recursive: true, force: true })
})

import { recordAudit } from '../../platform/http/audit.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { secretKeys, writingKey } from '../../platform/auth/kept-secrets.ts'
import { countSecrets, forgetSecrets, rewriteSecrets } from '../../platform/auth/secret-rows.ts'
import { secretPlaces } from '../secrets/secret-places.ts'
import { type Command, CommandFault, unclearVerb } from './command.ts'
import { readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

const REASON = '加密所用的密钥已丢失，由命令行清除'

export const secrets: Command = {
  verb: 'secrets',
  summary: '数据库中的密钥：如何保存、换用新的加密密钥',
  usage: `用法：npm run mingxi -- secrets list [--json]
                             列出数据库中保存的密钥，以及各由哪个加密密钥加密；有无法读取的时以 1 结束
      npm run mingxi -- secrets encrypt
                             立即以 SECRETS_KEY 中的第一个密钥重新加密（worker 每小时也会做）
      npm run mingxi -- secrets forget 密钥编号
                             这个加密密钥已丢失时：清除以它加密的内容，不能撤销。编号见 list。有关员工与客户须重新绑定验证器，
                             Webhook 停用，直到客户更换签名密钥
`,
  runsInServer: true,
  run: (input) => {
    const { values, positionals } = readOptions(input.args, { json: { type: 'boolean' } }, { positionals: 2 })
    const [verb = '', lostKeyId = ''] = positionals
    if (verb === 'forget' && lostKeyId !== '')
      return withInstallation(input, ({ ctx }) => forget(ctx, input.write, lostKeyId))
    const work = { list, encrypt }[verb]
    if (!work || lostKeyId !== '') throw unclearVerb(verb, ['list', 'encrypt', 'forget'])
    return withInstallation(input, ({ ctx }) => work(ctx, input.write, values.json === true))
  },
}

type Write = (text: string) => void

async function list(ctx: Ctx, write: Write, asJson: boolean): Promise<number> {
  const counts = await countSecrets(ctx, secretPlaces)
  if (asJson)
    write(
      `${JSON.stringify(counts.map(({ place, keyId, count, readable }) => ({ table: place.table, keyId, count, readable })))}\n`,
    )
  else if (counts.length === 0) write('数据库中没有密钥\n')
  else
    for (const { place, keyId, count, readable } of counts)
      write(
        `${place.label}  ${count} 个  ${keyId === null ? '明文' : `密钥 ${keyId}`}${readable ? '' : '  无法读取'}\n`,
      )
  return counts.every(({ readable }) => readable) ? 0 : 1
}

async function encrypt(ctx: Ctx, write: Write): Promise<number> {
  const written = await rewriteSecrets(ctx, secretPlaces)
  const key = writingKey(ctx)
  if (written > 0) await recordAudit(ctx, { action: 'secrets.encrypt', subject: 'secrets:all', after: { written } })
  write(`${written} 个已重写为${key ? `以密钥 ${key.id} 加密` : '明文'}\n`)
  return 0
}

/** The key is named, so that a command without the settings of the server does not take every key for lost. */
async function forget(ctx: Ctx, write: Write, lostKeyId: string): Promise<number> {
  if (secretKeys(ctx).some(({ id }) => id === lostKeyId))
    throw new CommandFault(`密钥 ${lostKeyId} 在 SECRETS_KEY 中，没有丢失`)
  const forgotten = await forgetSecrets(ctx, secretPlaces, { lostKeyId, reason: REASON })
  if (forgotten.length === 0)
    throw new CommandFault(
      `没有以密钥 ${lostKeyId} 加密的内容，什么也没有清除；各密钥的编号见 npm run mingxi -- secrets list`,
    )
  for (const { place, key } of forgotten) write(`${place.label} ${key} 已清除\n`)
  write(`共清除 ${forgotten.length} 处\n`)
  return 0
}

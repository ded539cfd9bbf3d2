import { addStaff } from '../../core/staff/manage-actions.ts'
import { staffAdd } from '../../core/staff/manage-contract.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { inTx } from '../../platform/http/ctx.ts'
import { type Command, UsageError } from './command.ts'
import { readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

/** Adds the first administrator of an installation, who adds the other staff in the console. */
export const addAdmin: Command = {
  verb: 'add-admin',
  summary: '新建管理员账号',
  usage: `用法：npm run mingxi -- add-admin 账号 姓名 [邮箱] [--json]
  新建一个管理员，显示只能用一次的初始密码。其他员工由管理员在 /console/staff 添加。
  --json   结果为 JSON
`,
  runsInServer: true,
  run: async (input) => {
    const { values, positionals } = readOptions(input.args, { json: { type: 'boolean' } }, { positionals: 3 })
    const [account, name, email] = positionals
    if (name === undefined) throw new UsageError('请给出账号和姓名')
    const given = staffAdd.input.safeParse({ account, name, role: 'admin', email })
    if (!given.success) throw new UsageError(given.error.issues.map(({ message }) => message).join('\n'))
    const { password } = await withInstallation(input, ({ ctx }) =>
      inTx(ctx, async (ctx) => {
        const added = await addStaff(ctx, given.data)
        await recordAudit(ctx, { action: 'staff.addAdmin', subject: `staff:${added.id}`, after: { account } })
        return added
      }),
    )
    input.write(
      values.json
        ? `${JSON.stringify({ account, password })}\n`
        : `管理员 ${account} 的初始密码（只显示这一次，首次登录时更换）：${password}\n`,
    )
    return 0
  },
}

import {
  type ExportFormat,
  exportFormats,
  exportNow,
  operatorCtx,
  unreadConditions,
} from '../../core/exports/command-actions.ts'
import type { AnyListed } from '../../core/lists/listed-actions.ts'
import { type AnyIndex, fieldsOf, type IndexField, sortNames } from '../../platform/contract/index-list.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { lists } from '../indexes.ts'
import { ctxOfStaff, requireRight } from './acting-staff.ts'
import { type Command, type CommandInput, localFiles, UsageError } from './command.ts'
import { readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

export const exportList: Command = {
  verb: 'export',
  summary: '把后台的列表导出为文件',
  usage: `用法：npm run mingxi -- export --list [列表] [--json]
                      可以导出的列表，或一个列表的字段、页签和排序
      npm run mingxi -- export 列表 --out 文件 [选项]
  --out 文件          写入的文件，不能已存在；扩展名 .csv 或 .xlsx 决定格式
  --format 格式       xlsx csv gbk（GBK 编码的 CSV）
  --tab 页签          缺省为第一个
  --search 文字       与页面的搜索相同
  --filter 字段=值    可以给出多次；范围写作 起..止，金额以分计，选项用逗号分隔
  --sort 字段         前加 - 为从大到小
  --columns 字段,…    要哪些列及其顺序
  --as 账号           以该员工的名义和权限导出；缺省为系统
  每次导出都记入操作日志。
`,
  runsInServer: true,
  run: async (input) => {
    const wanted = readCommand(input.args)
    if ('about' in wanted) return describe(wanted, input.write)
    return withInstallation(input, ({ ctx }) => runExport(ctx, wanted, input))
  },
}

const options = {
  list: { type: 'boolean' },
  out: { type: 'string' },
  format: { type: 'string' },
  tab: { type: 'string' },
  search: { type: 'string' },
  filter: { type: 'string', multiple: true },
  sort: { type: 'string' },
  columns: { type: 'string' },
  as: { type: 'string' },
  json: { type: 'boolean' },
} as const

interface Wanted {
  list: AnyListed
  out: string
  format: ExportFormat
  address: URLSearchParams
  as: string | undefined
}

function readCommand(args: readonly string[]): Wanted | { about: AnyListed | undefined; json: boolean } {
  const { values, positionals } = readOptions(args, options, { positionals: 1 })
  const [name] = positionals
  const list = lists.find(({ index }) => index.name === name)
  if (name !== undefined && !list)
    throw new UsageError(`没有列表 ${name}；npm run mingxi -- export --list 显示全部列表`)
  if (values.list) return { about: list, json: values.json ?? false }
  if (!list || !values.out) throw new UsageError('请给出列表和 --out 文件')
  const format = values.format ?? /\.(csv|xlsx)$/i.exec(values.out)?.[1]?.toLowerCase()
  if (!format) throw new UsageError(`文件名应以 .csv 或 .xlsx 结尾，或用 --format 给出格式：${values.out}`)
  if (!exportFormats.includes(format as ExportFormat)) throw new UsageError(`没有格式 ${format}`)
  const address = new URLSearchParams()
  for (const each of values.filter ?? []) {
    const at = each.indexOf('=')
    if (at < 1) throw new UsageError(`筛选应写作 字段=值：${each}`)
    address.set(each.slice(0, at), each.slice(at + 1))
  }
  if (values.tab !== undefined) address.set('tab', values.tab)
  if (values.search !== undefined) address.set('kw', values.search)
  if (values.sort !== undefined) address.set('sort', values.sort)
  if (values.columns !== undefined) address.set('columns', values.columns)
  const unread = unreadConditions(list.index, address)
  if (unread.length > 0)
    throw new UsageError(
      `列表 ${list.index.name} 没有这样的条件或值：${unread.map((key) => `${key}=${address.get(key)}`).join('、')}；npm run mingxi -- export --list ${list.index.name} 显示它的字段`,
    )
  return { list, out: values.out, format: format as ExportFormat, address, as: values.as }
}

async function runExport(
  ctx: Ctx,
  { list, out, format, address, as }: Wanted,
  { write, complain, signal, files = localFiles }: CommandInput,
): Promise<number> {
  const acting = as === undefined ? operatorCtx(ctx) : await ctxOfStaff(ctx, as)
  requireRight(acting, list.index.action, `查看「${list.index.label}」`)
  const { bytes, rows } = await exportNow(acting, list, { address, format }, (done, total) => {
    signal?.throwIfAborted()
    if (done > 0) complain?.(`${done}/${total}\n`)
  })
  await files.save(out, bytes)
  write(`${list.index.label}：${rows} 行，已写入 ${out}\n`)
  return 0
}

function describe(
  { about, json }: { about: AnyListed | undefined; json: boolean },
  write: (text: string) => void,
): number {
  if (!about) {
    const all = lists.map(({ index: { name, label } }) => ({ name, label }))
    write(json ? `${JSON.stringify(all)}\n` : all.map(({ name, label }) => `${name.padEnd(20)}${label}\n`).join(''))
    return 0
  }
  const { index } = about
  const facts = {
    name: index.name,
    label: index.label,
    tabs: Object.entries(index.tabs).map(([name, { label }]) => ({ name, label })),
    sorts: sortNames(index),
    fields: fieldsOf(index).map(([name, field]) => ({ name, label: field.label, filter: filterText(field) })),
  }
  write(json ? `${JSON.stringify(facts)}\n` : textOf(index, facts.fields))
  return 0
}

function textOf(index: AnyIndex, fields: { name: string; label: string; filter: string }[]): string {
  const rows = fields.map(({ name, label, filter }) => `  ${name.padEnd(16)}${label}${filter ? `  ${filter}` : ''}\n`)
  const tabs = Object.entries(index.tabs).map(([name, { label }]) => `  ${name.padEnd(16)}${label}\n`)
  return `${index.label}\n字段：\n${rows.join('')}页签：\n${tabs.join('')}排序：${sortNames(index).join(' ')}\n`
}

/** How a condition on the field is written. */
function filterText({ kind, noFilter, options: choices }: IndexField<never>): string {
  if (noFilter) return ''
  if (kind === 'text') return '文字'
  if (kind === 'choice')
    return Object.entries(choices ?? {})
      .map(([key, label]) => `${key}（${label}）`)
      .join('、')
  return kind === 'fen' ? '起..止，以分计' : kind === 'count' ? '起..止' : '起..止，日期如 2026-03-01'
}

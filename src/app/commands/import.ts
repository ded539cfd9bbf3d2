import { Readable } from 'node:stream'
import { commitImport, undoImport } from '../../core/imports/step-actions.ts'
import { checkImport } from '../../core/imports/check-actions.ts'
import {
  importCancel,
  importCommit,
  importDetail,
  importRows,
  importStart,
  importStop,
  importUndo,
} from '../../core/imports/contract.ts'
import type { AnyKind } from '../../core/imports/kind-actions.ts'
import { faultText, importLimits } from '../../core/imports/rules.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { dropFiles, storeUpload } from '../../platform/http/upload.ts'
import { importKinds } from '../import-kinds.ts'
import { ctxOfStaff, requireRight } from './acting-staff.ts'
import { callAs } from './call-as.ts'
import { type Command, type CommandInput, localFiles, unclearVerb, UsageError } from './command.ts'
import { countOf, readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

export const importRun: Command = {
  verb: 'import',
  summary: '从文件导入：核对、写入、撤销',
  usage: `用法：npm run mingxi -- import kinds [--json]
                                可以导入的种类及其列
      npm run mingxi -- import check 种类 文件 --as 账号
                                核对文件，不写入；列出有误的行，显示导入编号
      npm run mingxi -- import write 编号 --as 账号 [--skip-faulty]
                                写入核对过的行；--skip-faulty 只写入正确的行
      npm run mingxi -- import show 编号 --as 账号
                                一次导入的进度与有误、未写入的行
      npm run mingxi -- import undo 编号 --as 账号
                                撤销已写入的行
      npm run mingxi -- import cancel 编号 --as 账号
                                取消还没有写入的导入
  --as 账号        以该员工的名义和权限进行，与后台「导入」页面相同
  --limit 行数     每种状态最多列出几行，缺省 20
  --json           结果为 JSON
  有误或未能写入的行使命令以 1 结束。
`,
  runsInServer: true,
  run: async (input) => {
    const wanted = readCommand(input.args)
    if (wanted.verb === 'kinds') return listKinds(wanted.json, input.write)
    return withInstallation(input, async ({ ctx }) => runImport(await ctxOfStaff(ctx, wanted.as), wanted, input))
  },
}

const VERBS = ['write', 'show', 'undo', 'cancel'] as const
interface Shown {
  as: string
  limit: number
  json: boolean
}
type Wanted =
  | { verb: 'kinds'; json: boolean }
  | (Shown & { verb: 'check'; kind: string; path: string })
  | (Shown & { verb: (typeof VERBS)[number]; id: number; skipFaulty: boolean })

function readCommand(args: readonly string[]): Wanted {
  const { values, positionals } = readOptions(
    args,
    {
      as: { type: 'string' },
      'skip-faulty': { type: 'boolean' },
      limit: { type: 'string' },
      json: { type: 'boolean' },
    },
    { positionals: 3 },
  )
  const [verb, what, path] = positionals
  const { json = false, as, 'skip-faulty': skipFaulty = false } = values
  if (verb === 'kinds' && what === undefined) return { verb, json }
  const limit = values.limit === undefined ? 20 : Math.min(countOf(values.limit, '行数'), 100)
  const known = VERBS.find((each) => each === verb)
  if (what === undefined || (verb !== 'check' && !known)) throw unclearVerb(verb, ['kinds', 'check', ...VERBS])
  if (!as) throw new UsageError('请用 --as 给出员工账号')
  if (known && path === undefined) return { verb: known, id: countOf(what, '导入编号'), as, limit, json, skipFaulty }
  if (verb !== 'check' || path === undefined) throw unclearVerb(verb, ['kinds', 'check', ...VERBS])
  if (!importKinds.some(({ name }) => name === what)) throw new UsageError(`没有种类 ${what}`)
  return { verb, kind: what, path, as, limit, json }
}

async function runImport(
  ctx: Ctx<Staff>,
  wanted: Exclude<Wanted, { verb: 'kinds' }>,
  input: CommandInput,
): Promise<number> {
  const id = wanted.verb === 'check' ? await checked(ctx, wanted, input) : wanted.id
  if (wanted.verb === 'write') {
    const { version } = await callAs(ctx, importDetail, { id })
    await callAs(ctx, importCommit, { id, version, skipFaulty: wanted.skipFaulty })
    // The job that the call has queued finds the rows written, or writes some of them at the same time: a row is written once.
    await stoppable(ctx, id, input, () => commitImport(ctx, importKinds, id))
  } else if (wanted.verb === 'undo') {
    const { version } = await callAs(ctx, importDetail, { id })
    await callAs(ctx, importUndo, { id, version })
    await stoppable(ctx, id, input, () => undoImport(ctx, importKinds, id))
  } else if (wanted.verb === 'cancel') await callAs(ctx, importCancel, { id })
  return report(ctx, id, wanted, input.write)
}

/** Ctrl-C stops the run after the part that is being written; it can be continued or taken back. */
async function stoppable(
  ctx: Ctx<Staff>,
  id: number,
  { signal }: CommandInput,
  work: () => Promise<void>,
): Promise<void> {
  // A run that has just ended cannot be stopped any more.
  const stop = () => void callAs(ctx, importStop, { id }).catch(() => {})
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await work()
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Stores the file as an upload, and checks it here instead of waiting for a worker, which may not run. */
async function checked(
  ctx: Ctx<Staff>,
  { kind, path }: { kind: string; path: string },
  { files = localFiles, signal }: CommandInput,
): Promise<number> {
  const wanted = importKinds.find(({ name }) => name === kind)
  if (wanted) requireRight(ctx, wanted.action, `导入「${wanted.label}」`)
  const bytes = await files.read(path)
  const part = { file: Readable.from([bytes]) as NodeJS.ReadableStream, filename: path }
  const file = await storeUpload(ctx, part, { maxBytes: importLimits.bytes })
  const { id } = await callAs(ctx, importStart, { kind }, file).catch(async (error: unknown) => {
    await dropFiles(ctx, [file])
    throw error
  })
  const cancel = () => void callAs(ctx, importCancel, { id }).catch(() => {})
  signal?.addEventListener('abort', cancel, { once: true })
  await checkImport(ctx, importKinds, id)
  signal?.removeEventListener('abort', cancel)
  return id
}

type Detail = OutputOf<typeof importDetail>
type Row = OutputOf<typeof importRows>['list'][number]

/** What became of the run. Returns 1 when rows are faulty, were refused or could not be taken back. */
async function report(
  ctx: Ctx<Staff>,
  id: number,
  { limit, json }: Shown,
  write: (text: string) => void,
): Promise<number> {
  const run = await callAs(ctx, importDetail, { id })
  const rows: Row[] = []
  for (const state of ['faulty', 'refused', 'kept'] as const)
    rows.push(...(await callAs(ctx, importRows, { id, state, page: 1, size: limit })).list)
  write(json ? `${JSON.stringify({ run, rows })}\n` : reportText(run, rows))
  return run.stage === 'failed' || run.faultyRows + run.refusedRows + run.keptRows > 0 ? 1 : 0
}

/** The report for a person; `rows` are those that something is wrong with. */
function reportText(run: Detail, rows: readonly Row[]): string {
  const failure = run.failure ? `：${run.failure}` : ''
  const lines = [
    `导入 ${run.id}：${run.kindLabel}，${run.fileName}，${run.stageName}${failure}`,
    countsText(run),
    ...(run.ignored ? [`不导入的列：${run.ignored}`] : []),
    ...rows.map(({ rowNo, stateName, faults }) => `第 ${rowNo} 行 ${stateName}：${faults.map(faultText).join('；')}`),
    ...(run.stage === 'ready' ? [`写入：npm run mingxi -- import write ${run.id} --as 账号`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function countsText(run: Detail): string {
  const counts = [
    ['共', run.total ?? 0],
    ['新增', run.newRows],
    ['修改', run.changedRows],
    ['无变化', run.unchangedRows],
    ['有误', run.faultyRows],
    ['已导入', run.writtenRows],
    ['未能导入', run.refusedRows],
    ['已撤销', run.undoneRows],
    ['未能撤销', run.keptRows],
  ] as const
  const shown = counts.filter(([name, count]) => name === '共' || count > 0)
  return shown.map(([name, count]) => `${name} ${count} 行`).join('，')
}

function listKinds(json: boolean, write: (text: string) => void): number {
  const kinds = importKinds.map(({ name, label, about, columns }: AnyKind) => ({
    name,
    label,
    about,
    columns: columns.map(({ head, hint, required = false }) => ({ head, hint, required })),
  }))
  if (json) write(`${JSON.stringify(kinds)}\n`)
  else
    for (const { name, label, about, columns } of kinds) {
      write(`${name}  ${label}\n  ${about}\n`)
      for (const { head, hint, required } of columns) write(`  ${head}${required ? '*' : ''}  ${hint}\n`)
    }
  return 0
}

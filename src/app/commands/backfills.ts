import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { type Backfill, pauseBackfill, repeatBackfill, resumeBackfill } from '../../platform/jobs/backfill-actions.ts'
import { type BackfillProgress, backfillProgress } from '../../platform/jobs/backfill-rows.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { backfills as declared } from '../backfills.ts'
import { type Command, CommandFault, unclearVerb } from './command.ts'
import { readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

export const backfills: Command = {
  verb: 'backfills',
  summary: '升级后的数据回填：进度、暂停、继续、重来',
  usage: `用法：npm run mingxi -- backfills list [--json]
                                   列出各项回填与进度
      npm run mingxi -- backfills pause 名称
                                   暂停；正在进行的一批会做完
      npm run mingxi -- backfills resume 名称
                                   继续
      npm run mingxi -- backfills again 名称
                                   已完成的从头再做一遍（升级期间旧版本又写入了数据时）
`,
  runsInServer: true,
  run: (input) => {
    const { values, positionals } = readOptions(input.args, { json: { type: 'boolean' } }, { positionals: 2 })
    const [verb = '', name] = positionals
    if (verb === 'list' && name === undefined)
      return withInstallation(input, ({ ctx }) => list(ctx, declared, values.json === true, input.write))
    if (!(verb in CHANGES) || name === undefined) throw unclearVerb(verb, ['list', ...Object.keys(CHANGES)])
    return withInstallation(input, ({ ctx }) => change(ctx, declared, verb as Change, name, input.write))
  },
}

export type Change = 'pause' | 'resume' | 'again'
/** What is done, and what is said when the backfill is in another state. */
const CHANGES: Record<Change, readonly [done: string, refused: string]> = {
  pause: ['已暂停', '不在进行中，不能暂停'],
  resume: ['将继续', '没有暂停，不能继续'],
  again: ['将从头再做一遍', '没有完成，不能重来'],
}

export async function list(
  ctx: Ctx,
  known: readonly Backfill[],
  asJson: boolean,
  write: (text: string) => void,
): Promise<number> {
  const found = await backfillProgress(ctx.db)
  if (asJson) write(`${JSON.stringify(found)}\n`)
  else if (found.length === 0) write('没有数据回填\n')
  else for (const each of found) write(`${textOf(each, known.find(({ name }) => name === each.name)?.label)}\n`)
  return 0
}

const STATES = { running: '进行中', paused: '已暂停', done: '已完成' }

function textOf({ name, state, done, total, startedAt, finishedAt, error }: BackfillProgress, label = ''): string {
  const share = state === 'done' ? '' : `（约 ${total === 0 ? 100 : Math.min(99, Math.floor((100 * done) / total))}%）`
  const ended = finishedAt ? `，${shanghaiTime(finishedAt)} 完成` : ''
  const failed = error === null ? '' : `，上一批失败，会再试：${error}`
  return `${name}  ${label}  ${STATES[state]}  ${done} / ${total} 行${share}，${shanghaiTime(startedAt)} 开始${ended}${failed}`
}

export async function change(
  ctx: Ctx,
  known: readonly Backfill[],
  verb: Change,
  name: string,
  write: (text: string) => void,
): Promise<number> {
  const backfill = known.find((each) => each.name === name)
  if (!backfill) throw new CommandFault(`本版本没有名为 ${name} 的回填`)
  const [done, refused] = CHANGES[verb]
  await inTx(ctx, async (ctx) => {
    const changed = await { pause: pauseBackfill, resume: resumeBackfill, again: undefined }[verb]?.(ctx, name)
    if (!(changed ?? (await repeatBackfill(ctx, backfill)))) throw new CommandFault(`${name} ${refused}`)
    await recordAudit(ctx, { action: `backfill.${verb}`, subject: `backfill:${name}` })
  })
  write(`${name} ${done}\n`)
  return 0
}

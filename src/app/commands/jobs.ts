import { discardDeadJob, replayJob } from '../../core/upkeep/actions.ts'
import { upkeepErrors } from '../../core/upkeep/errors.ts'
import { Refusal } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import {
  countJobsNamed,
  type FoundJob,
  jobById,
  jobsNamed,
  type JobState,
  jobStates,
} from '../../platform/jobs/job-rows.ts'
import { safeStoredError } from '../../platform/log/error-text.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { type Command, CommandFault, type CommandInput, unclearVerb, UsageError } from './command.ts'
import { countOf, readOptions } from './read-options.ts'
import { withInstallation } from './with-installation.ts'

export const jobs: Command = {
  verb: 'jobs',
  summary: '后台任务：列出、查看、重新执行、丢弃',
  usage: `用法：npm run mingxi -- jobs list [--state 状态] [--name 名称] [--limit 行数] [--json]
                                   列出任务，缺省为已停止重试的（dead）；
                                   状态：dead waiting running done
      npm run mingxi -- jobs show 编号 [--json]
                                   一个任务的内容与原因
      npm run mingxi -- jobs replay 编号… 或 --all [--name 名称]
                                   重新执行已停止重试的任务
      npm run mingxi -- jobs discard 编号… 或 --all [--name 名称]，--reason 原因
                                   丢弃已停止重试的任务，操作日志保留内容与原因
  --name 只要名称中含有这段文字的任务
`,
  runsInServer: true,
  run: (input) => {
    const command = readCommand(input.args)
    return withInstallation(input, ({ ctx }) => runJobs(ctx, command, input))
  },
}

const options = {
  state: { type: 'string' },
  name: { type: 'string' },
  limit: { type: 'string' },
  all: { type: 'boolean' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Chosen = { ids: number[] } | { all: true; name: string }
export type JobsCommand =
  | { verb: 'list'; state: JobState; name: string; most: number; json: boolean }
  | { verb: 'show'; id: number; json: boolean }
  | { verb: 'replay'; chosen: Chosen }
  | { verb: 'discard'; chosen: Chosen; reason: string }

const VERBS = ['list', 'show', 'replay', 'discard']
const LISTED = 50
const MOST_LISTED = 10_000

/** Reads the arguments before a database is opened. */
export function readCommand(args: readonly string[]): JobsCommand {
  const { values, positionals } = readOptions(args, options, { positionals: Infinity })
  const [verb = '', ...named] = positionals
  if (!VERBS.includes(verb)) throw unclearVerb(verb, VERBS)
  const ids = named.map((text) => countOf(text, '任务编号'))
  const { json = false, name = '' } = values
  if (verb === 'list' && ids.length === 0) {
    const state = values.state ?? 'dead'
    if (!Object.hasOwn(jobStates, state)) throw new UsageError(`没有状态 ${state}`)
    const most = Math.min(values.limit === undefined ? LISTED : countOf(values.limit, '行数'), MOST_LISTED)
    return { verb, state: state as JobState, name, most, json }
  }
  if (verb === 'show' && ids[0] !== undefined && ids.length === 1) return { verb, id: ids[0], json }
  if (verb !== 'replay' && verb !== 'discard') throw unclearVerb(verb, VERBS)
  const { all = false } = values
  if (all === ids.length > 0) throw new UsageError('请给出任务编号，或用 --all 选择全部')
  const chosen: Chosen = all ? { all, name } : { ids }
  if (verb === 'replay') return { verb, chosen }
  const reason = values.reason?.trim() ?? ''
  if (reason === '') throw new UsageError('请用 --reason 说明丢弃的原因')
  return { verb, chosen, reason: reason.slice(0, 200) }
}

export async function runJobs(
  ctx: Ctx,
  command: JobsCommand,
  { write, signal }: Pick<CommandInput, 'write' | 'signal'>,
): Promise<number> {
  if (command.verb === 'list') return list(ctx, command, write)
  if (command.verb === 'show') return show(ctx, command, write)
  const ids = 'ids' in command.chosen ? command.chosen.ids : await deadNamed(ctx, command.chosen.name)
  if (ids.length === 0) write('没有已停止重试的任务\n')
  const done = command.verb === 'replay' ? '将重新执行' : '已丢弃'
  let missed = 0
  for (const id of ids) {
    signal?.throwIfAborted()
    const changed = await whenDead(() =>
      command.verb === 'replay' ? replay(ctx, id) : discardDeadJob(ctx, id, command.reason),
    )
    if (!changed) missed += 1
    write(changed ? `${id} ${done}\n` : `${id} 不是已停止重试的任务\n`)
  }
  return missed > 0 ? 1 : 0
}

async function list(
  ctx: Ctx,
  { state, name, most, json }: Extract<JobsCommand, { verb: 'list' }>,
  write: (text: string) => void,
): Promise<number> {
  const found = await jobsNamed(ctx.db, { state, name, most })
  const total = await countJobsNamed(ctx.db, { state, name })
  if (json) {
    write(`${JSON.stringify({ total, jobs: found })}\n`)
    return 0
  }
  for (const { id, name, attempts, runAt, payload, lastError } of found) {
    const error = safeStoredError(lastError ?? '').split('\n', 1)[0]
    write(
      `${id}  ${shanghaiTime(runAt)}  ${name}  已试 ${attempts} 次  ${JSON.stringify(payload)}  ${error}`.trimEnd() +
        '\n',
    )
  }
  write(`共 ${total} 个${found.length < total ? `，列出最新的 ${found.length} 个` : ''}\n`)
  return 0
}

async function show(
  ctx: Ctx,
  { id, json }: Extract<JobsCommand, { verb: 'show' }>,
  write: (text: string) => void,
): Promise<number> {
  const job = await jobById(ctx.db, id)
  if (!job) throw new CommandFault(`没有编号为 ${id} 的任务；已完成的任务一周后删除`)
  write(json ? `${JSON.stringify(job)}\n` : textOf(job))
  return 0
}

function textOf(job: FoundJob): string {
  const rows = [
    ['编号', String(job.id)],
    ['任务', job.name],
    ['状态', `${jobStates[job.state]}（${job.state}）`],
    ['产生', shanghaiTime(job.createdAt)],
    ['应执行', shanghaiTime(job.runAt)],
    ['完成', job.doneAt ? shanghaiTime(job.doneAt) : ''],
    ['已试', `${job.attempts} 次`],
    ['内容', JSON.stringify(job.payload)],
    ['原因', safeStoredError(job.lastError ?? '')],
  ]
  return rows.flatMap(([name, text]) => (text === '' ? [] : `${name}  ${text}\n`)).join('')
}

async function deadNamed(ctx: Ctx, name: string): Promise<number[]> {
  const found = await jobsNamed(ctx.db, { state: 'dead', name, most: MOST_LISTED })
  return found.map(({ id }) => id)
}

/** Each job in a transaction of its own, so that one that is no longer dead does not stop the others. */
function replay(ctx: Ctx, id: number): Promise<void> {
  return inTx(ctx, async (inner) => {
    await replayJob(inner, id)
    await recordAudit(inner, { action: 'job.replay', subject: `job:${id}` })
  })
}

async function whenDead(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refusal && error.kind === upkeepErrors.jobNotDead) return false
    throw error
  }
}

import './node-env.ts'
import { connectionNotes } from './app/start/connection-notes.ts'
import { startWritingRequests } from './core/api-keys/requests/write-actions.ts'
import { startWritingFaults, writeFaults } from './core/faults/write-actions.ts'
import { readHealthFigures } from './core/health/figure-actions.ts'
import { createHttpApp } from './app/start/http-app.ts'
import { jobs } from './app/jobs.ts'
import { watchProcess } from './app/start/last-words.ts'
import { requireChannels } from './app/start/require-channels.ts'
import { requireSmsTemplates } from './app/sms-purposes.ts'
import { startNotes } from './app/start/start-notes.ts'
import { startObserving } from './app/start/observe.ts'
import { openReplicas } from './app/start/replicas.ts'
import { openInstallation } from './app/start/open-installation.ts'
import { startWithNewDemo } from './app/bridge/new-demo.ts'
import { type ControlServer, startControl } from './app/control/control-server.ts'
import { startCacheSync } from './platform/http/cache/cache-sync.ts'
import { type Services, systemCtx } from './platform/http/ctx.ts'
import { createHealthServer, drain, type Readiness } from './platform/http/readiness.ts'
import { type Config, ConfigError, DatabaseAbsent, readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { FolderInUse } from './platform/db/embedded/folder-lock.ts'
import { MigrationFault } from './platform/db/migrations/migration-faults.ts'
import { NewerData } from './platform/db/migrations/newer-data.ts'
import { safeErrorText } from './platform/log/error-text.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { commit, version } from './platform/version.ts'
import { asTyped } from './platform/typed-command.ts'

/** Time for requests and jobs in progress, after the drain delay. */
const DRAIN_SECONDS = 12
/**
 * Of these seconds, the time for jobs. Jobs that do not end in time are returned to the queue, and then the database is closed; on a machine that
 * is busy with something else this takes seconds too.
 */
const JOBS_SECONDS = 7

/** EX_CONFIG of sysexits.h: another start with the same settings and the same program would fail as well (`RestartPreventExitStatus` of the units). */
const NEEDS_A_PERSON = 78

await start().catch((error: unknown) => {
  console.error(asTyped(startFault(error)))
  const needsPerson = (error instanceof ConfigError && !(error instanceof DatabaseAbsent)) || error instanceof NewerData
  process.exit(needsPerson ? NEEDS_A_PERSON : 1)
})

async function start(): Promise<void> {
  const stopper = stopOnSignal()
  const config = readConfig(process.env)
  requireSmsTemplates(config)
  requireChannels(config, systemClock)
  const { database, services } = await startWithNewDemo(config, process.argv.slice(2), () => openInstallation(config))
  watchProcess(services, () => writeFaults(services))
  const stopObserving = await startObserving(services)
  const readiness: Readiness = { accepting: true }
  const replicas = await openReplicas(config, database, services)
  if (replicas) services.replicas = replicas
  const cacheSync = await startCacheSync(services, database.health)
  const worker = config.SERVICES.includes('worker')
    ? startWorker({ ...services, db: database.jobs }, jobs, { atOnce: config.JOBS_AT_ONCE })
    : undefined
  const writing = [startWritingFaults(services), startWritingRequests(services)]
  const server = config.SERVICES.includes('web') ? await createHttpApp(services, database, readiness) : undefined
  const address = await server?.listen({ port: config.PORT, host: config.HOST })
  // With PORT=0 the system chooses the port, which is known only now and is needed for links in messages.
  if (address && config.PORT === 0 && !config.PUBLIC_URL) config.siteUrl = config.consoleUrl = address
  const health =
    config.HEALTH_PORT === undefined ? undefined : createHealthServer(services, database, readiness, readHealthFigures)
  await health?.listen({ port: config.HEALTH_PORT, host: config.HOST })
  const control = await controlOf(config, services)
  stopper.onStop(config.DRAIN_DELAY_SECONDS, async () => {
    readiness.accepting = false
    await control?.close()
    const jobsEnded = worker?.stop(JOBS_SECONDS * 1000)
    if (server) await drain(server, readiness, config.DRAIN_DELAY_SECONDS)
    await jobsEnded
    await health?.close()
    cacheSync.stop()
    await Promise.all(writing.map((each) => each.stop()))
    await stopObserving()
    await replicas?.close()
    await database.close()
  })
  // Nothing of the start depends on these notes.
  const notes = await connectionNotes(config, database).catch(() => [])
  for (const note of notes) services.log.warn({ note }, 'database connections')
  announce(address, config, database.engine === 'pglite', notes)
}

/** Verbs of the command line that this process runs, because nobody else can open the embedded database meanwhile. */
function controlOf(config: Config, services: Services): Promise<ControlServer> | undefined {
  if (config.DATABASE_URL || process.platform === 'win32') return undefined
  const loadVerbs = async () => (await import('./app/commands/verbs.ts')).verbs
  return startControl({ config, ctx: systemCtx(services) }, loadVerbs)
}

/** One clear line for faults that the operator can correct; the stack for all others. */
function startFault(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof NewerData) return error.message
  if (error instanceof MigrationFault) return migrationFaultText(error)
  if (code === 'ENOSPC') return '启动失败：磁盘空间已满，请清理后重试'
  if (code === 'EADDRINUSE') return `启动失败：端口 ${process.env.PORT ?? 3000} 已被占用，请设置 PORT 换一个端口`
  if (code === 'EACCES' || code === 'EROFS')
    return `启动失败：没有写入权限 ${(error as NodeJS.ErrnoException).path ?? ''}`
  return `启动失败：${error instanceof Error ? error.stack : String(error)}`
}

/** An unforeseen error of a statement also gets its stack, which names the place in the migration. */
function migrationFaultText(fault: MigrationFault): string {
  const cause = fault.reason === 'failed' && fault.cause instanceof Error ? `\n${fault.cause.stack}` : ''
  return `启动失败：${fault.message}${cause}`
}

/**
 * Stops once, on a signal or when the parent process (the boot script) disconnects its IPC channel. Exits after the delay plus the drain time at the latest.
 * Before the start is complete the process simply exits, because it has not acknowledged any request yet.
 */
function stopOnSignal(): { onStop: (delaySeconds: number, stop: () => Promise<void>) => void } {
  let stop = async () => {}
  let maxSeconds = DRAIN_SECONDS
  let stopping = false
  const once = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      console.error(`停止超时：${maxSeconds} 秒内没有结束，强制退出；仍在进行：${activeResources()}`)
      process.exit(1)
    }, maxSeconds * 1000).unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(`停止时出错：${safeErrorText(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', once)
  process.on('SIGINT', once)
  process.on('disconnect', once)
  return {
    onStop: (delaySeconds, work) => {
      maxSeconds = delaySeconds + DRAIN_SECONDS
      stop = work
    },
  }
}

/** What keeps the process alive, such as `TCPSocketWrap × 2`. */
function activeResources(): string {
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} × ${count}`).join('、')
}

function announce(address: string | undefined, config: Config, embedded: boolean, connections: string[]): void {
  const made = commit()
  const lines = [`明析科测 ${version}${made ? `（${made}）` : ''} ${address ?? '(worker)'}`]
  if (embedded && !config.durable)
    lines.push(
      '内置数据库：进程意外退出不丢数据，断电可能丢失数据；正式使用请设置 DURABLE=on 或 DATABASE_URL（见 docs/OPERATIONS.md）',
    )
  lines.push(...connections, ...startNotes(config))
  if (config.demo) {
    lines.push('演示客户：13800000001 老师 · 13800000002 学生 · 13800000003 企业 · 13800000004 个人')
    lines.push(
      '演示员工（/console）：manager@demo · lab@demo · reviewer@demo · finance@demo · logistics@demo · editor@demo · admin@demo',
    )
    lines.push('密码均为 Mingxi-demo-2026')
  }
  console.log(lines.join('\n'))
}

import type { Config } from '../../config.ts'
import { raiseAlarm } from '../../core/safety/actions.ts'
import type { Database } from '../../platform/db/db.ts'
import { Replicas, type ReplicaState } from '../../platform/db/postgres/replicas.ts'
import { type Services, systemCtx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'

/** A replica that does not answer in this time is slower than the primary would be. */
const ANSWER_WITHIN_MS = 3000

/** Opens the standbys of DATABASE_REPLICA_URL for reads; undefined when there are none. One that is down does not stop the start. */
export async function openReplicas(
  config: Config,
  database: Database,
  services: Services,
): Promise<Replicas | undefined> {
  if (config.DATABASE_REPLICA_URL.length === 0) return undefined
  const { openPostgres } = await import('../../platform/db/postgres/postgres.ts')
  const opened = config.DATABASE_REPLICA_URL.map((url) => ({
    name: new URL(url).host,
    database: openPostgres(url, {
      poolSize: config.DATABASE_POOL,
      pooler: config.DATABASE_POOLER,
      answerWithinMs: ANSWER_WITHIN_MS,
    }),
  }))
  const replicas = new Replicas(database.health, opened, { onChange: (state) => tell(services, state) })
  return replicas.start()
}

const words = {
  behind: '落后太多，公开页面暂由主库提供，追上后自动恢复',
  down: '没有应答，公开页面暂由主库提供，恢复后自动启用',
  primary: '已成为主库，请修改 DATABASE_REPLICA_URL',
}

function tell(services: Services, { name, state, lagSeconds, lagBytes }: ReplicaState): void {
  const figures = { replica: name, state, lagSeconds: Math.round(lagSeconds), lagBytes }
  if (state === 'used') return services.log.info(figures, 'replica is used')
  services.log.error(figures, 'replica is not used')
  const lag = state === 'behind' ? `（落后约 ${Math.round(lagSeconds)} 秒）` : ''
  const alarm = {
    kind: 'replica',
    occasion: `${name}:${state}:${shanghaiDate(services.clock.now())}`,
    text: `只读副本 ${name} ${words[state]}${lag}`,
  } as const
  raiseAlarm(systemCtx(services), alarm).catch((error) =>
    services.log.error({ err: error, replica: name }, 'the alarm about a replica could not be raised'),
  )
}

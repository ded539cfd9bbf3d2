import { Gauge } from 'prom-client'
import type { Ctx } from '../../platform/http/ctx.ts'
import { registry } from '../../platform/http/metrics.ts'
import { lastBackup } from '../backups/actions.ts'
import { levelNames } from './rules.ts'
import { findingRows } from './store.ts'

const findings = new Gauge({
  name: 'mingxi_findings',
  help: 'What the last look at the system found, by level',
  labelNames: ['level'],
  registers: [registry],
})
const lookedAt = new Gauge({
  name: 'mingxi_findings_looked_timestamp_seconds',
  help: 'When a worker last looked at the system',
  registers: [registry],
})
const backupAt = new Gauge({
  name: 'mingxi_backup_timestamp_seconds',
  help: 'When the last complete backup ended; absent when there is none',
  registers: [registry],
})

/** Sets the figures of /metrics that stand in tables of this layer. */
export async function readHealthFigures(ctx: Pick<Ctx, 'db'>): Promise<void> {
  const rows = await findingRows(ctx.db)
  for (const level of Object.keys(levelNames))
    findings.labels(level).set(rows.filter((row) => row.level === level).length)
  if (rows[0]) lookedAt.set(rows[0].lookedAt.getTime() / 1000)
  const last = await lastBackup(ctx)
  if (last) backupAt.set(last.endedAt.getTime() / 1000)
}

// A worker with one backfill in a process of its own, so that a test can kill it. Argument: the URL of the database.
import { assembleServices } from '../../app/start/services.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../clock.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { diskStore } from '../files/disk-store.ts'
import { backfillHandler } from '../jobs/backfill-actions.ts'
import { startWorker } from '../jobs/worker.ts'
import { numbersBackfill } from './numbers-backfill.ts'

const url = process.argv[2] ?? ''
const config = readConfig({ LOG_LEVEL: 'silent' })
const services = assembleServices(config, openPostgres(url, { poolSize: 4 }), diskStore(config.DATA_DIR), systemClock)
startWorker(services, { subscribers: [], handlers: [backfillHandler([numbersBackfill])] }, { idleMs: 20 })

// Fills an empty database as a first start DAYS ago would have done, then exits. There are no quiet hours, because journeys
// read text messages at every time of day.
//   DATA_DIR=… [DATABASE_URL=…] node e2e/seed-installation.ts DAYS
import { jobs } from '../src/app/jobs.ts'
import { openInstallation } from '../src/app/start/open-installation.ts'
import { readConfig } from '../src/config.ts'
import { writeSettings } from '../src/core/settings/actions.ts'
import { testClock } from '../src/platform/clock.ts'
import { drainJobs } from '../src/platform/jobs/worker.ts'

const days = Number(process.argv[2])
if (!(days >= 0)) throw new Error('how many days ago?')
const config = readConfig(process.env)
const clock = testClock(new Date(Date.now() - days * 86_400_000))
const { database, services } = await openInstallation(config, clock)
// Otherwise each server that starts on a copy would do the same work first.
await drainJobs(services, jobs)
await writeSettings({ db: database, clock }, { quietHours: { from: '00:00', to: '00:00' } })
await database.close()

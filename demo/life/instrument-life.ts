import { instrumentBlock, instrumentNote } from '../../src/lab/instruments/contract.ts'
import { instrumentList } from '../../src/lab/instruments/list-contract.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../src/platform/time.ts'
import type { Life, World } from './world.ts'

/** An instrument is calibrated in the last days before its calibration ends. */
const CALIBRATED_BEFORE_DAYS = 8
const VALID_DAYS = 365
export const HELIUM_EVERY_DAYS = 90
export const HELIUM_AHEAD_DAYS = 6

/** The laboratory keeps its instruments calibrated and its magnet cold. */
export async function* calibrations(world: World): Life {
  for (;;) {
    yield world.office(3, 0.5)
    const { list } = await world.byStaff('lab', instrumentList, { size: 50 })
    const soon = shanghaiDate(addDays(world.now, CALIBRATED_BEFORE_DAYS))
    for (const { id, instrumentNo, calibrationDue } of list) {
      if (calibrationDue === null || calibrationDue > soon) continue
      await world.byStaff('lab', instrumentNote, {
        ...{ id, kind: 'calibration', happenedOn: shanghaiDate(world.now), certificateFileId: null },
        note: '年度校准，结果符合要求（演示数据）',
        certificateNo: `DEMO-${instrumentNo}-${shanghaiDate(world.now).slice(0, 4)}`,
        nextDue: shanghaiDate(addDays(world.now, VALID_DAYS)),
      })
    }
  }
}

/** The magnet is filled with helium on a morning that is planned days ahead. */
export async function* helium(world: World): Life {
  for (;;) {
    const { list } = await world.byStaff('lab', instrumentList, { kw: 'NMR-01' })
    const day = shanghaiDate(addDays(world.now, HELIUM_AHEAD_DAYS))
    for (const { id } of list) {
      const times = { startsAt: `${day} 08:30`, endsAt: `${day} 12:00` }
      await world.byStaff('lab', instrumentBlock, { id, ...times, reason: '补充液氦' })
      yield fromShanghai(`${day} 13:00`)
      const what = {
        happenedOn: day,
        note: '补充液氦、检查匀场（演示数据）',
        certificateNo: '',
        certificateFileId: null,
      }
      await world.byStaff('lab', instrumentNote, { id, kind: 'service', ...what })
    }
    yield addDays(world.now, HELIUM_EVERY_DAYS)
  }
}

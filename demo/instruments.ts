import { staffIdOf } from '../src/core/staff/actions.ts'
import { addInstrument, blockInstrument, hasInstruments, noteInstrument } from '../src/lab/instruments/actions.ts'
import { type Ctx, inTx, type Staff } from '../src/platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../src/platform/time.ts'
import { projectsNamed } from '../src/shop/catalogue/actions.ts'

interface DemoInstrument {
  instrumentNo: string
  name: string
  englishName: string
  model: string
  location: string
  keeper: string
  specification: string
  /** Slugs of the projects that it serves. */
  projects: string[]
  /** Days since the last calibration, which holds for 365 days; undefined: needs none. */
  calibrated?: number
}

const instruments: DemoInstrument[] = [
  {
    instrumentNo: 'SEM-01',
    name: '场发射扫描电子显微镜',
    englishName: 'Field-emission scanning electron microscope',
    model: '肖特基场发射，配能谱仪',
    location: 'A 座 101',
    keeper: '陈立',
    specification: '加速电压 0.1–30 kV，二次电子分辨率 1.0 nm（15 kV）；能谱可测 Be–Cm。',
    projects: ['sem', 'sem-onsite'],
    calibrated: 120,
  },
  {
    instrumentNo: 'TEM-01',
    name: '透射电子显微镜',
    englishName: 'Transmission electron microscope',
    model: '200 kV 场发射，配能谱仪',
    location: 'A 座 地下 1 层',
    keeper: '孙悦',
    specification: '点分辨率 0.24 nm，晶格分辨率 0.10 nm；单倾与双倾样品杆。',
    projects: ['tem', 'tem-onsite'],
    calibrated: 60,
  },
  {
    instrumentNo: 'XRD-01',
    name: 'X 射线粉末衍射仪',
    englishName: 'X-ray powder diffractometer',
    model: 'Cu/Co 靶，一维阵列探测器',
    location: 'A 座 203',
    keeper: '陈立',
    specification: '40 kV、40 mA，θ–θ 几何；配掠入射与 25–1200 ℃ 变温附件。角度用硅粉标样校准。',
    projects: ['xrd'],
    calibrated: 345,
  },
  {
    instrumentNo: 'XPS-01',
    name: 'X 射线光电子能谱仪',
    englishName: 'X-ray photoelectron spectrometer',
    model: '单色化 Al Kα',
    location: 'A 座 205',
    keeper: '孙悦',
    specification: '能量分辨率 ≤ 0.45 eV（Ag 3d5/2）；束斑 30–400 µm；氩离子刻蚀。能量用 Au、Ag、Cu 校准。',
    projects: ['xps'],
    calibrated: 200,
  },
  {
    instrumentNo: 'NMR-01',
    name: '核磁共振谱仪',
    englishName: 'NMR spectrometer',
    model: '400 MHz，宽带探头',
    location: 'B 座 102',
    keeper: '陈立',
    specification: '可测 ¹H、¹³C、¹⁹F、³¹P 等；自动进样器 24 位；变温 −40–120 ℃。',
    projects: ['nmr'],
  },
  {
    instrumentNo: 'ICP-01',
    name: '电感耦合等离子体质谱仪',
    englishName: 'ICP mass spectrometer',
    model: '四极杆，碰撞反应池',
    location: 'B 座 206',
    keeper: '孙悦',
    specification: '检出限 ng/L 级；每批做空白、平行与加标回收。',
    projects: ['icp'],
    calibrated: 90,
  },
]

/** Instruments with their calibrations and one planned service, by the product's own actions. */
export async function seedInstruments(ctx: Ctx): Promise<void> {
  if (await hasInstruments(ctx)) return
  const id = await staffIdOf(ctx, 'lab@demo')
  if (id === undefined) return
  const keeper: Ctx<Staff> = {
    ...ctx,
    actor: { kind: 'staff', id, role: 'lab', actions: null, name: 'lab@demo', sessionId: 0 },
  }
  const now = ctx.clock.now()
  const day = (days: number) => shanghaiDate(addDays(now, days))
  await inTx(keeper, async (inner) => {
    const projects = await projectsNamed(
      inner,
      instruments.flatMap((each) => each.projects),
    )
    for (const { projects: slugs, calibrated, ...fields } of instruments) {
      const projectIds = projects.filter(({ slug }) => slugs.includes(slug)).map(({ rid }) => rid)
      // Of no maker: the demonstration advertises nobody.
      const made = { maker: '', englishMaker: '', calibrationRule: 'warn' as const }
      const added = await addInstrument(inner, { ...fields, ...made, projectIds, separateIds: [] })
      if (calibrated !== undefined)
        await noteInstrument(inner, {
          id: added.id,
          kind: 'calibration',
          happenedOn: day(-calibrated),
          note: '年度校准，结果符合要求（演示数据）',
          certificateNo: `DEMO-${fields.instrumentNo}`,
          certificateFileId: null,
          nextDue: day(365 - calibrated),
        })
      if (fields.instrumentNo !== 'NMR-01') continue
      await noteInstrument(inner, {
        id: added.id,
        kind: 'service',
        happenedOn: day(-30),
        note: '补充液氮、检查匀场（演示数据）',
        certificateNo: '',
        certificateFileId: null,
      })
      await blockInstrument(inner, {
        id: added.id,
        startsAt: `${day(6)} 08:30`,
        endsAt: `${day(6)} 18:30`,
        reason: '补充液氦',
      })
    }
  })
}

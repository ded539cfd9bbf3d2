import { axisLabels } from '../../core/curves/axis-rules.ts'
import { CurveRefused, mostWholePoints, type ParsedData, roundTo12 } from '../../core/curves/curve-rules.ts'
import { readSeries, SeriesUnread } from '../../core/curves/read-actions.ts'
import type { Written } from '../../core/curves/formats/written-rules.ts'
import type { FileRow } from '../../core/files/actions.ts'
import { readSettings } from '../../core/settings/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { instrumentsNamed } from '../instruments/served-actions.ts'
import { readableOrderRecord } from '../orders/read-actions.ts'
import { deliveredFiles } from '../reports/actions.ts'
import type { InstrumentFacts } from './texts/methods-rules.ts'
import type { MeasuredValue } from '../reports/rules.ts'

/** A test as the customer may read it, with the registered name and model of its instrument. */
export interface TestFacts {
  projectName: string
  instrument: InstrumentFacts
  method: string
  conditions: string
  environment: string
  startedAt: string
  endedAt: string
  sampleNos: string[]
  measured: MeasuredValue[]
}

/** What a file in an open format says of its test. */
type WrittenTest = Omit<TestFacts, 'instrument'> & { instrument: Pick<InstrumentFacts, 'name' | 'model'> }

export type DeliveredOrder = Awaited<ReturnType<typeof deliveredOrder>>

/** What was delivered of an order that the caller may read, without what was replaced. */
export async function deliveredOrder(ctx: Ctx<Customer>, orderNo: string) {
  const order = await readableOrderRecord(ctx, orderNo)
  if (!order) throw refuse(commonErrors.notFound)
  const { files, records, reports } = await deliveredFiles(ctx, orderNo)
  const current = records.filter(({ replaced }) => !replaced)
  const named = await instrumentsNamed(
    ctx,
    current.flatMap(({ instrumentId }) => instrumentId ?? []),
  )
  const tests = current.map((record): TestFacts => {
    const registered = record.instrumentId === null ? undefined : named.get(record.instrumentId)
    return {
      projectName: record.projectName,
      // The record names the instrument as it was called then, with its number in the laboratory.
      instrument: {
        name: record.instrument.replace(`（${registered?.instrumentNo}）`, '').trim(),
        model: registered?.model ?? '',
        maker: registered?.maker ?? '',
        englishName: registered?.englishName ?? '',
        englishMaker: registered?.englishMaker ?? '',
      },
      method: record.method,
      conditions: record.conditions,
      environment: record.environment,
      startedAt: shanghaiTime(record.startedAt),
      endedAt: record.endedAt ? shanghaiTime(record.endedAt) : '',
      sampleNos: record.sampleNos,
      measured: record.measured,
    }
  })
  return {
    orderNo,
    title: order.title,
    stage: order.stage,
    deliveredAt: order.deliveredAt,
    laboratory: await laboratoryName(ctx),
    tests,
    files: files.filter(({ replaced }) => !replaced),
    report: reports[0],
  }
}

async function laboratoryName(ctx: Ctx): Promise<string> {
  const { siteName, reportTerms } = await readSettings(ctx, ['siteName', 'reportTerms'])
  return reportTerms.labName || siteName
}

/** The tests of a sample; those of the whole order for a file without one. */
export function testsOf<T extends Pick<TestFacts, 'sampleNos'>>(tests: readonly T[], sampleNo: string): T[] {
  const own = tests.filter(({ sampleNos }) => sampleNos.includes(sampleNo))
  return own.length > 0 ? own : [...tests]
}

/** All points of all curves of a file, as the writers take them; undefined when it holds none or cannot be read. */
export async function writtenOf(
  ctx: Ctx,
  file: FileRow,
  about: { name: string; sampleNo: string; sampleName: string; laboratory: string; tests: readonly WrittenTest[] },
): Promise<(Written & { notes: string[] }) | undefined> {
  const data = await wholeCurves(ctx, file)
  if (!data) return undefined
  const tests = testsOf(about.tests, about.sampleNo)
  const projectNames = tests.map(({ projectName }) => projectName)
  const axes = axisLabels(data, projectNames)
  // Several tests of one sample do not say with which of their instruments a file was measured.
  const [test] = tests.length === 1 ? tests : []
  return {
    name: about.name,
    curves: data.series,
    xLabel: axes.x,
    yLabel: axes.y,
    projectNames,
    sampleNo: about.sampleNo,
    sampleName: about.sampleName,
    instrument: test ? [test.instrument.name, test.instrument.model].filter(Boolean).join(' ') : '',
    laboratory: about.laboratory,
    measuredAt: test?.startedAt ?? '',
    notes: data.notes,
  }
}

/** Numbers have twelve digits, as everywhere a curve is computed with. */
export async function wholeCurves(ctx: Ctx, file: FileRow): Promise<ParsedData | undefined> {
  try {
    const data = await readSeries(await ctx.files.open(file.storageKey), ctx.config.SERIES_SECONDS, mostWholePoints)
    return (
      data && {
        ...data,
        series: data.series.map((each) => ({ ...each, x: each.x.map(roundTo12), y: each.y.map(roundTo12) })),
      }
    )
  } catch (error) {
    if (error instanceof CurveRefused || error instanceof SeriesUnread) return undefined
    throw error
  }
}

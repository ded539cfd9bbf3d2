import { writeAniml } from '../../core/curves/formats/animl-write-rules.ts'
import { writeCsv } from '../../core/curves/formats/csv-write-rules.ts'
import { writeJcamp } from '../../core/curves/formats/jcamp-write-rules.ts'
import type { Written } from '../../core/curves/formats/written-rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { deliveredCurve } from '../reports/whole-curves/curve-actions.ts'
import type { reportCurveFile } from './contract.ts'
import { deliveredOrder, testsOf } from './record-actions.ts'

const formats = {
  jcamp: { ending: 'jdx', mime: 'chemical/x-jcamp-dx', write: (written: Written) => writeJcamp(written, 0) },
  csv: { ending: 'csv', mime: 'text/csv', write: writeCsv },
  animl: { ending: 'animl', mime: 'application/xml', write: writeAniml },
}

/** One curve of a delivered file with all its points. */
export async function curveFile(ctx: Ctx<Customer>, { format, ...asked }: InputOf<typeof reportCurveFile>) {
  const curve = await deliveredCurve(ctx, asked)
  const { x, y, label, total, labels, notes, fileName } = curve
  const { laboratory, tests } = await deliveredOrder(ctx, curve.orderNo)
  const own = testsOf(tests, curve.sampleNo)
  const [test] = own.length === 1 ? own : []
  const { ending, mime, write } = formats[format]
  const place = labels.length > 1 ? `-${asked.series + 1}` : ''
  const written: Written = {
    name: fileName,
    curves: [{ label, x, y, total }],
    xLabel: curve.xLabel,
    yLabel: curve.yLabel,
    projectNames: curve.projectNames,
    sampleNo: curve.sampleNo,
    sampleName: curve.sampleName,
    instrument: test ? [test.instrument.name, test.instrument.model].filter(Boolean).join(' ') : '',
    laboratory,
    measuredAt: test?.startedAt ?? '',
  }
  return { name: `${fileName}${place}.${ending}`, mime, content: write(written), notes }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSamples, type SampleDemand, type SampleEntry } from './entry-rules.ts'
import { type PastedSample, parseSampleSheet, parseTsv, toSampleSheet } from './sheet-rules.ts'

const demand: SampleDemand = {
  planId: 7,
  projectName: 'XRD',
  sampleCount: 1,
  serviceType: 1,
  requirements: [
    { form: 'powder', accepted: true },
    { form: 'liquid', accepted: false },
  ],
  suitability: [],
}
const entry: SampleEntry = {
  planId: 7,
  ownNo: 'A-1',
  name: '氧化锌',
  form: 'powder',
  composition: 'ZnO',
  amount: '',
  hazards: [],
  storage: 'room',
  returnWanted: false,
  remark: '',
}
const messages = (entries: SampleEntry[], demands = [demand]) =>
  checkSamples(entries, demands).map((issue) => issue.message)

describe('pasting samples from a spreadsheet', () => {
  it('reads rows in the order of the grid, with CRLF as Excel writes it', () => {
    const { samples, issues } = parseSampleSheet(
      '氧化锌\tA-1\t粉末\tZnO\t80 mg\t易燃、有毒\t避光\t是\t少量\r\n钛片\tA-2\t块体\tTi\t\t无\t\t否\t\r\n',
      'powder',
    )
    expect(issues).toEqual([])
    expect(samples).toEqual(
      [
        {
          ...entry,
          planId: undefined,
          amount: '80 mg',
          hazards: ['flammable', 'toxic'],
          storage: 'dark',
          returnWanted: true,
          remark: '少量',
        },
        { ...entry, planId: undefined, ownNo: 'A-2', name: '钛片', form: 'block', composition: 'Ti' },
      ].map(({ planId: _, ...rest }) => rest),
    )
  })

  it('follows a header row in any order', () => {
    const { samples, issues } = parseSampleSheet('自编号\t主要成分*\t样品名称（必填）\nB1\tSiO2\t石英', 'powder')
    expect(issues).toEqual([])
    expect(samples[0]).toMatchObject({ ownNo: 'B1', composition: 'SiO2', name: '石英', form: 'powder' })
  })

  it('keeps tabs, line breaks and quotes of quoted cells', () => {
    expect(parseTsv('"a\tb"\t"c\r\nd"\t"e ""f"""\r\ng')).toEqual([['a\tb', 'c\r\nd', 'e "f"'], ['g']])
  })

  it('names the row and the cell it could not read', () => {
    const { issues } = parseSampleSheet('样品\tA\t气体\tH2\t\t危险\t常温\t也许\n\tB\t粉末\tX', 'powder')
    expect(issues.map((issue) => [issue.row, issue.message.slice(0, 6)])).toEqual([
      [1, '形态「气体」'],
      [1, '危险性「危险'],
      [1, '是否退回「也'],
      [2, '缺少样品名称'],
    ])
  })

  it('stops at 99 rows and says so', () => {
    const { samples, issues } = parseSampleSheet(
      Array.from({ length: 120 }, (_, i) => `样品${i}\t${i}`).join('\n'),
      'powder',
    )
    expect([samples.length, issues]).toEqual([99, [{ row: 0, message: '一次最多粘贴 99 行' }]])
  })

  it('reads back any text that it wrote', () => {
    const text = fc.string({ maxLength: 20 }).map((t) => t.replace(/\s+/g, ' ').trim())
    const sample: fc.Arbitrary<PastedSample> = fc.record({
      name: text.filter((t) => t !== ''),
      ownNo: text,
      form: fc.constantFrom('powder', 'liquid', 'data'),
      composition: text,
      amount: text,
      hazards: fc.uniqueArray(fc.constantFrom('flammable', 'toxic', 'explosive')),
      storage: fc.constantFrom('room', 'inert'),
      returnWanted: fc.boolean(),
      remark: text,
    })
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 5 }), (samples) => {
        expect(parseSampleSheet(toSampleSheet(samples), 'powder')).toEqual({ samples, issues: [] })
      }),
    )
  })

  it('[T-55] reads a megabyte in well under a second', () => {
    const started = performance.now()
    parseSampleSheet(`${'"'.repeat(500_000)}\t${'a\t'.repeat(250_000)}`, 'powder')
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('the check of samples', () => {
  it('accepts a complete sample', () => {
    expect(messages([entry])).toEqual([])
  })

  it('requires name, own number and composition', () => {
    expect(messages([{ ...entry, name: ' ', ownNo: '', composition: '' }])).toEqual([
      '第 1 行：请填写样品名称',
      '第 1 行：请填写自编号',
      '第 1 行：请填写主要成分',
    ])
  })

  it('refuses radioactive and explosive samples', () => {
    expect(messages([{ ...entry, hazards: ['radioactive', 'toxic', 'explosive'] }])).toEqual([
      '第 1 行：不接收放射性、爆炸样品',
    ])
  })

  it('refuses a form that the project does not accept, and asks to consult about one it does not mention', () => {
    expect(messages([{ ...entry, form: 'liquid' }])).toEqual(['第 1 行：「XRD」不接收液体样品'])
    expect(messages([{ ...entry, form: 'fibre' }])[0]).toContain('请先咨询客户经理')
    expect(messages([{ ...entry, form: 'data' }])).toEqual(['第 1 行：请选择样品形态'])
    expect(messages([entry], [{ ...demand, serviceType: 3, requirements: [] }])[0]).toContain('数据')
  })

  it('requires own numbers to be unique in the order, and counts equal to the plan', () => {
    expect(messages([entry, { ...entry, ownNo: 'a-1 ' }])).toEqual([
      '第 2 行：自编号与第 1 行重复',
      '「XRD」应有 1 个样品，已填写 2 个',
    ])
    expect(messages([{ ...entry, planId: 8 }])).toEqual([
      '第 1 行没有对应的检测项目',
      '「XRD」应有 1 个样品，已填写 0 个',
    ])
  })
})

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
  consumed: false,
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
  it('[Q-61] reads rows in the order of the grid, with CRLF as Excel writes it', () => {
    const { samples, issues } = parseSampleSheet(
      'A-1\t氧化锌\t粉末\tZnO\t80 mg\t易燃、有毒\t避光\t是\t少量\r\nA-2\t钛片\t块体\tTi\t\t无\t\t否\t\r\n',
      ['powder', 'block'],
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
    const { samples, issues } = parseSampleSheet('自编号\t主要成分*\t样品名称（必填）\nB1\tSiO2\t石英', ['powder'])
    expect(issues).toEqual([])
    expect(samples[0]).toMatchObject({ ownNo: 'B1', composition: 'SiO2', name: '石英', form: 'powder' })
  })

  it('[Q-61] leaves a form or storage that it cannot read empty, and the check asks for it', () => {
    const { samples, issues } = parseSampleSheet('A\t样品\t气体\tH2\t\t\t冷冻\nB\t样品\t\tH2', ['powder', 'film'])
    expect(samples.map(({ form, storage }) => [form, storage])).toEqual([
      ['', ''],
      ['powder', 'room'],
    ])
    expect(issues.map(({ message }) => message)).toEqual([
      '形态「气体」无法识别，应为粉末、薄膜，请在表格中选择',
      '保存条件「冷冻」无法识别，应为常温、避光、冷藏、惰性，请在表格中选择',
    ])
    const { form, storage } = samples[0]!
    expect(messages([{ ...entry, form, storage }])).toEqual(['第 1 行：请选择保存条件', '第 1 行：请选择样品形态'])
  })

  it('[Q-62] names only the forms that the project accepts, and keeps another one for the check to refuse', () => {
    const { samples, issues } = parseSampleSheet('A\t样品\t液体\tH2O', ['powder', 'film'])
    expect(samples[0]?.form).toBe('liquid')
    expect(issues).toEqual([{ row: 1, message: '形态「液体」本项目不接收，应为粉末、薄膜，请在表格中选择' }])
  })

  it('[Q-61] takes a single column for names', () => {
    const { samples } = parseSampleSheet('氧化锌\n氧化钛\n', ['powder'])
    expect(samples.map(({ ownNo, name }) => [ownNo, name])).toEqual([
      ['', '氧化锌'],
      ['', '氧化钛'],
    ])
  })

  it('keeps tabs, line breaks and quotes of quoted cells', () => {
    expect(parseTsv('"a\tb"\t"c\r\nd"\t"e ""f"""\r\ng')).toEqual([['a\tb', 'c\r\nd', 'e "f"'], ['g']])
  })

  it('names the row and the cell it could not read', () => {
    const { issues } = parseSampleSheet('A\t样品\t气体\tH2\t\t危险\t常温\t也许\nB\t\t粉末\tX', ['powder'])
    expect(issues.map((issue) => [issue.row, issue.message.slice(0, 6)])).toEqual([
      [1, '形态「气体」'],
      [1, '危险性「危险'],
      [1, '是否退回「也'],
      [2, '缺少样品名称'],
    ])
  })

  it('stops at 99 rows and says so', () => {
    const { samples, issues } = parseSampleSheet(Array.from({ length: 120 }, (_, i) => `${i}\t样品${i}`).join('\n'), [
      'powder',
    ])
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
        expect(parseSampleSheet(toSampleSheet(samples), ['powder', 'liquid', 'data'])).toEqual({ samples, issues: [] })
      }),
    )
  })

  it('[T-55] reads a megabyte in well under a second', () => {
    const started = performance.now()
    parseSampleSheet(`${'"'.repeat(500_000)}\t${'a\t'.repeat(250_000)}`, ['powder'])
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

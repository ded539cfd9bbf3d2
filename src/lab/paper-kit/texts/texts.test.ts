import { describe, expect, it } from 'vitest'
import { englishOf, englishStandard } from './english-rules.ts'
import { paperTexts, type RecordFacts } from './methods-rules.ts'
import { latexText, tableCsv, tableHtml, tableLatex, tableText, valueTable } from './value-table-rules.ts'

const unnamed = { maker: '', englishName: '', englishMaker: '' }
const record: RecordFacts = {
  projectName: 'X 射线衍射（XRD）',
  instrument: { name: 'X 射线衍射仪', model: 'D8 Advance', ...unnamed },
  method: 'JY/T 0587—2020 多晶体X射线衍射方法通则',
  conditions: 'Cu Kα，40 kV，10–80°',
  environment: '',
  startedAt: '2026-03-02 10:00:00',
  sampleNos: ['MX2603020000101'],
}
const order = { orderNo: 'MX26030200001', laboratory: '明析科测', records: [record] }

describe('the methods paragraph', () => {
  it('says in Chinese what the record holds, and lists what it does not', () => {
    const { zh } = paperTexts(order)
    expect(zh.methods).toBe(
      'X 射线衍射（XRD）：在明析科测采用X 射线衍射仪（型号 D8 Advance）测试，依据 JY/T 0587—2020 多晶体X射线衍射方法通则。测试条件：Cu Kα，40 kV，10–80°。测试日期：2026 年 3 月 2 日。',
    )
    expect(zh.acknowledgement).toBe('感谢明析科测完成X 射线衍射（XRD）测试（订单号 MX26030200001）。')
    expect(zh.missing).toEqual(['仪器制造商', '环境条件'])
  })

  it('says in English only what the data has in English', () => {
    const { en } = paperTexts(order)
    expect(en.methods).toBe(
      'XRD measurements were performed on a D8 Advance instrument according to JY/T 0587—2020. Conditions: Cu Kα, 40 kV, 10–80°. Date of measurement: 2 March 2026.',
    )
    expect(en.acknowledgement).toBe('')
    expect(en.missing).toEqual([
      '实验室“明析科测”的英文名',
      '仪器名称的英文（原文：X 射线衍射仪）',
      '仪器制造商',
      '环境条件',
    ])
    const abroad = paperTexts({ ...order, laboratory: 'Mingxi Lab' }).en
    expect(abroad.acknowledgement).toBe(
      'The authors thank Mingxi Lab for the XRD measurements (order no. MX26030200001).',
    )
    expect(abroad.methods).toContain('performed at Mingxi Lab on a D8')
  })

  it('names the maker of an instrument, and its English names where the register has them', () => {
    const known = { maker: '布鲁克', englishName: 'X-ray diffractometer', englishMaker: 'Bruker AXS, Germany' }
    const { zh, en } = paperTexts({
      ...order,
      records: [{ ...record, instrument: { ...record.instrument, ...known } }],
    })
    expect(zh.methods).toContain('采用X 射线衍射仪（型号 D8 Advance，布鲁克）测试')
    expect(zh.missing).toEqual(['环境条件'])
    expect(en.methods).toContain('performed on an X-ray diffractometer (D8 Advance, Bruker AXS, Germany) according to')
    expect(en.missing).toEqual(['实验室“明析科测”的英文名', '环境条件'])
    const chineseOnly = { ...record.instrument, maker: '布鲁克' }
    const half = paperTexts({ ...order, records: [{ ...record, instrument: chineseOnly }] }).en
    expect(half.methods).toContain('on a D8 Advance instrument according to')
    expect(half.missing).toContain('制造商的英文（原文：布鲁克）')
  })

  it('does not pass off a name in brackets as the whole of a Chinese text', () => {
    const conditions = '扫描范围 10 至 80 度，铜靶（Cu）'
    const { en } = paperTexts({ ...order, records: [{ ...record, conditions }] })
    expect(en.methods).not.toContain('Conditions')
    expect(en.missing).toContain(`测试条件的英文（原文：${conditions}）`)
  })

  it('invents nothing where a record is empty, and says of which test something is missing', () => {
    const empty = {
      ...record,
      projectName: '拉曼光谱',
      instrument: { name: '', model: '', ...unnamed },
      method: '',
      conditions: '',
    }
    const { zh, en } = paperTexts({ orderNo: 'MX1', laboratory: '', records: [record, { ...empty, startedAt: '' }] })
    expect(zh.methods.split('\n')[1]).toBe('拉曼光谱：测试。')
    expect(en.methods.split('\n')[1]).toBe('The measurement was performed.')
    expect(zh.acknowledgement).toBe('')
    expect(zh.missing).toContain('拉曼光谱：测试条件')
    expect(en.missing).toContain('拉曼光谱：项目名称的英文（原文：拉曼光谱）')
    expect(paperTexts({ orderNo: 'MX1', laboratory: 'A', records: [] }).en).toEqual({
      methods: '',
      acknowledgement: '',
      missing: [],
    })
  })

  it.each([
    ['Cu Kα，40 kV', 'Cu Kα, 40 kV'],
    ['扫描电镜（SEM）', 'SEM'],
    ['扫描电镜（高分辨）', undefined],
    ['', undefined],
  ])('takes the English of %s', (text, english) => expect(englishOf(text)).toBe(english))

  it.each([
    ['GB/T 19587—2017 气体吸附', 'GB/T 19587—2017'],
    ['ISO 9277:2010', 'ISO 9277:2010'],
    ['实验室方法', undefined],
  ])('cites the standard %s', (text, english) => expect(englishStandard(text)).toBe(english))
})

describe('the table of results', () => {
  const value = {
    sampleNo: 'S-1',
    name: '晶粒_尺寸 & 50%',
    value: '<24.6',
    unit: 'm²·g⁻¹',
    uncertainty: '',
    remark: '',
  }
  const table = valueTable('XRD <b>', [value, { ...value, sampleNo: '', value: '=1+1' }])

  it('leaves out columns without values and names values of all samples', () => {
    expect(table.head).toEqual(['样品', '结果项', '结果', '单位'])
    expect(table.rows[1]).toEqual(['全部样品', '晶粒_尺寸 & 50%', '=1+1', 'm²·g⁻¹'])
  })

  it('is escaped for HTML, spreadsheets and plain text', () => {
    expect(tableHtml(table)).toContain('<caption>XRD &lt;b&gt;</caption>')
    expect(tableHtml(table)).toContain('<td>&lt;24.6</td>')
    expect(tableCsv(table)).toContain("'=1+1")
    expect(tableText({ ...table, rows: [['a\tb', 'c\nd']] })).toContain('a b\tc d')
  })

  it('is a booktabs table in LaTeX, where no text is a command', () => {
    const latex = tableLatex(table)
    expect(latex).toContain('\\begin{tabular}{llrl}')
    expect(latex).toContain('S-1 & 晶粒\\_尺寸 \\& 50\\% & \\textless{}24.6 & m$^{2}$$\\cdot$g$^{-1}$ \\\\')
    expect([...latex.matchAll(/\\(?:top|mid|bottom)rule/g)]).toHaveLength(3)
    expect(latexText('\\input{x} $a_1^2$ #~{}')).toBe(
      '\\textbackslash{}input\\{x\\} \\$a\\_1\\textasciicircum{}2\\$ \\#\\textasciitilde{}\\{\\}',
    )
    expect(latexText('H₂O ± 5 µm ℃\r\nÅ')).toBe('H$_{2}$O $\\pm$ 5 $\\mu$m \\textdegree{}C \\AA{}')
  })
})

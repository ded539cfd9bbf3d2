import { z } from 'zod'

// What a report prints for a method: its standard, its values, and which parts.

const text = (most: number) => z.string().trim().max(most)

export const reportTemplateSchema = z.strictObject({
  /** Words in the name of a project; the first template with one of them is used. */
  words: z.array(text(30).min(1)).max(10),
  standard: text(200),
  /** `晶粒尺寸（nm）`: a value and its unit. */
  values: z.array(text(40).min(1)).max(20),
  figure: z.enum(['curves', 'none']),
  uncertainty: z.boolean(),
  conditions: z.boolean(),
  /** Printed below the results, for example how a value was calculated. */
  note: text(300),
})
export type ReportTemplate = z.output<typeof reportTemplateSchema>

export const reportTermsSchema = z.strictObject({
  /** The laboratory as reports name it; empty: the name of the site. */
  labName: text(60),
  /** 授权签字人. */
  signatory: text(20),
  templates: z.array(reportTemplateSchema).max(60),
})
export type ReportTerms = z.output<typeof reportTermsSchema>

/** The same as the form of the console holds it, where a choice of two is `yes` or `no`. */
export interface TypedTerms extends Omit<ReportTerms, 'templates'> {
  templates: (Omit<ReportTemplate, 'uncertainty' | 'conditions'> & { uncertainty: string; conditions: string })[]
}

export function termsOfForm({ templates, ...terms }: TypedTerms): ReportTerms {
  const kept = templates.map(({ uncertainty, conditions, ...rest }) => ({
    ...rest,
    uncertainty: uncertainty === 'yes',
    conditions: conditions === 'yes',
  }))
  return { ...terms, templates: kept }
}

/** For a project without a template: everything that was recorded is printed. */
export const plainTemplate: ReportTemplate = {
  words: [],
  standard: '',
  values: [],
  figure: 'curves',
  uncertainty: true,
  conditions: true,
  note: '',
}

export function templateFor(templates: readonly ReportTemplate[], projectName: string): ReportTemplate {
  const name = projectName.toLowerCase()
  return templates.find(({ words }) => words.some((word) => name.includes(word.toLowerCase()))) ?? plainTemplate
}

/** `晶粒尺寸（nm）` as the name and unit of a value. */
export function valueParts(written: string): { name: string; unit: string } {
  const [, name, unit] = /^(.*?)\s*[（(]([^（(）)]*)[）)]$/.exec(written) ?? []
  return name === undefined || name === '' ? { name: written, unit: '' } : { name, unit: unit ?? '' }
}

/** The standards are general rules of each method; the laboratory replaces them by the edition that it works to. */
export const usualTemplates: ReportTemplate[] = [
  {
    ...plainTemplate,
    // Not “衍射” alone: electron back scatter diffraction and single crystals have other standards.
    words: ['X 射线衍射', '粉末衍射'],
    standard: 'JY/T 0587—2020 多晶体 X 射线衍射方法通则',
    values: ['物相', '晶粒尺寸（nm）'],
  },
  {
    ...plainTemplate,
    words: ['BET', '比表面'],
    standard: 'GB/T 19587—2017 气体吸附 BET 法测定固态物质比表面积',
    values: ['比表面积（m²/g）', '总孔容（cm³/g）', '平均孔径（nm）'],
  },
  {
    ...plainTemplate,
    words: ['热重', '同步热分析', 'TG-DSC'],
    standard: 'GB/T 27761—2011 热重分析仪失重和剩余量的试验方法',
    values: ['起始分解温度（℃）', '失重（%）', '剩余量（%）'],
  },
  {
    ...plainTemplate,
    words: ['透射电镜', '透射电子'],
    standard: 'JY/T 0581—2020 透射电子显微镜分析方法通则',
    figure: 'none',
    uncertainty: false,
  },
  { ...plainTemplate, words: ['ICP'], values: ['元素含量（mg/kg）'], figure: 'none' },
  { ...plainTemplate, words: ['硬度'], values: ['硬度（HV）'], figure: 'none' },
  { ...plainTemplate, words: ['XPS', '光电子'], values: ['原子分数（at%）'] },
  { ...plainTemplate, words: ['差示扫描', 'DSC'], values: ['玻璃化转变温度（℃）', '熔融温度（℃）', '熔融焓（J/g）'] },
  { ...plainTemplate, words: ['激光粒度'], values: ['D10（µm）', 'D50（µm）', 'D90（µm）'] },
  { ...plainTemplate, words: ['Zeta'], values: ['Zeta 电位（mV）'], figure: 'none' },
  { ...plainTemplate, words: ['接触角'], values: ['接触角（°）'], figure: 'none' },
  { ...plainTemplate, words: ['卡尔费休'], values: ['水分（%）'], figure: 'none' },
  { ...plainTemplate, words: ['有机元素'], values: ['C（%）', 'H（%）', 'N（%）', 'S（%）'], figure: 'none' },
  { ...plainTemplate, words: ['凝胶渗透', 'GPC'], values: ['Mn（g/mol）', 'Mw（g/mol）', '分散度'] },
  { ...plainTemplate, words: ['拉伸'], values: ['拉伸强度（MPa）', '断裂伸长率（%）', '弹性模量（MPa）'] },
]

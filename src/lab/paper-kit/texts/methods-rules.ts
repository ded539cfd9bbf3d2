import { englishOf, englishStandard } from './english-rules.ts'

export interface InstrumentFacts {
  name: string
  model: string
  maker: string
  englishName: string
  englishMaker: string
}

/** What the records of an order say about one test. Empty: the record does not say it. */
export interface RecordFacts {
  projectName: string
  /** The instrument as the record names it; the rest is from the register. */
  instrument: InstrumentFacts
  method: string
  conditions: string
  environment: string
  /** `YYYY-MM-DD HH:mm:ss` Beijing time. */
  startedAt: string
  sampleNos: readonly string[]
}

export interface OrderFacts {
  orderNo: string
  laboratory: string
  records: readonly RecordFacts[]
}

export interface PaperText {
  methods: string
  acknowledgement: string
  /** What the record does not hold, in words for the author. */
  missing: string[]
}

/** The methods paragraph and the acknowledgement of an order. Only what the records hold is said; the rest is listed. */
export function paperTexts(order: OrderFacts): { zh: PaperText; en: PaperText } {
  return { zh: chineseText(order), en: englishText(order) }
}

function chineseText({ orderNo, laboratory, records }: OrderFacts): PaperText {
  const projects = unique(records.map(({ projectName }) => projectName))
  return {
    methods: records.map((record) => chineseParagraph(record, laboratory)).join('\n'),
    acknowledgement:
      laboratory === '' || projects.length === 0
        ? ''
        : `感谢${laboratory}完成${projects.join('、')}测试（订单号 ${orderNo}）。`,
    missing: unique([
      ...(laboratory === '' ? ['实验室名称'] : []),
      ...records.flatMap((record) => missingOf(record).map((what) => named(record, records, what))),
    ]),
  }
}

function chineseParagraph(record: RecordFacts, laboratory: string): string {
  const { name, model, maker } = record.instrument
  const about = [...(model === '' || name.includes(model) ? [] : [`型号 ${model}`]), ...(maker === '' ? [] : [maker])]
  const with_ = name === '' ? '' : `采用${name}${about.length === 0 ? '' : `（${about.join('，')}）`}`
  const where = laboratory === '' ? '' : `在${laboratory}`
  const how = record.method === '' ? '' : `，依据 ${record.method}`
  return [
    `${record.projectName}：${where}${with_}测试${how}。`,
    ...(record.conditions === '' ? [] : [`测试条件：${ended(record.conditions, '。')}`]),
    ...(record.environment === '' ? [] : [`环境条件：${ended(record.environment, '。')}`]),
    ...(record.startedAt === '' ? [] : [`测试日期：${chineseDay(record.startedAt)}。`]),
  ].join('')
}

/** What journals ask for and neither the record nor the register of instruments says. */
function missingOf(record: RecordFacts): string[] {
  return [
    ...(record.instrument.name === '' ? ['仪器名称'] : []),
    ...(record.instrument.model === '' ? ['仪器型号'] : []),
    ...(record.instrument.maker === '' && record.instrument.englishMaker === '' ? ['仪器制造商'] : []),
    ...(record.method === '' ? ['检测方法或标准'] : []),
    ...(record.conditions === '' ? ['测试条件'] : []),
    ...(record.environment === '' ? ['环境条件'] : []),
    ...(record.startedAt === '' ? ['测试日期'] : []),
  ]
}

function englishText({ orderNo, laboratory, records }: OrderFacts): PaperText {
  const lab = englishOf(laboratory)
  const paragraphs = records.map((record) => englishParagraph(record, lab))
  const projects = unique(records.flatMap(({ projectName }) => englishOf(projectName) ?? []))
  return {
    methods: paragraphs.map(({ text }) => text).join('\n'),
    acknowledgement:
      lab === undefined || records.length === 0
        ? ''
        : `The authors thank ${lab} for the ${projects.length > 0 ? `${listed(projects)} ` : ''}measurements (order no. ${orderNo}).`,
    missing: unique([
      ...(lab === undefined ? [laboratory === '' ? '实验室名称' : `实验室“${laboratory}”的英文名`] : []),
      ...records.flatMap((record, i) =>
        [...(paragraphs[i]?.missing ?? []), ...missingOf(record)].map((what) => named(record, records, what)),
      ),
    ]),
  }
}

function englishParagraph(record: RecordFacts, lab: string | undefined): { text: string; missing: string[] } {
  const project = englishOf(record.projectName)
  const { model, maker } = record.instrument
  const name = englishOf(record.instrument.englishName) ?? englishOf(record.instrument.name)
  const by = englishOf(record.instrument.englishMaker) ?? englishOf(maker)
  const plain = name === undefined ? (model === '' ? '' : `${model} instrument`) : withModel(name, model)
  const instrument = plain === '' || by === undefined ? plain : madeBy(plain, by)
  const method = englishStandard(record.method)
  const conditions = englishOf(record.conditions)
  const isWhole = (text: string, found: string | undefined) => found === undefined || found.length >= text.length * 0.6
  const usable = isWhole(record.conditions, conditions) ? conditions : undefined
  const environment = isWhole(record.environment, englishOf(record.environment))
    ? englishOf(record.environment)
    : undefined
  const lacks = (text: string, found: string | undefined, what: string) =>
    text !== '' && found === undefined ? [`${what}的英文（原文：${text}）`] : []
  return {
    text: [
      `${project === undefined ? 'The measurement was' : `${project} measurements were`} performed${lab === undefined ? '' : ` at ${lab}`}${instrument === '' ? '' : ` on ${article(instrument)} ${instrument}`}${method === undefined ? '' : ` according to ${method}`}.`,
      ...(usable === undefined ? [] : [`Conditions: ${ended(usable, '.')}`]),
      ...(environment === undefined ? [] : [`Environment: ${ended(environment, '.')}`]),
      ...(record.startedAt === '' ? [] : [`Date of measurement: ${englishDay(record.startedAt)}.`]),
    ].join(' '),
    missing: [
      ...lacks(record.projectName, project, '项目名称'),
      ...lacks(record.instrument.name, name, '仪器名称'),
      ...lacks(maker, by, '制造商'),
      ...lacks(record.method, method, '检测方法'),
      ...lacks(record.conditions, usable, '测试条件'),
      ...lacks(record.environment, environment, '环境条件'),
    ],
  }
}

function withModel(name: string, model: string): string {
  return model === '' || name.includes(model) ? name : `${name} (${model})`
}

/** `X-ray diffractometer (D8 Advance)` by Bruker is `X-ray diffractometer (D8 Advance, Bruker)`. */
function madeBy(instrument: string, maker: string): string {
  return instrument.endsWith(')') ? `${instrument.slice(0, -1)}, ${maker})` : `${instrument} (${maker})`
}

/** Of several tests, each lack says of which. */
function named(record: RecordFacts, all: readonly RecordFacts[], what: string): string {
  return all.length > 1 ? `${record.projectName}：${what}` : what
}

/** Also of an abbreviation, which is read letter by letter: “an XPS instrument”. */
function article(noun: string): string {
  return /^[aeioAEIO]/.test(noun) || /^[FHLMNRSX](?=[A-Z\d-])/.test(noun) ? 'an' : 'a'
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function ended(text: string, stop: string): string {
  return `${text.trim().replace(/[。.；;，,]+$/, '')}${stop}`
}

function chineseDay(time: string): string {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number)
  return `${year} 年 ${month} 月 ${day} 日`
}

const months = 'January February March April May June July August September October November December'.split(' ')

function englishDay(time: string): string {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

import { allShown, homeBlockLabels, namesOf } from './arrangement-rules.ts'
import { serviceEntries } from './service-menu-rules.ts'
import { arrangementSchema } from './arrangement-schema-rules.ts'
import { z } from 'zod'
import { numberFault } from '../../platform/contract/fields.ts'
import { calendarDay, limit, publicSettingSchemas, text } from './public-rules.ts'
import { reportTermsSchema, usualTemplates } from './report-template-rules.ts'

// Every setting: its schema, its default, and whether it is public. Names from the specification: allowRegion, samplingSetting, localInfo.

const fen = z.number().int().min(0).max(10_000_000_000)
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式不正确')

export const invoicingSchema = z.strictObject({
  sellerName: text(80),
  sellerTaxNo: z
    .string()
    .trim()
    .normalize('NFKC')
    .regex(/^([0-9A-Z]{15,20})?$/, '税号应为 15 到 20 位数字与大写字母'),
  sellerAddress: text(120),
  sellerPhone: text(40),
  sellerBank: text(80),
  sellerAccount: text(40),
  ratePercent: z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(6), z.literal(9), z.literal(13)], {
    error: '请选择税率',
  }),
  /** 税收分类编码: 19 digits; empty until finance has set it. */
  categoryCode: z
    .string()
    .trim()
    .normalize('NFKC')
    .regex(/^(\d{19})?$/, '税收分类编码应为 19 位数字'),
  /** The name of each line, with the short name of its category between asterisks. */
  itemName: text(90).refine((name) => name !== '', '请填写开票项目名称'),
  /** `{orders}`, `{funding}` and `{remark}` are replaced. */
  remarkTemplate: text(200),
  clerk: text(20),
  /** A special invoice needs the buyer's bank, account, address and phone. */
  detailsForSpecial: z.boolean(),
})

const bindDays = limit(1, 3650)
const windowDays = limit(0, 90)
/** Shares of an amount in basis points: 500 is 5 %. At most half. */
const rateBp = z
  .number({ error: numberFault('请填写比例') })
  .int('比例最多两位小数')
  .min(0, '比例不能为负')
  .max(5000, '比例不能超过 50%')

/** A rule of invitations in force from a day: points to both sides for the friend's first order. */
export const inviteRuleSchema = z.strictObject({
  from: calendarDay,
  inviterPoints: limit(0, 1_000_000),
  friendPoints: limit(0, 1_000_000),
  /** The friend has paid at least this for the order. */
  leastFen: fen,
  /** Points are given so many days after the payment. */
  windowDays,
})

/** A rule of rebates in force from a day. A category goes before a service type, and both before the general rate. */
export const rebateRuleSchema = z.strictObject({
  from: calendarDay,
  rateBp,
  types: z.array(z.strictObject({ typeId: limit(1, 3), rateBp })).max(3),
  categories: z.array(z.strictObject({ categoryId: z.number().int().positive(), rateBp })).max(50),
  bindDays,
  windowDays,
  /** What persons read about taxes where they withdraw. */
  taxNote: text(300),
})

/** A rule of points in force from a day. A limit of 0 transfers nothing. */
export const pointRuleSchema = z.strictObject({
  from: calendarDay,
  /** For each 100 yuan of a paid order. */
  perHundredYuan: limit(0, 10_000),
  evaluationPoints: limit(0, 1_000_000),
  claimPoints: limit(0, 1_000_000),
  /** Points last to the end of the month in which these months are over. */
  validMonths: limit(1, 120),
  transferMost: limit(0, 10_000_000),
  transferMostPerMonth: limit(0, 10_000_000),
  /** Customers are told this long before points expire. */
  reminderDays: limit(1, 90),
})

export const settingSchemas = {
  ...publicSettingSchemas,
  /** Text messages that may wait are held between these Shanghai times; equal times: never. */
  quietHours: z.strictObject({ from: clockTime, to: clockTime }),
  /** What the home page shows, from top to bottom. */
  homeBlocks: arrangementSchema(namesOf(homeBlockLabels), '首页版块'),
  /** Entries of 服务项目 in the header. */
  serviceMenu: arrangementSchema(namesOf(serviceEntries), '服务项目菜单'),
  /** The initial credit limit when a profile is complete, by customer type. */
  creditLimitFen: z.strictObject({ student: fen, individual: fen, enterprise: fen, teacher: fen }),
  /** Amounts credited or returned, and credit limits, above this need a second person. */
  secondPersonAboveFen: fen,
  /** The smallest and largest amount that a customer may add to the balance through a payment channel at once, and the amounts on buttons. */
  topUp: z.strictObject({ leastFen: fen, mostFen: fen, quickFen: z.array(fen).max(6) }),
  /** A final amount above this percentage of the agreed amount needs a second person. */
  finalAmountSecondAbovePercent: limit(100, 1000),
  /**
   * What the second person ticks before an order is delivered. `only` limits an item to orders whose project or method contains it;
   * empty: all orders. Without items nothing is asked.
   */
  verifyChecks: z
    .array(z.strictObject({ text: text(100).refine((value) => value !== '', '请填写核对内容'), only: text(60) }))
    .max(40),
  /** An idle session of staff ends after this time. */
  staffIdleMinutes: z.number().int().min(5).max(480),
  /** SMS codes: the daily budget of this installation (cost limit), and limits per IP address. */
  smsLimits: z.strictObject({
    perDayInAll: limit(10, 1_000_000),
    perAddressPerDay: limit(5, 10_000),
    perAddressPerTenMinutes: limit(5, 1000),
  }),
  /** Number of different people whose data one member of staff may read in full. */
  personalReads: z.strictObject({ perHour: limit(1, 1000), perDay: limit(1, 10_000) }),
  /** What contracts print besides the address: the uniform social credit code, and the tax rate included in the price. */
  contractTerms: z.strictObject({ creditCode: text(18), taxRate: text(10) }),
  /** What invoices print, and how their tax is calculated. */
  invoicing: invoicingSchema,
  /** Without a rule nothing is promised for invitations. */
  inviteRules: z.array(inviteRuleSchema).max(200),
  /** Without a rule nobody can become a promoter. */
  rebateRules: z.array(rebateRuleSchema).max(200),
  /** Without a rule nothing earns points. */
  pointRules: z.array(pointRuleSchema).max(200),
  /** What reports print, method by method. */
  reportTerms: reportTermsSchema,
  /** Whether somebody put the guide of a new laboratory away, and the example that it put on sale. */
  setupGuide: z.strictObject({
    hidden: z.boolean(),
    exampleRid: z.number().int().nullable(),
    exampleCategoryId: z.number().int().nullable(),
  }),
} as const

export type SettingKey = keyof typeof settingSchemas
export type SettingValue<K extends SettingKey> = z.output<(typeof settingSchemas)[K]>
export type Settings = { [K in SettingKey]: SettingValue<K> }

/** The defaults. Contact details are empty rather than invented; the demo fills them. */
export const defaultSettings: Settings = {
  siteName: '明析科测',
  siteSlogan: '材料结构表征与性能测试',
  localInfo: { address: '', phone: '', email: '', express: '' },
  workingHours: '周一至周六 8:30-18:30',
  hourExceptions: [],
  quietHours: { from: '22:00', to: '08:00' },
  icp: { number: '', police: '' },
  labAddress: { receiver: '', phone: '', address: '', postcode: '' },
  allowRegion: [],
  samplingSetting: {
    disabled_week: [0],
    disabled_date: [],
    invalid_disabled_date: [],
    disabled_time: [],
    disabled_date_time: [],
    sampling_time1: '09:00-11:00',
    sampling_time2: '11:00-13:00',
    sampling_time3: '13:30-15:30',
    sampling_time4: '15:30-17:30',
    WxTip1: '取样员上门前会电话联系，请将样品分装并写好编号。',
    capacity: 6,
  },
  bankAccount: { holder: '', bank: '', account: '' },
  homeBlocks: allShown(homeBlockLabels),
  serviceMenu: allShown(serviceEntries),
  imageBase: '',
  businessLicense: { number: '', link: '' },
  qrCodes: [],
  quoteValidDays: 15,
  creditLimitFen: { student: 500_000, individual: 0, enterprise: 0, teacher: 2_000_000 },
  secondPersonAboveFen: 1_000_000,
  topUp: { leastFen: 100, mostFen: 5_000_000, quickFen: [10_000, 50_000, 100_000, 500_000] },
  finalAmountSecondAbovePercent: 120,
  deliveryWindowDays: 7,
  sampleKeepDays: 90,
  returnAfterPayment: true,
  accreditedProjects: [],
  verifyChecks: [],
  staffIdleMinutes: 30,
  smsLimits: { perDayInAll: 5000, perAddressPerDay: 50, perAddressPerTenMinutes: 10 },
  personalReads: { perHour: 60, perDay: 200 },
  contractTerms: { creditCode: '', taxRate: '' },
  invoicing: {
    sellerName: '',
    sellerTaxNo: '',
    sellerAddress: '',
    sellerPhone: '',
    sellerBank: '',
    sellerAccount: '',
    ratePercent: 6,
    categoryCode: '',
    itemName: '*研发和技术服务*检测费',
    remarkTemplate: '订单：{orders}\n课题号：{funding}\n{remark}',
    clerk: '',
    detailsForSpecial: false,
  },
  inviteRules: [],
  rebateRules: [],
  pointRules: [],
  reportTerms: { labName: '', signatory: '', templates: usualTemplates },
  setupGuide: { hidden: false, exampleRid: null, exampleCategoryId: null },
}

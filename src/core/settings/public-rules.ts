import { z } from 'zod'

// The settings that anybody may read. They have a file of their own, because the pages that ask for them would carry all others (rules.ts).

export const text = (maxLength: number) => z.string().trim().max(maxLength)
export const calendarDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式不正确')
const regionCode = z.string().regex(/^\d{6}$/, '地区编码应为 6 位数字')
const slotTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, '时段格式不正确')

export const limit = (least: number, most: number) =>
  z.number({ error: '请填写整数' }).int('请填写整数').min(least, `不能小于${least}`).max(most, `不能大于${most}`)

/** A list of codes may be stored as an array, as its JSON text, or as a text with commas. */
function codesOf(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored
  if (!stored.trim().startsWith('[')) return stored.split(/[,，\s]+/).filter((code) => code !== '')
  try {
    return (JSON.parse(stored) as unknown[]).map(String)
  } catch {
    return stored
  }
}

/** Empty for this site, a path of it, or the URL of another host; nothing that could break out of an attribute or the content security policy. */
export function isImageBase(value: string): boolean {
  return value === '' || /^(https?:\/\/[\w.-]+(:\d+)?)?(\/[\w.-]+)*\/?$/.test(value)
}

export const publicSettingSchemas = {
  siteName: text(40),
  siteSlogan: text(80),
  /** Address, phone, e-mail and courier of the laboratory, with the names of the specification. */
  localInfo: z.strictObject({ address: text(200), phone: text(40), email: text(80), express: text(200) }),
  workingHours: text(60),
  /** Days with other hours, such as 「9:00-12:00」; empty hours: closed. */
  hourExceptions: z.array(z.strictObject({ date: calendarDay, hours: text(20), note: text(20) })).max(60),
  icp: z.strictObject({ number: text(60), police: text(60) }),
  /** Where parcels with samples are sent. */
  labAddress: z.strictObject({ receiver: text(40), phone: text(40), address: text(200), postcode: text(10) }),
  /** Region codes in which pickup is offered; the code of a city includes all of its counties. */
  allowRegion: z.preprocess(codesOf, z.array(regionCode).max(5000)),
  samplingSetting: z.strictObject({
    disabled_week: z.array(z.number().int().min(0).max(6)),
    disabled_date: z.array(calendarDay),
    /** Days that are open although their weekday or date is disabled. */
    invalid_disabled_date: z.array(calendarDay),
    /** Time slots (1–4) that are closed on every day, and on single days. */
    disabled_time: z.array(z.number().int().min(1).max(4)),
    disabled_date_time: z.array(z.strictObject({ date: calendarDay, times: z.array(z.number().int().min(1).max(4)) })),
    sampling_time1: slotTime,
    sampling_time2: slotTime,
    sampling_time3: slotTime,
    sampling_time4: slotTime,
    WxTip1: text(200),
    /** Pickups per day and time slot. */
    capacity: limit(0, 500).default(6),
  }),
  bankAccount: z.strictObject({ holder: text(80), bank: text(80), account: text(40) }),
  /** Base URL of all images of the site; empty: this site. */
  imageBase: text(200).refine(isImageBase, '图片地址前缀应为 https:// 开头的网址或以 / 开头的路径'),
  /** 营业执照: the number that the footer shows and the link to it (电商法 15); empty: not shown. */
  businessLicense: z.strictObject({ number: text(60), link: text(300) }),
  qrCodes: z.array(z.strictObject({ label: text(20), content: text(300) })).max(4),
  quoteValidDays: z.number().int().min(1).max(365),
  deliveryWindowDays: z.number().int().min(1).max(90),
  sampleKeepDays: z.number().int().min(1).max(730),
  /** Samples are sent back only when their order is paid in full. Refused samples and those of cancelled orders are sent back at once. */
  returnAfterPayment: z.boolean(),
  /** Projects (rid) in the scope of CMA or CNAS: their reports omit the sentence that they are not accredited. */
  accreditedProjects: z.array(z.number().int().positive()).max(500),
} as const

export type PublicSettingKey = keyof typeof publicSettingSchemas
export const publicSettingKeys = Object.keys(publicSettingSchemas) as PublicSettingKey[]

export function isPublicSetting(key: string): key is PublicSettingKey {
  return Object.hasOwn(publicSettingSchemas, key)
}

import { defineKind } from './define-kind-rules.ts'
import * as fields from './field-rules.ts'
import {
  creditCode,
  dayHours,
  emailAddress,
  formed,
  phoneNumber,
  postcode,
  taxRate,
  weekHours,
} from './formed-field-rules.ts'
import { parseYuan } from '../../../platform/money.ts'
import { isImageBase } from '../../../core/settings/public-rules.ts'

// Settings are edited as content: with drafts, scheduled publishing and a history. Settings that move money
// (credit limits, the bank account) are not among them; the bounds of top-ups only limit what customers choose.

const common = { action: 'settings.edit', single: true, tags: ['settings'] } as const

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'].map((label, day) => ({
  value: String(day),
  label,
}))
const slots = ['第一时段', '第二时段', '第三时段', '第四时段'].map((label, index) => ({
  value: String(index + 1),
  label,
}))

const clockTime = (label: string) => {
  const field = fields.text(label, 5, { required: true, hint: '例如 22:00；开始与结束相同表示不设免打扰' })
  const isClock = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
  return formed(field, isClock, `${label}应为 HH:mm，例如 22:00`)
}
const slotTime = (label: string) => {
  const field = fields.text(label, 11, { required: true, hint: '例如 09:00-11:00' })
  const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/.test(value)
  return formed(field, isTime, `${label}应写成 09:00-11:00 的形式`)
}

const imageBase = (() => {
  const field = fields.text('图片地址前缀', 200, {
    hint: '站内图片所在的地址，例如 https://img.example.com/site；不填则为本站',
  })
  const says = '图片地址前缀应为 https:// 开头的网址或以 / 开头的路径'
  return { ...field, schema: field.schema.refine(isImageBase, says) }
})()

const yesNo = [
  { value: 'yes', label: '印' },
  { value: 'no', label: '不印' },
] as const

const keepDays = (() => {
  const field = fields.text('留样天数', 3, { required: true, hint: '1 到 730 天；已在留样的样品按原来的日期' })
  const isDays = (value: string) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 730
  return formed(field, isDays, '留样天数应为 1 到 730 的整数')
})()

/** An amount in yuan as editors type it, at least one fen. */
const yuan = (label: string, hint?: string) => {
  const field = fields.text(label, 11, { required: true, ...(hint ? { hint } : {}) })
  const says = `${label}应为 0.01 到 1000 万元之间的金额，最多两位小数`
  return formed(field, (value) => fenOfText(value) > 0, says)
}

/** Fen of a text such as `100` or `99.50`; 0 for what is no amount or too much. */
export function fenOfText(text: string): number {
  const fen = parseYuan(text) ?? 0
  return fen <= 1_000_000_000 ? fen : 0
}

export function textOfFen(fen: number): string {
  return fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2)
}

const placesPerSlot = (() => {
  const field = fields.text('每个时段可预约数', 3, {
    required: true,
    hint: '每天每个时段最多接受几次取样，0 到 500；调低后已约的照常取样，填 0 则暂停预约',
  })
  const isCount = (value: string) => /^\d{1,3}$/.test(value) && Number(value) <= 500
  return formed(field, isCount, '每个时段可预约数应为 0 到 500 的整数')
})()

export const settingKinds = {
  settingSite: defineKind({
    ...common,
    group: '网站',
    label: '网站名称与备案',
    path: () => '/',
    fields: {
      siteName: fields.text('网站名称', 40, { required: true }),
      siteSlogan: fields.text('一句话介绍', 80),
      icpNumber: fields.text('ICP 备案号', 60, { hint: '显示在页脚' }),
      policeNumber: fields.text('公安备案号', 60, { hint: '显示在页脚' }),
      licenseNumber: fields.text('营业执照统一社会信用代码', 60, { hint: '显示在页脚；不填则不显示' }),
      licenseLink: fields.link('营业执照公示链接', { hint: '页脚的营业执照指向这里' }),
    },
  }),
  settingImages: defineKind({
    ...common,
    group: '网站',
    label: '图片地址',
    path: () => '/',
    fields: { imageBase },
  }),
  settingContact: defineKind({
    ...common,
    group: '网站',
    label: '联系方式',
    path: () => '/contact',
    fields: {
      phone: phoneNumber('服务热线'),
      email: emailAddress('邮箱'),
      address: fields.text('地址', 200),
      express: fields.lines('寄件说明', 200),
    },
  }),
  settingParcel: defineKind({
    ...common,
    group: '送样与取样',
    label: '收样地址',
    path: () => '/contact',
    fields: {
      receiver: fields.text('收件人', 40, { required: true }),
      phone: phoneNumber('电话', { required: true }),
      address: fields.text('地址', 200, { required: true }),
      postcode: postcode('邮编'),
    },
  }),
  settingHours: defineKind({
    ...common,
    group: '网站',
    label: '工作时间',
    path: () => '/contact',
    fields: {
      workingHours: weekHours('工作时间'),
      exceptions: fields.list(
        '例外的日子',
        {
          date: fields.date('日期'),
          hours: dayHours('营业时间'),
          note: fields.text('说明', 20, { hint: '例如 春节' }),
        },
        60,
        { hint: '节假日休息或临时营业' },
      ),
    },
  }),
  settingQuietHours: defineKind({
    ...common,
    group: '网站',
    label: '短信免打扰时段',
    hint: '这段时间里的短信通知推迟到结束时发送；验证码与账户安全通知不受影响',
    fields: { from: clockTime('开始'), to: clockTime('结束') },
  }),
  settingRegions: defineKind({
    ...common,
    group: '送样与取样',
    label: '上门取样地区',
    path: () => '/guide',
    fields: {
      codes: fields.regions('开通的地区', { hint: '选省或市即包含其下全部区县' }),
    },
  }),
  settingPickup: defineKind({
    ...common,
    group: '送样与取样',
    label: '取样日历',
    fields: {
      disabled_week: fields.choices('每周不取样的日子', weekdays),
      disabled_date: fields.dates('不取样的日期'),
      invalid_disabled_date: fields.dates('照常取样的例外日期', { hint: '即使落在上面两项里，这些日子也取样' }),
      sampling_time1: slotTime('第一时段'),
      sampling_time2: slotTime('第二时段'),
      sampling_time3: slotTime('第三时段'),
      sampling_time4: slotTime('第四时段'),
      capacity: placesPerSlot,
      disabled_time: fields.choices('停用的时段', slots),
      disabled_date_time: fields.list(
        '某天停用的时段',
        { date: fields.date('日期'), times: fields.choices('时段', slots) },
        60,
      ),
      WxTip1: fields.lines('给客户的提示', 200),
    },
  }),
  settingQr: defineKind({
    ...common,
    group: '网站',
    label: '二维码',
    path: () => '/',
    fields: {
      codes: fields.list(
        '二维码',
        {
          label: fields.text('名称', 20, { required: true }),
          content: fields.link('扫码打开', { required: true, hint: '网址或以 / 开头的本站路径' }),
        },
        4,
        { hint: '显示在侧栏' },
      ),
    },
  }),
  settingSamples: defineKind({
    ...common,
    group: '送样与取样',
    label: '留样与寄回',
    path: () => '/guide',
    fields: {
      keepDays,
      returnAfterPayment: fields.select('寄回时间', [
        { value: 'paid', label: '费用付清后寄回' },
        { value: 'any', label: '申请即可寄回' },
      ]),
    },
  }),
  settingAccreditation: defineKind({
    ...common,
    group: '检测与报告',
    label: '资质认定范围',
    fields: {
      ids: fields.projects('已在 CMA 或 CNAS 范围内的项目', 500, {
        hint: '未列入的项目，报告、订单和协议确认页会注明不加盖相应标志、仅供内部参考',
      }),
    },
  }),
  settingVerifyChecks: defineKind({
    ...common,
    group: '检测与报告',
    label: '审核核对清单',
    fields: {
      checks: fields.list(
        '核对项',
        {
          text: fields.text('核对内容', 100, { required: true }),
          only: fields.text('只用于', 60, { hint: '项目名称或检测方法中的文字，例如 XRD；不填则用于全部订单' }),
        },
        40,
        { hint: '第二人审核时逐项勾选，勾选人和时间随订单保存' },
      ),
    },
  }),
  settingTopUp: defineKind({
    ...common,
    group: '付款与合同',
    label: '在线充值',
    fields: {
      least: yuan('单次最低金额（元）'),
      most: yuan('单次最高金额（元）'),
      quick: fields.list('常用金额', { yuan: yuan('金额（元）') }, 6, { hint: '客户可一键选择；不填则不显示' }),
    },
    agree: ({ least, most, quick }) => {
      const [leastFen, mostFen] = [fenOfText(least), fenOfText(most)]
      if (leastFen > mostFen) return ['most', '最高金额不能低于最低金额']
      const outside = quick.some(({ yuan: text }) => fenOfText(text) < leastFen || fenOfText(text) > mostFen)
      return outside ? ['quick', '常用金额应在最低与最高金额之间'] : undefined
    },
  }),
  settingReport: defineKind({
    ...common,
    group: '检测与报告',
    label: '检测报告',
    fields: {
      labName: fields.text('实验室名称', 60, { hint: '印在报告抬头；不填则用站点名称' }),
      signatory: fields.text('授权签字人', 20, { hint: '印在报告签字栏；不填则不印' }),
      templates: fields.list(
        '各方法的模板',
        {
          // A template without a word would apply to no project.
          words: fields.tags('适用项目', 10, {
            longest: 30,
            required: true,
            hint: '项目名称中含其中一个词即适用，排在前面的优先',
          }),
          standard: fields.text('方法标准', 200, { hint: '检测记录未填写方法时印在报告上' }),
          values: fields.tags('结果项', 20, { longest: 40, hint: '写成 名称（单位），例如 晶粒尺寸（nm）' }),
          figure: fields.select('谱图', [
            { value: 'curves', label: '印数据文件中的曲线' },
            { value: 'none', label: '不印' },
          ]),
          uncertainty: fields.select('不确定度栏', yesNo),
          conditions: fields.select('测试条件', yesNo),
          note: fields.text('结果说明', 300, { hint: '印在结果之后，例如计算方法' }),
        },
        60,
      ),
    },
  }),
  settingContract: defineKind({
    ...common,
    group: '付款与合同',
    label: '合同信息',
    fields: {
      taxRate: taxRate('增值税税率'),
      creditCode: creditCode('统一社会信用代码', '印在合同的受托方一栏'),
    },
  }),
} as const

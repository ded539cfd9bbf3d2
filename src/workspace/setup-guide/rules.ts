import type { StaffAction } from '../../core/staff/rules.ts'

/** What a laboratory needs before its first order, in the order in which it is easiest. `to`: the page of the console where it is done. */
export const setupSteps = {
  staff: {
    label: '给同事开账号',
    help: '每个角色有自己的菜单和待办：客户经理、实验员、审核员、财务、收发样、内容运营',
    to: '/console/staff',
    action: 'staff.manage',
  },
  contact: {
    label: '填写联系方式',
    help: '地址、电话和邮箱，显示在网站页脚、合同和报告上',
    to: '/console/content/settingContact/1',
    action: 'settings.edit',
  },
  parcel: {
    label: '填写收样地址',
    help: '客户寄送样品的收件人、电话和地址，印在寄样单上',
    to: '/console/content/settingParcel/1',
    action: 'settings.edit',
  },
  account: {
    label: '填写对公收款账户',
    help: '客户转账用的户名、开户行和账号，以及信用额度与复核金额',
    to: '/console/bank?open=settings',
    action: 'fund.settings',
  },
  invoice: {
    label: '填写开票信息',
    help: '开票方名称、税号与税收分类编码，客户付款后申请的发票按此开具',
    to: '/console/invoices?open=settings',
    action: 'invoice.settings',
  },
  project: {
    label: '发布第一个检测项目',
    help: '先建分类，再填写参数表单和价格，试算无误后发布',
    to: '/console/projects',
    action: 'catalogue.edit',
  },
  instrument: {
    label: '登记第一台仪器',
    help: '关联它服务的项目，检测记录与预约都会用到',
    to: '/console/instruments',
    action: 'instrument.edit',
  },
  order: {
    label: '下一笔试单',
    help: '在前台注册一个客户账号，走一遍从下单到交付的全过程',
    to: '/',
    action: 'inbox.read',
  },
} as const satisfies Record<string, { label: string; help: string; to: string; action: StaffAction }>

export type SetupStep = keyof typeof setupSteps
export const setupStepKeys = Object.keys(setupSteps) as SetupStep[]

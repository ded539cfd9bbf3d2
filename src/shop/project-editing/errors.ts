import { defineRefusals } from '../../platform/contract/refusal.ts'

export const priceSheetErrors = defineRefusals({
  noPrices: '没有可导出的价格：所选项目都需要报价或还没有上架过',
  tooManyProjects: '一次最多导出 2000 个项目，请先筛选',
  columnsMissing: '第一行应有列名：网址标识、收费编号、高校院所（元）、个人（元）、企业（元）',
  faultyRows: '有错误的行，没有导入任何价格；请改正后重试',
  nothingChanged: '价格与现在的相同，没有需要导入的',
})

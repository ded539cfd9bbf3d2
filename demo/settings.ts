import type { Ctx } from '../src/platform/http/ctx.ts'
import { defaultSettings, type Settings } from '../src/core/settings/rules.ts'
import { putMissingSettings } from '../src/core/settings/store.ts'

/** Contact details of the demo laboratory. Phone numbers and the account are from unassigned ranges. */
const demoSettings: Partial<Settings> = {
  siteSlogan: '材料结构表征与性能测试',
  verifyChecks: [
    { text: '样品编号与数据文件一一对应', only: '' },
    { text: '仪器、条件与委托参数一致', only: '' },
    { text: '测量范围完整，无截断或饱和', only: '' },
    { text: '2θ 零点以标样核对', only: 'X 射线衍射' },
  ],
  localInfo: {
    address: '示例市高新区科研路 88 号 A 座 3 层',
    phone: '400-000-0000',
    email: 'service@mingxi.example',
    express: '请使用顺丰或京东，勿到付；包裹内附送样单',
  },
  icp: { number: '示例ICP备00000000号', police: '' },
  labAddress: {
    receiver: '收样组',
    phone: '400-000-0000 转 2',
    address: '示例市高新区科研路 88 号 A 座 1 层收样室',
    postcode: '000000',
  },
  // Beijing and Shanghai: the cities where the demo offers free pickup.
  allowRegion: ['110100', '310100'],
  bankAccount: { holder: '明析科测（示例）检测技术有限公司', bank: '示例银行高新支行', account: '0000 0000 0000 0000' },
  contractTerms: { creditCode: '00000000EXAMPLE000', taxRate: '6%' },
  invoicing: {
    ...defaultSettings.invoicing,
    sellerName: '明析科测（示例）检测技术有限公司',
    sellerTaxNo: '00000000EXAMPLE000',
    sellerAddress: '示例市高新区科研路 88 号 A 座 3 层',
    sellerPhone: '400-000-0000',
    sellerBank: '示例银行高新支行',
    sellerAccount: '0000 0000 0000 0000',
    categoryCode: '3040000000000000000',
    clerk: '示例财务',
  },
  qrCodes: [{ label: '手机访问', content: '/' }],
  inviteRules: [{ from: '2025-01-01', inviterPoints: 200, friendPoints: 100, leastFen: 10_000, windowDays: 7 }],
  rebateRules: [
    {
      from: '2025-01-01',
      rateBp: 500,
      types: [{ typeId: 3, rateBp: 800 }],
      categories: [],
      bindDays: 365,
      windowDays: 15,
      taxNote: '个人取得的返利属于劳务报酬所得，提现金额为税前金额，打款时按规定代扣代缴个人所得税。',
    },
  ],
}

export function seedSettings(ctx: Ctx): Promise<void> {
  return putMissingSettings(ctx.db, demoSettings, ctx.clock.now())
}

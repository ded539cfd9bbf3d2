export const COOL_OFF_DAYS = 7
export const EXPORT_DAYS = 7

/** Goes to phone and mail of the account that has just been closed, of which nothing is kept. */
export const closedMessage = {
  template: 'account.closed',
  title: '账号已注销',
  text: '您的账号已注销，个人信息已删除。感谢您的使用。',
} as const

/** What is not finished between the house and a customer, counted. */
export interface OpenBusiness {
  orders: number
  demands: number
  contracts: number
  prestore: number
  credit: number
  unpaid: number
  samples: number
}

/** Why an account cannot be closed yet, each in words; empty when it can. Amounts in fen by kind of account. */
export function closingObstacles(open: OpenBusiness, balances: Partial<Record<string, number>>): string[] {
  const money = (kind: string) => balances[kind] ?? 0
  return [
    open.orders > 0 && `有 ${open.orders} 个订单尚未关闭`,
    open.unpaid > 0 && `有 ${open.unpaid} 笔款项尚未付清`,
    (money('credit_used') !== 0 || money('credit_held') !== 0) && '信用额度还有已用或预占的金额',
    ['prestore', 'gift', 'advance', 'unassigned'].some((kind) => money(kind) !== 0) &&
      '账户还有余额，请先使用完或联系客服办理退款',
    open.prestore > 0 && '有预存申请正在处理',
    open.credit > 0 && '有额度申请正在处理',
    open.contracts > 0 && '有合同尚未签署完成',
    open.demands > 0 && '有需求尚未处理完',
    open.samples > 0 && '有样品等待寄回',
  ].filter((text) => text !== false)
}

export const documentNames: Record<string, string> = { agreement: '用户协议与隐私政策' }

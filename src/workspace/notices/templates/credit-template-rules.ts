import { creditApplicationLifecycle } from '../../../money/credit/rules.ts'
import { EVERYWHERE, plain, raised, type TemplatesFor } from '../notice-rules.ts'

const { raise, confirmRaise, reject } = creditApplicationLifecycle.events
export const creditEvents = [raise, confirmRaise, reject] as const

export const creditTemplates: TemplatesFor<(typeof creditEvents)[number]> = {
  'credit.raise': raised(),
  'credit.confirmRaise': raised(),
  'credit.reject': plain('额度申请未通过', EVERYWHERE, '/member/center', () => '您的信用额度申请未通过，额度不变。'),
}

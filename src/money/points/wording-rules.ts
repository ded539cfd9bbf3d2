import { daysAfterReturn, type PointRule } from './rules.ts'
import { ANSWER_DAYS } from './transfers/transfer-rules.ts'

/** A rule in sentences, as customers and staff read it. Without a rule nothing is promised. */
export function ruleLines(rule: PointRule | undefined): string[] {
  if (!rule) return []
  const earned = [
    rule.perHundredYuan > 0 &&
      `检测订单付清后，每消费 100 元得 ${rule.perHundredYuan} 积分；退款时按退款后的金额收回。`,
    rule.evaluationPoints > 0 && `评价审核通过后得 ${rule.evaluationPoints} 积分，每个检测项目一次。`,
    rule.claimPoints > 0 && `发表的论文致谢本实验室，核实后得 ${rule.claimPoints} 积分，每篇论文一次。`,
  ]
  return [
    ...earned.filter((line) => line !== false),
    `积分自获得当月起 ${rule.validMonths} 个月内有效，在到期月份的最后一天失效；先使用最早到期的积分。到期前 ${rule.reminderDays} 天提醒。`,
    rule.transferMost > 0 && rule.transferMostPerMonth > 0
      ? `可以转赠其他客户，每次最多 ${rule.transferMost} 积分，每月最多 ${rule.transferMostPerMonth} 积分；转赠不改变到期日，${ANSWER_DAYS} 天内未领取则退回。`
      : '积分暂不支持转赠。',
    `积分不能兑现。取消兑换时积分原样退回；退回时已到期的，延长 ${daysAfterReturn} 天。`,
  ]
}

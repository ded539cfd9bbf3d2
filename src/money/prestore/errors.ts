import { defineRefusals } from '../../platform/contract/refusal.ts'

export const prestoreErrors = defineRefusals({
  notEnough: '预存余额不足',
  bankLineTaken: ['该银行流水已核销或已标为与客户无关，请刷新后重试', 409],
  foreignCode: ['该流水附言中的识别码属于其他客户', 409],
  amountsDiffer: '银行到账金额与申请金额不一致',
  alreadyClaimed: ['该款项已提交过转账凭证，请等待核对，或修改、撤销已提交的申请', 409],
  samePerson: '复核人不能与核销人为同一人',
  futureTransfer: '转账日期不能晚于今天',
  oldTransfer: '转账日期不能早于一年前，请核对',
  noSuchCustomer: '没有找到这个客户，请核对手机号或识别码',
  notEnoughReceived: '这笔到账的余额不足',
  noBankLines: '没有可导入的流水',
  badBankLines: '流水内容有误，未导入任何一条',
  invoicedFirst: ['该款项已申请或开具发票，请先撤销开票申请或红冲发票', 409],
  overInvoiced: ['所选款项的可开票金额已变化，请刷新后重试', 409],
})

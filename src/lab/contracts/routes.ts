import { handle } from '../../platform/http/handler.ts'
import { issueContract, sealContract, sendBackContract, voidContract } from './actions.ts'
import {
  contractCode,
  contractDetail,
  contractList,
  contractSign,
  contractUpload,
  orderProtocol,
  staffContractDetail,
  staffContractIssue,
  staffContractSeal,
  staffContractSendBack,
  staffContractsToDraw,
  staffContractVoid,
} from './contract.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import { contracts } from './list-actions.ts'
import { staffContractList } from './list-contract.ts'
import { sendSigningCode, signContract, uploadStamped } from './sign-actions.ts'
import { contractsPage, ordersToDraw, ownContractDetail, protocolOf, staffContractView } from './view-actions.ts'

export const routes = [
  handle(contractList, (ctx, input) => contractsPage(ctx, { ...input, customerId: ctx.actor.id })),
  handle(contractDetail, (ctx, input) => ownContractDetail(ctx, input.contractNo)),
  handle(contractCode, async (ctx, input) => {
    await sendSigningCode(ctx, input.contractNo)
    return {}
  }),
  handle(contractSign, (ctx, input) => signContract(ctx, input.contractNo, input.name, input.code)),
  handle(contractUpload, (ctx, input) => uploadStamped(ctx, input.contractNo, input.fileId)),
  handle(orderProtocol, (ctx, input) => protocolOf(ctx, input.orderNo)),
  handle(staffContractList, (ctx, input) => listPage(ctx, contracts, input)),
  handle(staffContractDetail, (ctx, input) => staffContractView(ctx, input.contractNo)),
  handle(staffContractIssue, (ctx, input) => issueContract(ctx, input.orderNo, input)),
  handle(staffContractSeal, (ctx, input) => sealContract(ctx, input.contractNo)),
  handle(staffContractSendBack, (ctx, input) => sendBackContract(ctx, input.contractNo, input.reason)),
  handle(staffContractsToDraw, (ctx, input) => ordersToDraw(ctx, input)),
  handle(staffContractVoid, (ctx, input) => voidContract(ctx, input.contractNo, input.reason)),
]

import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { customers } from './list-actions.ts'
import { staffCustomerList } from './list-contract.ts'
import {
  confirmSecondFactor,
  endSecondFactor,
  endSecondFactorOf,
  mySecondFactor,
  proveSecondFactor,
  renewRecoveryCodes,
} from './second-factor/second-factor-actions.ts'
import {
  accountEndSecondFactor,
  userConfirmSecondFactor,
  userEndSecondFactor,
  userProveSecondFactor,
  userRecoveryCodes,
  userSecondFactor,
} from './second-factor/second-factor-contract.ts'

export const routes = [
  handle(staffCustomerList, (ctx, input) => listPage(ctx, customers, input)),
  handle(userSecondFactor, (ctx) => mySecondFactor(ctx)),
  handle(userConfirmSecondFactor, async (ctx, input) => ({
    recoveryCodes: await confirmSecondFactor(ctx, input.code),
  })),
  handle(userRecoveryCodes, async (ctx, input) => ({ recoveryCodes: await renewRecoveryCodes(ctx, input.code) })),
  handle(userEndSecondFactor, (ctx, input) => endSecondFactor(ctx, input.code).then(() => ({}))),
  handle(userProveSecondFactor, (ctx, input) => proveSecondFactor(ctx, input.code).then(() => ({}))),
  handle(accountEndSecondFactor, (ctx, input) => endSecondFactorOf(ctx, input.id, input.reason).then(() => ({}))),
]

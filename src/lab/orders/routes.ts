import { planSameAs, planSameChoices } from '../plans/contract.ts'
import { askSameAs, sameChoices } from './history/same-actions.ts'
import { devicePromise } from './promises/promise-contract.ts'
import { promiseRecord } from './promises/promise-actions.ts'
import { forecastOfLines, forecastsForOrders } from './forecast/forecast-actions.ts'
import { deviceForecast, orderForecasts } from './forecast/forecast-contract.ts'
import { evaluateAdd, evaluateOrder } from '../../shop/reviews/contract.ts'
import { evaluateLine, reviewsOfOrder } from './closing/review-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { orderAnswer } from './holds/hold-contract.ts'
import { orderAgreeRetest, orderDispute, orderRefuseRetest, orderRetest } from './closing/after-delivery-contract.ts'
import { orderAcceptQuote, orderCancel, orderConfirm, orderFunding, orderRefuseQuote } from './contract.ts'
import { changeFunding } from './spending/funding-actions.ts'
import { approveForGroup, declineForGroup } from './group-actions.ts'
import { orderGroupApprove, orderGroupDecline } from './group-contract.ts'
import { addData, beginData, ownData, removeData } from './analysis-data/data-actions.ts'
import { orderDataAdd, orderDataBegin, orderDataDel, orderDataList } from './analysis-data/data-contract.ts'
import { orderChoices } from './history/history-contract.ts'
import { choicesOf, spending } from './spending/spending-actions.ts'
import { orderSpending } from './spending/spending-contract.ts'
import { answerHold } from './holds/hold-actions.ts'
import {
  acceptQuote,
  agreeRetest,
  cancelOrder,
  confirmOrder,
  disputeOrder,
  refuseQuote,
  refuseRetest,
  requestRetest,
} from './move-actions.ts'

export const routes = [
  handle(planSameAs, (ctx, input) => askSameAs(ctx, input)),
  handle(planSameChoices, (ctx, input) => sameChoices(ctx, input)),
  handle(devicePromise, (ctx, { rid }) => promiseRecord(ctx, rid)),
  handle(deviceForecast, (ctx, input) => forecastOfLines(ctx, input)),
  handle(orderForecasts, (ctx, input) => forecastsForOrders(ctx, input)),
  handle(evaluateAdd, (ctx, input) => evaluateLine(ctx, input)),
  handle(evaluateOrder, (ctx, { orderNo }) => reviewsOfOrder(ctx, orderNo)),
  handle(orderGroupApprove, (ctx, input) => approveForGroup(ctx, input)),
  handle(orderGroupDecline, (ctx, input) => declineForGroup(ctx, input)),
  handle(orderChoices, (ctx) => choicesOf(ctx)),
  handle(orderSpending, (ctx, input) => spending(ctx, input.year)),
  handle(orderCancel, (ctx, input) => cancelOrder(ctx, input)),
  handle(orderConfirm, (ctx, input) => confirmOrder(ctx, input)),
  handle(orderAnswer, (ctx, input) => answerHold(ctx, input)),
  handle(orderAcceptQuote, (ctx, input) => acceptQuote(ctx, input)),
  handle(orderRefuseQuote, (ctx, input) => refuseQuote(ctx, input)),
  handle(orderRetest, (ctx, input) => requestRetest(ctx, input)),
  handle(orderAgreeRetest, (ctx, input) => agreeRetest(ctx, input)),
  handle(orderRefuseRetest, (ctx, input) => refuseRetest(ctx, input)),
  handle(orderDispute, (ctx, input) => disputeOrder(ctx, input)),
  handle(orderFunding, (ctx, input) => changeFunding(ctx, input)),
  handle(orderDataList, (ctx, input) => ownData(ctx, input.orderNo)),
  handle(orderDataBegin, (ctx, { orderNo, ...start }) => beginData(ctx, orderNo, start)),
  handle(orderDataAdd, (ctx, input) => addData(ctx, input.orderNo, input.fileId)),
  handle(orderDataDel, (ctx, input) => removeData(ctx, input.orderNo, input.fileId)),
]

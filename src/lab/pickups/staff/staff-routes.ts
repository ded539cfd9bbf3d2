import { listPage } from '../../../core/lists/listed-actions.ts'
import { handle } from '../../../platform/http/handler.ts'
import { pickups } from '../list-actions.ts'
import { pickupSearch } from '../list-contract.ts'
import {
  arrive,
  assignCourier,
  assignDriver,
  collect,
  depart,
  driversOf,
  dropPickup,
  failPickup,
  routeSheet,
  viewPickup,
} from './staff-actions.ts'
import {
  pickupArrive,
  pickupAssign,
  pickupCollect,
  pickupDepart,
  pickupDispatchCourier,
  pickupDrivers,
  pickupDrop,
  pickupFail,
  pickupRoute,
  pickupView,
} from './staff-contract.ts'

export const routes = [
  handle(pickupSearch, (ctx, input) => listPage(ctx, pickups, input)),
  handle(pickupView, (ctx, { id }) => viewPickup(ctx, id)),
  handle(pickupDrivers, (ctx, { date }) => driversOf(ctx, date)),
  handle(pickupRoute, (ctx, input) => routeSheet(ctx, input)),
  handle(pickupAssign, (ctx, input) => assignDriver(ctx, input)),
  handle(pickupDispatchCourier, (ctx, input) => assignCourier(ctx, input)),
  handle(pickupDepart, (ctx, input) => depart(ctx, input)),
  handle(pickupCollect, (ctx, input) => collect(ctx, input)),
  handle(pickupFail, (ctx, input) => failPickup(ctx, input)),
  handle(pickupArrive, (ctx, input) => arrive(ctx, input)),
  handle(pickupDrop, (ctx, input) => dropPickup(ctx, input)),
]
